import type { Shipment } from '@postroom/contract/shipment'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { moveDocuments } from '../features/documents/move-documents.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { PART_BYTES } from '../object-storage/in-parts.ts'
import { readVerified } from './backup-manifest.ts'
import { inBucket } from './backup-place.ts'
import { takeBackup } from './backup.store.ts'
import { startObjectStorage, type ObjectStorage } from '../testing/object-storage.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { OWNER, STRANGER } from '../testing/rados-gateway.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { asOwner } from '../testing/test-database.ts'

let scene: PurchaseScene
let storage: ObjectStorage
let settings: Record<string, string>
beforeAll(async () => {
  ;[scene, storage] = await Promise.all([purchaseScene(100_00), startObjectStorage()])
  settings = { ...OWNER, DATABASE_URL: scene.database.url, STORAGE_ENDPOINT: storage.endpoint }
  await scene.buyer.buy('kept-in-the-bucket')
}, 60_000)
afterAll(() => Promise.all([scene.close(), storage.close()]))

const MAIN = path.join(import.meta.dirname, '../command-line/main.ts')
const begin = (change: Record<string, string>, ...words: string[]) =>
  spawn(process.execPath, [MAIN, ...words], { env: { ...process.env, ...settings, ...change } })

/** Runs the command as a person does. */
async function postroom(change: Record<string, string>, ...words: string[]) {
  const child = begin(change, ...words)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

const place = (name: string) => `${storage.url}/${name}`
const saying = (code: number, text: string) => ({ code, said: expect.stringContaining(text) as string })

/** A new database, dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const cluster = inject('postgresUrl')
  const name = `r_${crypto.randomUUID().replaceAll('-', '')}`
  await asOwner(cluster, `create database ${name}`)
  onTestFinished(async () => void (await asOwner(cluster, `drop database ${name} with (force)`)))
  return cluster.replace('/postgres?', `/${name}?`)
}

const isUntouched = async (url: string) =>
  (await asOwner(url, `select from pg_tables where schemaname = 'public'`)).rowCount === 0

it('a backup in a bucket restores into another database, whose books balance', async () => {
  expect(await postroom({}, 'backup', place('whole'))).toMatchObject(saying(0, `Backup in ${place('whole')}`))
  const url = await emptyDatabase()
  expect(await postroom({ DATABASE_URL: url }, 'restore', place('whole'))).toMatchObject(
    saying(0, 'The books balance.'),
  )
  const restored = await openDatabase(url)
  onTestFinished(() => restored.close())
  expect(await brokenInvariants(restored.db)).toEqual([])
  const documents = `select id, sha256, encode(sha256(pdf), 'hex') as digest from document order by id`
  expect((await asOwner(url, documents)).rows).toEqual((await asOwner(scene.database.url, documents)).rows)
  expect(fs.readdirSync(process.cwd())).not.toContain('s3:')
})

it('an object larger than a part is sent in parts, and is there once it is whole', async () => {
  const bucket = await storage.open('parts')
  const bytes = randomBytes(PART_BYTES + 1)
  await bucket.create('whole', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))
  const found = await buffer(Readable.from((await bucket.read('whole'))!))
  expect(found.equals(bytes)).toBe(true)

  const cut = async function* () {
    yield* [bytes, bytes, bytes]
    throw new Error('the copy failed')
  }
  await expect(bucket.create('cut', cut())).rejects.toThrow(/^the copy failed$/)
  expect([await storage.names('parts/'), await storage.unfinishedUploads()]).toEqual([['parts/whole'], 0])
})

it('never overwrites a backup', async () => {
  await postroom({}, 'backup', place('once'))
  const before = await storage.names('once/')
  expect(await postroom({}, 'backup', place('once'))).toMatchObject(saying(1, 'exists already'))
  expect(await storage.names('once/')).toEqual(before)
})

it('of two backups that begin at once under one name one is whole, and the other is refused', async () => {
  const take = async () => takeBackup(scene.database.url, inBucket(await storage.open('twice')))
  const ends = await Promise.allSettled([take(), take()])
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
  await readVerified(inBucket(await storage.open('twice')))
})

it('a backup whose process was killed is none, is not restored, and is not continued', async () => {
  const child = begin({}, 'backup', place('killed'))
  while ((await storage.names('killed/')).length < 3) await sleep(10)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await storage.names('killed/')).not.toContain('killed/manifest.json')
  const url = await emptyDatabase()
  expect(await postroom({ DATABASE_URL: url }, 'restore', place('killed'))).toMatchObject(saying(1, 'no backup in'))
  expect(await isUntouched(url)).toBe(true)
  expect(await postroom({}, 'backup', place('killed'))).toMatchObject(saying(1, 'was not finished'))
})

it.each([
  ['was changed', () => storage.overwrite('damaged/public.transfer.copy.gz', 'something else'), 'was changed since'],
  ['is missing', () => storage.remove('damaged/public.transfer.copy.gz'), 'lacks public.transfer.copy.gz'],
  ['is missing, the manifest,', () => storage.remove('damaged/manifest.json'), 'There is no backup in'],
])('a backup of which an object %s is refused, and nothing is written', async (_what, damage, says) => {
  for (const name of await storage.names('damaged/')) await storage.remove(name)
  await postroom({}, 'backup', place('damaged'))
  await damage()
  const url = await emptyDatabase()
  expect(await postroom({ DATABASE_URL: url }, 'restore', place('damaged'))).toMatchObject(saying(1, says))
  expect(await isUntouched(url)).toBe(true)
})

/** A way to the storage that changes each body on it. */
async function startCorruptingProxy(): Promise<string> {
  const proxy = http.createServer((request, response) => {
    const forwarded = http.request(
      storage.endpoint + request.url!,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    request.on('data', (piece: Buffer) => forwarded.write(piece.map((byte) => byte ^ 1)))
    request.on('end', () => forwarded.end())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

it('the storage checks what it receives, so that bytes that were changed on the way are no backup', async () => {
  const STORAGE_ENDPOINT = await startCorruptingProxy()
  expect(await postroom({ STORAGE_ENDPOINT }, 'backup', place('corrupted'))).toMatchObject(
    saying(1, 'The storage received other bytes than were sent.'),
  )
  expect(await storage.names('corrupted/')).toEqual([])
})

it.each([
  // fault, settings, place, sentence
  ['the secret is wrong', { AWS_SECRET_ACCESS_KEY: 'wrong' }, undefined, 'does not belong to the key'],
  ['the key is unknown', { AWS_ACCESS_KEY_ID: 'NOBODY' }, undefined, 'does not know the key'],
  ['the key may not', STRANGER, undefined, 'The key may not do this in the bucket'],
  ['there is no bucket', {}, 's3://nowhere/here', 'The storage has no bucket nowhere.'],
  ['nobody listens', { STORAGE_ENDPOINT: 'http://127.0.0.1:1' }, undefined, 'http://127.0.0.1:1 cannot be reached'],
  ['it is no place', {}, 's3://Nowhere/../here', 'is no place in a storage'],
  ['it does not encrypt', { STORAGE_ENCRYPTION: 'AES256' }, undefined, 'refuses the call'],
] as const)('says in one sentence that %s', async (_fault, change, where, says) => {
  const { code, said } = await postroom(change, 'backup', where ?? place('refused'))
  expect({ code, said }).toEqual(saying(1, says))
  expect(said.trim().split('\n')).toHaveLength(1)
  for (const secret of [OWNER, STRANGER]) expect(said).not.toContain(secret.AWS_SECRET_ACCESS_KEY)
  expect(await storage.names('refused/')).toEqual([])
})

it('says that the storage is full, and that is no backup', async () => {
  const quota = ['--quota-scope=bucket', `--uid=${OWNER.AWS_ACCESS_KEY_ID}`]
  await storage.administer('quota', 'set', ...quota, '--max-objects=1')
  await storage.administer('quota', 'enable', ...quota)
  onTestFinished(() => storage.administer('quota', 'disable', ...quota))
  expect(await postroom({}, 'backup', place('full'))).toMatchObject(saying(1, 'The storage is full.'))
})

it('a storage that goes away meanwhile leaves no backup', async () => {
  const running = postroom({}, 'backup', place('left'))
  while ((await storage.names('left/')).length < 3) await sleep(10)
  await storage.leave()
  expect(await running).toMatchObject(saying(1, 'cannot be reached'))
  await storage.comeBack()
  expect(await storage.names('left/')).not.toContain('left/manifest.json')
}, 60_000)

it('a backup names the bucket of moved documents; a server needs it to start, until they are fetched', async () => {
  const { id, docs } = (await scene.buyer.buy('moved-before-the-backup')).json<Shipment>()
  const bucket = await storage.open('documents')
  await moveDocuments({ db: scene.context.db, now: () => new Date(Date.now() + 31 * 24 * 3600_000) }, bucket, 30)
  expect(await postroom({}, 'backup', place('without-documents'))).toMatchObject(
    saying(0, `documents are not in the backup but in ${place('documents')}: keep both.`),
  )
  const url = await emptyDatabase()
  const back = await postroom({ DATABASE_URL: url }, 'restore', place('without-documents'))
  expect(back).toMatchObject(saying(0, 'keep both.'))

  const restored = { ...settings, DATABASE_URL: url, DEMO: 'off' }
  const STORAGE_URL = place('documents')
  await expect(startServerProcess(restored)).rejects.toThrow(`There are documents in ${STORAGE_URL}.`)
  const server = await startServerProcess({ ...restored, STORAGE_URL })
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  expect(await postroom({ ...restored, STORAGE_URL }, 'documents', 'fetch')).toMatchObject(
    saying(0, 'STORAGE_URL can be unset.'),
  )
  const label = `select encode(sha256(pdf), 'hex') as digest from document where purchase_id = '${id}' and type = 'label'`
  expect((await asOwner(url, label)).rows).toEqual([{ digest: docs[0]!.sha256 }])
  const without = await startServerProcess(restored)
  without.process.kill('SIGTERM')
  expect(await without.ended).toBe(0)
}, 60_000)

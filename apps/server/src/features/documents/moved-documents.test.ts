import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../command-line/commands.ts'
import type { Bucket } from '../../object-storage/bucket.ts'
import { erasePerson } from '../../operation/erase-person.store.ts'
import { deleteExpired } from '../../operation/retention.store.ts'
import { startObjectStorage, type ObjectStorage } from '../../testing/object-storage.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import { fetchAllMoved } from './fetch-all-moved.ts'
import { aLog } from '../../testing/a-log.ts'
import { forgetObjects, moveDocuments, startMovingDocuments } from './move-documents.ts'
import { refuseOtherPlaces } from './refuse-other-places.ts'

let scene: PurchaseScene
let storage: ObjectStorage
let bucket: Bucket
beforeAll(async () => {
  ;[scene, storage] = await Promise.all([purchaseScene(1000_00), startObjectStorage()])
}, 60_000)
afterAll(() => Promise.all([scene.close(), storage.close()]))

let place = 0
beforeEach(async () => {
  await asOwner(scene.database.url, 'delete from document_object')
  bucket = await storage.open(`place-${++place}`)
  scene.context.documentBucket = bucket
})

const DAY_MS = 24 * 3600_000
/** What a server does whose clock is some days ahead. */
const move = (days = 31, into = bucket) =>
  moveDocuments({ db: scene.context.db, now: () => new Date(Date.now() + days * DAY_MS) }, into, 30)
const forget = () => forgetObjects(scene.context, bucket)

const query = async <Row>(statement: string) => (await asOwner(scene.database.url, statement)).rows as Row[]

async function bought(key: string, change: object = {}) {
  const shipment = (await scene.buyer.buy(key, scene.buyer.draft(change))).json<Shipment>()
  const [document] = await query<{ id: string }>(
    `select id from document where purchase_id = '${shipment.id}' and type = 'label'`,
  )
  return { id: shipment.id, sha256: shipment.docs[0]!.sha256, object: `${scene.buyer.organisation}/${document!.id}` }
}

const download = (id: string, as = 'pdf') => scene.buyer.get(`/stamp/v1/shipment/${id}/docs/label.${as}`)
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const keepsBytes = async (id: string) => {
  const [row] = await query<{ kept: boolean }>(
    `select pdf is not null as kept from document where purchase_id = '${id}' and type = 'label'`,
  )
  return row!.kept
}
const names = async () => (await storage.names(`place-${place}/`)).map((name) => name.replace(/^[^/]*\//, ''))
const leaseEnds = () => query(`update document_object set busy_until = now()`)

it('old documents move, young ones stay, and both are read as always', async () => {
  const { id, sha256, object } = await bought('moves-when-old')
  await move(29)
  expect([await names(), await keepsBytes(id)]).toEqual([[], true])
  await move()
  expect(await keepsBytes(id)).toBe(false)
  expect(await names()).toContain(object)
  const answer = await download(id)
  expect([answer.statusCode, digestOf(answer.rawPayload)]).toEqual([200, sha256])
  expect((await download(id, 'png')).statusCode).toBe(200)
  const shown = (await scene.buyer.get(`/stamp/v1/shipment/${id}`)).json<Shipment>()
  expect(shown.docs[0]).toMatchObject({ status: 'ready', sha256 })
  const openly = await fetch(`${storage.endpoint}/${storage.url.slice('s3://'.length)}/place-${place}/${object}`)
  expect(openly.status).toBe(403)
})

const withBytes = async () => (await query(`select from document where pdf is not null`)).length

it('many move when the server starts, none once it stops, and all come back in several parts', async () => {
  for (let n = 0; n < 21; n++) await bought(`one-of-many-${n}`)
  const before = await withBytes()
  const context = { db: scene.context.db, now: () => new Date(Date.now() + 31 * DAY_MS) }
  expect(await moveDocuments(context, bucket, 30, AbortSignal.abort())).toBe(0)
  const { log, lines } = aLog()
  const late = startMovingDocuments({ ...context, now: () => new Date() }, bucket, { afterDays: 30, log })
  await late()
  expect(await withBytes()).toBe(before)
  expect(lines).toEqual([])
  expect(await move()).toBe(before)
  expect(await withBytes()).toBe(0)
  expect(await fetchAllMoved(scene.context.db, bucket)).toEqual({ fetched: before, damaged: [], left: 0 })
  expect([await withBytes(), await names()]).toEqual([before, []])
})

it('a moved document is unavailable where no storage is set', async () => {
  const { id } = await bought('without-a-storage')
  await move()
  delete scene.context.documentBucket
  const answer = await download(id)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  expect(answer.json<ErrorBody>().code).toBe('document_unavailable')
})

it('a receipt that was never drawn stays a job, and is drawn when it is fetched', async () => {
  const { id } = await bought('receipt-not-drawn')
  await move()
  expect((await scene.buyer.get(`/stamp/v1/shipment/${id}/docs/receipt.pdf`)).statusCode).toBe(200)
})

it('several processes share the work: none waits for another, and each object is stored once', async () => {
  await move()
  const all: Awaited<ReturnType<typeof bought>>[] = []
  for (let n = 0; n < 21; n++) all.push(await bought(`shared-by-all-${n}`))
  const stored: string[] = []
  const counting = {
    ...bucket,
    put: (name: string, bytes: Uint8Array) => {
      stored.push(name)
      return bucket.put(name, bytes)
    },
  }
  const holder = new pg.Client({ connectionString: scene.database.url })
  await holder.connect()
  await holder.query(`begin; insert into document_object (place, name, busy_until)
    values ('${bucket.place}', '${all[0]!.object}', now())`)
  const moving = Promise.all([move(31, counting), move(31, counting), move(31, counting)])
  await expect.poll(() => stored.length).toBe(20) // the claim of the oldest waits
  await holder.query('rollback')
  await holder.end()
  await moving
  expect(stored.toSorted()).toEqual(all.map(({ object }) => object).toSorted())
  for (const { id } of all) expect(await keepsBytes(id)).toBe(false)
})

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('keeps no object locked while another process holds its document, so that two cannot wait for each other', async () => {
  const { id, object } = await bought('held-by-another')
  const other = new pg.Client({ connectionString: scene.database.url })
  await other.connect()
  onTestFinished(() => other.end())
  const hold = `begin; select from document where purchase_id = '${id}' and type = 'label' for update`
  const holding = {
    ...bucket,
    put: async (name: string, bytes: Uint8Array) => {
      if (name === object) await other.query(hold)
      return bucket.put(name, bytes)
    },
  }
  const moving = move(31, holding)
  await expect.poll(() => query(WAITING)).toHaveLength(1)
  // shorter than the second after which the database would end one of two that wait for each other
  await other.query(`set local lock_timeout = 300; update document_object set busy_until = busy_until`)
  await other.query('rollback')
  await moving
  expect(await keepsBytes(id)).toBe(false)
})

it('while the storage is away nothing moves, a moved document answers 503, and postage is bought and printed', async () => {
  const moved = await bought('moved-before')
  await move()
  const waiting = await bought('waits-for-the-storage')
  await storage.leave()
  try {
    await expect(move()).rejects.toThrow(/^The storage at http:\/\/127.0.0.1:\d+ cannot be reached. \(ECONNREFUSED\)$/)
    expect(await keepsBytes(waiting.id)).toBe(true)
    for (const as of ['pdf', 'png']) {
      const answer = await download(moved.id, as)
      expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([503, 'document_unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.body).not.toContain(moved.object)
    }
    const now = await bought('bought-meanwhile')
    expect(digestOf((await download(now.id)).rawPayload)).toBe(now.sha256)
  } finally {
    await storage.comeBack()
  }
  expect(digestOf((await download(moved.id)).rawPayload)).toBe(moved.sha256)
  await leaseEnds()
  await move()
  expect(await keepsBytes(waiting.id)).toBe(false)
})

it('a storage that accepts a connection and never answers delays a reader for some seconds only', async () => {
  const { id } = await bought('read-from-a-silent-storage')
  await move()
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  scene.context.documentBucket = await storage.open(`place-${place}`, { endpoint })
  const began = Date.now()
  expect((await download(id)).statusCode).toBe(503)
  expect(Date.now() - began).toBeLessThan(5_000)
  silent.close()
})

it.each([
  ['changed', (object: string) => storage.overwrite(object, '%PDF-1.7 of somebody else')],
  ['too large', (object: string) => storage.overwrite(object, 'x'.repeat(11 << 20))],
  ['gone', (object: string) => storage.remove(object)],
])('a document whose object is %s answers 503 and never with other bytes', async (how, damage) => {
  const { id, object } = await bought(`object-${how.replace(' ', '-')}`)
  await move()
  await damage(`place-${place}/${object}`)
  const answer = await download(id)
  expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([503, 'document_unavailable'])
})

it('a document keeps its bytes until its object was read again and is the same', async () => {
  const { id } = await bought('stored-wrong')
  const lying = { ...bucket, put: (name: string) => bucket.put(name, Buffer.from('something else')) }
  await expect(move(31, lying)).rejects.toThrow('was changed')
  expect(await keepsBytes(id)).toBe(true)
  await expect(query(`update document set pdf = null where purchase_id = '${id}' and type = 'label'`)).rejects.toThrow(
    'append only',
  )
  await move() // another process holds it for some minutes
  expect(await keepsBytes(id)).toBe(true)
  await leaseEnds()
  await move()
  expect(await keepsBytes(id)).toBe(false)
})

it('a moved document gets no other bytes than its own, and loses no other column', async () => {
  const { id } = await bought('changed-in-the-database')
  await move()
  for (const change of [`pdf = 'x'`, 'pages = 2', `sha256 = 'x'`])
    await expect(query(`update document set ${change} where purchase_id = '${id}' and type = 'label'`)).rejects.toThrow(
      'append only',
    )
})

it('the objects of erased people are deleted, once the storage is there', async () => {
  const { id, object } = await bought('erased-by-name', { to: { ...scene.buyer.draft().to, name: 'Marged Pugh' } })
  await move()
  await erasePerson(scene.database.url, { name: 'Marged Pugh', postal_code: 'NW1 8LH' })
  await storage.leave()
  await expect(forget()).rejects.toThrow('cannot be reached')
  await storage.comeBack()
  expect(await names()).toContain(object)
  await forget()
  expect(await names()).not.toContain(object)
  expect((await download(id)).statusCode).toBe(200) // drawn again, without them
})

it('a running server deletes the objects of documents that retention has deleted', async () => {
  const { id, object } = await bought('erased-by-retention')
  await move()
  await query(`update purchase set created_at = '2020-01-01' where id = '${id}'`)
  await deleteExpired(scene.context.db, 2192, scene.context.now())
  const context = { db: scene.context.db, now: () => new Date() }
  onTestFinished(startMovingDocuments(context, bucket, { afterDays: 30, log: quietLog }))
  await expect.poll(names).not.toContain(object)
})

it('an object that is stored when its document was just erased is deleted too, also by a process that was stopped', async () => {
  const { id, object } = await bought('erased-while-it-moves', { to: { ...scene.buyer.draft().to, name: 'Twm Late' } })
  const late = {
    ...bucket,
    put: async (name: string, bytes: Uint8Array) => {
      if (name === object) {
        await erasePerson(scene.database.url, { name: 'Twm Late', postal_code: 'NW1 8LH' })
        await leaseEnds()
        await forget()
      }
      await bucket.put(name, bytes)
    },
  }
  await move(31, late)
  expect(await names()).toContain(object)
  await forget()
  expect(await names()).not.toContain(object)
  expect((await download(id)).statusCode).toBe(200)
})

it('a server starts only with the place its documents are in, until all are fetched', async () => {
  const { db } = scene.context
  const { id, sha256, object } = await bought('fetched-back')
  const damaged = await bought('cannot-be-fetched-back')
  await move()
  await refuseOtherPlaces(db, bucket.place)
  for (const other of [undefined, `${storage.url}/elsewhere`])
    await expect(refuseOtherPlaces(db, other)).rejects.toThrow(`There are documents in ${bucket.place}.`)

  const kept = (await download(damaged.id)).rawPayload
  await storage.remove(`place-${place}/${damaged.object}`)
  vi.stubEnv('DATABASE_URL', scene.database.url)
  vi.stubEnv('STORAGE_URL', bucket.place)
  vi.stubEnv('STORAGE_ENDPOINT', storage.endpoint)
  const before = await withBytes()
  const first = await runCommand(['documents', 'fetch'])
  const fetched = (await withBytes()) - before
  expect(fetched).toBeGreaterThan(0)
  expect(first).toEqual({
    text: `${bucket.place} has no ${damaged.object}, or one that is too large.
Fetched ${fetched} documents from ${bucket.place}.
1 objects are left there: STORAGE_URL must stay.
`,
    exitCode: 1,
  })
  expect([await keepsBytes(id), await names()]).toEqual([true, []])
  await expect(refuseOtherPlaces(db, undefined)).rejects.toThrow('There are documents')

  await bucket.put(damaged.object, kept)
  expect(await runCommand(['documents', 'fetch'])).toEqual({
    text: `Fetched 1 documents from ${bucket.place}.\nSTORAGE_URL can be unset.\n`,
    exitCode: 0,
  })
  vi.unstubAllEnvs()
  await refuseOtherPlaces(db, undefined)
  delete scene.context.documentBucket
  expect(digestOf((await download(id)).rawPayload)).toBe(sha256)
  expect(await names()).not.toContain(object)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ukDateOf } from '@postroom/domain/calendar'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { embeddedUrl } from '../db/embedded-cluster.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { brokenAfterDrain } from '../testing/after-the-drain.ts'
import { aShipmentDraft, purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInDemo, startServerProcess, type ServerProcess } from '../testing/server-process.ts'
import { asOwner } from '../testing/test-database.ts'
import { fileOf } from './backup-manifest.ts'
import { inFolder } from './backup-place.ts'
import { takeBackup } from './backup.store.ts'
import { restoreBackup } from './restore.store.ts'

let folder = ''
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-backup-'))
  fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs the command as a person does. */
async function postroom(settings: Record<string, string>, ...words: string[]) {
  const main = path.join(import.meta.dirname, '../command-line/main.ts')
  const child = spawn(process.execPath, [main, ...words], { env: { ...process.env, ...settings } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(settings)
  onTestFinished(async () => {
    server.process.kill('SIGTERM')
    await server.ended
  })
  return server
}

const ownerUrl = (data: string) => embeddedUrl(path.join(data, 'postgres'))

it('a backup taken while people buy holds, once restored, every purchase acknowledged before it began', async () => {
  const here = path.join(folder, 'here')
  const there = path.join(folder, 'there')
  const first = await start({ DATA_DIR: here })
  const call = await signInDemo(first.url)
  const accounts = (await (await call(first.url, '/stamp/v1/carrieraccount')).json()) as { data: { id: string }[] }
  const letter = aShipmentDraft({
    by: accounts.data[0]!.id,
    shipping_date: ukDateOf(new Date()),
    parcels: [{ packaging: 'letter', weight: { value: 80 } }],
  })
  const buy = (url: string, key: number) =>
    call(url, `/stamp/v1/shipment/process?pending_id=bought-amid-backup-${key}`, letter)

  const acknowledged: string[] = []
  const closing = new AbortController()
  const customer = async (from: number) => {
    // the credit is for 27 letters, and one more is bought after the restore
    for (let key = from; !closing.signal.aborted && key < from + 8; key++) {
      const answer = await buy(first.url, key)
      expect(answer.status).toBe(200)
      acknowledged.push(((await answer.json()) as { id: string }).id)
    }
  }
  const customers = Promise.all([customer(100), customer(200), customer(300)])
  while (acknowledged.length < 4) await Promise.race([sleep(10), customers])
  const before = [...acknowledged]
  expect(await postroom({ DATA_DIR: here }, 'backup', path.join(folder, 'taken'))).toMatchObject({ code: 0 })
  closing.abort()
  await customers
  expect(acknowledged.length).toBeGreaterThan(before.length)

  const back = await postroom({ DATA_DIR: there }, 'restore', path.join(folder, 'taken'))
  expect(back).toMatchObject({ code: 0, said: expect.stringContaining('The books balance.') as string })
  const second = await start({ DATA_DIR: there })
  const database = await openDatabase(ownerUrl(there))
  const { db } = database
  const bought = await db.selectFrom('purchase').select('id').where('state', '=', 'BOUGHT').execute()
  expect(bought.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
  await asOwner(ownerUrl(there), `update purchase set lease_until = clock_timestamp() where state = 'AUTHORISED'`)
  await expect.poll(() => brokenAfterDrain(db), { timeout: 10_000 }).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
  await database.close()

  const shipment = `/stamp/v1/shipment/${before[0]}`
  expect((await call(second.url, shipment)).status).toBe(401) // nobody is signed in after a restore
  const again = await signInDemo(second.url)
  expect((await again(second.url, shipment)).status).toBe(200)
  const more = await again(second.url, '/stamp/v1/shipment/process?pending_id=after-the-restore', letter)
  expect(more.status).toBe(200)
}, 120_000)

/** Every value of a table, row by row. */
const contentOf = async (url: string, table: string) =>
  (await asOwner(url, `select t::text as row from ${table} t order by 1`)).rows

/** The same of many tables, on one connection. */
async function contentsOf(url: string, tables: readonly { name: string }[]): Promise<Map<string, unknown[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const contents = new Map<string, unknown[]>()
  for (const { name } of tables)
    contents.set(name, (await client.query(`select t::text as row from ${name} t order by 1`)).rows)
  await client.end()
  return contents
}

function rewrite(copy: string, from: string, to: string): void {
  const manifest = path.join(copy, 'manifest.json')
  fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(from, to))
}

/** A new database, dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const cluster = inject('postgresUrl')
  const name = `r_${crypto.randomUUID().replaceAll('-', '')}`
  await asOwner(cluster, `create database ${name}`)
  onTestFinished(async () => void (await asOwner(cluster, `drop database ${name} with (force)`)))
  return cluster.replace('/postgres?', `/${name}?`)
}

describe('a backup of one shipment', () => {
  let scene: PurchaseScene
  let taken = ''
  beforeAll(async () => {
    scene = await purchaseScene(100_00)
    await scene.buyer.buy('kept-in-the-backup')
    taken = path.join(folder, 'one')
    await takeBackup(scene.database.url, inFolder(taken))
  })
  afterAll(() => scene.close())

  it('restores every row of every table, except sessions', async () => {
    const url = await emptyDatabase()
    const { tables } = await restoreBackup(url, inFolder(taken))
    const gone = ['public.session', 'public.session_token', 'public.document_link', 'public.hub_grant']
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining([...gone, 'sandbox.reference']))
    const [restored, source] = [await contentsOf(url, tables), await contentsOf(scene.database.url, tables)]
    for (const { name } of tables)
      expect({ name, rows: restored.get(name) }).toEqual({ name, rows: gone.includes(name) ? [] : source.get(name) })
    const counter = 'select last_value from transfer_id_seq'
    expect((await asOwner(url, counter)).rows).toEqual((await asOwner(scene.database.url, counter)).rows)
  })

  it('shows one instant, whatever is committed while it is taken', async () => {
    const source = scene.database.url
    const before = [await contentOf(source, 'account'), await contentOf(source, 'transfer')]
    const other = new pg.Client({ connectionString: source })
    await other.connect()
    await other.query('begin; lock table transfer in access exclusive mode')
    const taking = takeBackup(source, inFolder(path.join(folder, 'instant')))
    const waiting = `select from pg_locks where relation = 'transfer'::regclass and not granted`
    await expect.poll(async () => (await asOwner(source, waiting)).rowCount).toBe(1)
    await other.query(`select post(null, 'topup', 'bank', 'cust:${scene.buyer.account}', 777); commit`)
    await other.end()
    await taking
    expect(await contentOf(source, 'account')).not.toEqual(before[0])

    const url = await emptyDatabase()
    await restoreBackup(url, inFolder(path.join(folder, 'instant')))
    expect([await contentOf(url, 'account'), await contentOf(url, 'transfer')]).toEqual(before)
  })

  it('names the secret key that two-factor sign-in needs and the backup does not hold', async () => {
    const source = { DATABASE_URL: scene.database.url }
    const without = await postroom(source, 'backup', path.join(folder, 'without'))
    expect(without).toMatchObject({ code: 0, said: expect.not.stringContaining('secret key') as string })
    await asOwner(
      source.DATABASE_URL,
      `insert into two_factor (user_id, secret) select id, 'sealed' from app_user limit 1`,
    )
    const said = { code: 0, said: expect.stringContaining('DATA_DIR/secret.key') as string }
    expect(await postroom(source, 'backup', path.join(folder, 'with'))).toMatchObject(said)
    const target = { DATABASE_URL: await emptyDatabase() }
    expect(await postroom(target, 'restore', path.join(folder, 'with'))).toMatchObject(said)
  })

  it('only its owner may read the folder', () => {
    expect(fs.statSync(taken).mode & 0o777).toBe(0o700)
    for (const file of fs.readdirSync(taken)) expect(fs.statSync(path.join(taken, file)).mode & 0o777).toBe(0o600)
  })

  it('never overwrites a backup', async () => {
    await expect(takeBackup(scene.database.url, inFolder(taken))).rejects.toThrow('exists already')
  })

  it('is restored only into an empty database', async () => {
    await expect(restoreBackup(scene.database.url, inFolder(taken))).rejects.toThrow('not empty')
  })

  it('a failed restore can be repeated, but never over an organisation or into another schema', async () => {
    const url = await emptyDatabase()
    const copy = path.join(folder, 'miscounted')
    fs.cpSync(taken, copy, { recursive: true })
    rewrite(copy, '"rows": ', '"rows": 1')
    await expect(restoreBackup(url, inFolder(copy))).rejects.toThrow('but the backup counted')
    await restoreBackup(url, inFolder(taken))
    await expect(restoreBackup(url, inFolder(taken))).rejects.toThrow('not empty')

    const newer = await emptyDatabase()
    await migrate(newer)
    const older = path.join(folder, 'older')
    fs.cpSync(taken, older, { recursive: true })
    rewrite(older, `,\n    "${migrationNames().at(-1)!}"`, '')
    await expect(restoreBackup(newer, inFolder(older))).rejects.toThrow('not empty')
  })

  it('needs the right to switch triggers off, and checks it before it writes', async () => {
    const url = await emptyDatabase()
    const role = `owner_${crypto.randomUUID().replaceAll('-', '')}`
    await asOwner(
      url,
      `create role ${role} login password 'restoring'; do $$ begin
      execute format('alter database %I owner to ${role}', current_database()); end $$`,
    )
    onTestFinished(
      async () =>
        void (await asOwner(url, `reassign owned by ${role} to postgres; drop owned by ${role}; drop role ${role}`)),
    )
    const asRole = url.replace(/user=.*$/, `user=${role}&password=restoring`)
    await expect(restoreBackup(asRole, inFolder(taken))).rejects.toThrow('session_replication_role')
    expect((await asOwner(url, `select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  })

  it.each([
    // fault, message
    [
      'a table was changed',
      (copy: string) => fs.appendFileSync(path.join(copy, fileOf('public.purchase')), 'x'),
      'was changed',
    ],
    ['a table is missing', (copy: string) => fs.rmSync(path.join(copy, fileOf('public.transfer'))), 'lacks'],
    ['the manifest is missing', (copy: string) => fs.rmSync(path.join(copy, 'manifest.json')), 'no backup'],
    ['a name is SQL', (copy: string) => rewrite(copy, 'public.purchase', 'public.purchase; drop'), 'cannot|not the'],
    ['it is from the future', (copy: string) => rewrite(copy, '011-ledger.sql', '999-tomorrow.sql'), 'newer version'],
  ])('is refused when %s, and nothing is written', async (_case, damage, says) => {
    const copy = path.join(folder, crypto.randomUUID())
    fs.cpSync(taken, copy, { recursive: true })
    damage(copy)
    const url = await emptyDatabase()
    await expect(restoreBackup(url, inFolder(copy))).rejects.toThrow(new RegExp(says))
    expect((await asOwner(url, `select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  })
})

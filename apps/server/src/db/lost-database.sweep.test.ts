import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { aLetter, booksAreRight, CREDIT, endLeases, finalAnswer, PRICE, start } from '../testing/crash-scene.ts'
import { signInDemo } from '../testing/server-process.ts'
import { openDatabase } from './database.ts'
import { embeddedUrl, postmasterOf, stopPostmaster } from './embedded-cluster.ts'

const folders: string[] = []
let folder: string
let postgres: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-lost-'))
  fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
  postgres = path.join(folder, 'postgres')
  folders.push(folder)
})
afterAll(async () => {
  for (const each of folders) {
    await stopPostmaster(path.join(each, 'postgres'))
    fs.rmSync(each, { recursive: true, force: true })
  }
})

const statusOf = async (url: string, at: string): Promise<number> => (await fetch(`${url}${at}`)).status

it(
  'restarts a killed database while one of its backends still runs, and settles the open purchases',
  { timeout: 120_000 },
  async () => {
    const server = await start({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
    let printed = ''
    server.process.stdout!.on('data', (piece: Buffer) => (printed += piece.toString()))
    const call = await signInDemo(server.url)
    const letter = await aLetter(call, server.url)
    const keys = Array.from({ length: 20 }, (_, index) => `lost-database-${index}`)
    const ask = (key: string) => call(server.url, `/stamp/v1/shipment/process?pending_id=${key}`, letter)
    const busy = new pg.Client({ connectionString: embeddedUrl(postgres) }).on('error', () => {})
    await busy.connect()
    busy.query('select count(*) from generate_series(1, 1e13::bigint)').catch(() => {})

    const acknowledged = new Map<string, string>()
    const killed = postmasterOf(postgres)!
    let isKilled = false
    const asking = keys.map(async (key, index) => {
      await sleep(index * 20)
      const answer = await ask(key)
      if (answer.status === 200) acknowledged.set(key, ((await answer.json()) as { id: string }).id)
      if (acknowledged.size < 5 || isKilled) return
      isKilled = true
      process.kill(killed, 'SIGKILL')
    })
    await expect.poll(() => statusOf(server.url, '/readyz'), { timeout: 30_000 }).toBe(503)
    expect(await statusOf(server.url, '/healthz')).toBe(200)
    await Promise.allSettled(asking)

    await expect.poll(() => statusOf(server.url, '/readyz'), { timeout: 30_000 }).toBe(200)
    expect(postmasterOf(postgres)).not.toBe(killed)
    expect(printed).toContain('lost the embedded database; starting it again')
    await expect.poll(() => printed).toContain('the embedded database runs again')
    await endLeases(embeddedUrl(postgres))
    let paid = 0
    for (const key of keys) {
      const answer = await finalAnswer(() => ask(key))
      if (acknowledged.has(key)) expect(answer).toEqual({ status: 200, id: acknowledged.get(key) })
      if (answer.status === 200) paid += 1
    }
    const database = await openDatabase(embeddedUrl(postgres))
    await booksAreRight(database.db)
    const left = await database.db.selectFrom('account').select('balance').where('id', 'like', 'cust:%').execute()
    expect(left).toEqual([{ balance: CREDIT - paid * PRICE }])
    await database.close()
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(postmasterOf(postgres)).toBeUndefined()
  },
)

it(
  'exits with 1 when the database cannot be restarted, so that a supervisor can act',
  { timeout: 120_000 },
  async () => {
    const server = await start({ DATA_DIR: folder, DATABASE_RETRY_MS: '50' })
    let printed = ''
    server.process.stdout!.on('data', (piece: Buffer) => (printed += piece.toString()))
    fs.renameSync(path.join(postgres, 'global'), path.join(postgres, 'missing'))
    process.kill(postmasterOf(postgres)!, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(printed).toContain('Gave up on the database after 6 restarts')
  },
)

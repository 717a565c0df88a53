import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** The real program; `until` waits for words of its output. */
function start(environment: Record<string, string>, ...args: string[]) {
  const POSTROOM_SECRET_KEY = 'the secret key of a server in a test' // given, so that it makes none in the checkout
  const settings = { DATABASE_URL: database.url, DEVICE_MANAGER: 'off', PORT: '0', POSTROOM_SECRET_KEY, ...environment }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...process.env, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, output }))
  const until = async (words: RegExp): Promise<string> => {
    for (;;) {
      const found = words.exec(output)
      if (found) return found[1] ?? found[0]
      await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(output)))])
    }
  }
  return { child, ended, until }
}

it('prints its address, creates the demo once, and stops in order on a signal', async () => {
  for (let run = 1; run <= 2; run++) {
    const server = start({})
    const url = await server.until(/Postroom +(http:\S+)/)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const fields = { grant_type: 'password', client_id: 'postroom-web', username: 'lite', password: 'demo-postroom' }
    const body = new URLSearchParams(fields)
    expect((await fetch(`${url}/api/auth/v1/token`, { method: 'POST', body })).status).toBe(200)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  }
  const users = await database.db.selectFrom('app_user').select('username').execute()
  expect(users).toHaveLength(3)
})

const isPaired = async () => (await database.db.selectFrom('hub').select('alias').execute())[0]?.alias === 'front desk'

it('starts a device manager that pairs itself, and stops it with the server', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-main-'))
  const server = start({
    DEVICE_MANAGER: 'bundled',
    DATA_DIR: folder,
    POSTROOM_DEVICE_PORT: '0',
    POSTROOM_DEVICE_ALIAS: 'front desk',
  })
  expect(await server.until(/Labels +(\S+)/)).toBe(path.join(folder, 'device', 'printed'))
  await expect.poll(isPaired, { timeout: 15_000 }).toBe(true)
  server.child.kill('SIGTERM')
  const { code, output } = await server.ended
  expect({ code, output }).toMatchObject({ code: 0 })
  fs.rmSync(folder, { recursive: true })
})

it('names a port in use and the way out, in one sentence', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const { code, output } = await start({ PORT: String(port) }).ended
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is already in use.`)
  expect(output).not.toContain(' at ')
  other.close()
})

it('lists its settings, and names the invalid ones', async () => {
  expect((await start({}, '--help').ended).output).toMatch(/PORT +port to listen on.*\(default 8080\)/)
  const wrong = await start({ PORT: 'http', PROJECT_VARIANT: 'us' }).ended
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(/PORT: .*\n.*PROJECT_VARIANT: /)
})

it('takes the PubNub keys together or not at all, and prints none of them', async () => {
  const keys = { POSTROOM_PUBNUB_PUBLISH_KEY: 'pub-c-1', POSTROOM_PUBNUB_SECRET_KEY: 'sec-c-1' }
  const { code, output } = await start({ ...keys, POSTROOM_PUBNUB_SUBSCRIBE_KEY: '' }).ended
  expect(code).toBe(1)
  expect(output).toContain('POSTROOM_PUBNUB_SUBSCRIBE_KEY')
  const { output: partly } = await start(keys).ended
  expect(partly).toContain('POSTROOM_PUBNUB_SUBSCRIBE_KEY: missing')
  expect(output + partly).not.toMatch(/(pub|sec)-c-1/)
  expect((await start({ POSTROOM_HUB_INSTANCE: 'Depot 2' }).ended).output).toContain('POSTROOM_HUB_INSTANCE: must be')
})

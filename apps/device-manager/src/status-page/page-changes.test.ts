import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDeviceStatus, somePage } from '../testing/a-device-status.ts'
import { openedPage } from '../testing/page-session.ts'
import type { ServerRefused } from './device-status.ts'
import { serveStatusPage } from './status-page.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import type { DeviceStatus } from './device-status.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-changes-'))
let status: DeviceStatus
let changed: unknown[]
let refusal: ServerRefused | undefined
let served: Awaited<ReturnType<typeof serveStatusPage>>
let page: Awaited<ReturnType<typeof openedPage>>
beforeAll(async () => {
  const actions = somePage({
    status: () => status,
    setPaused: (isPaused) => changed.push(isPaused),
    changeServer: async (typed) => {
      changed.push(typed)
      return refusal
    },
  })
  served = await serveStatusPage({ port: 0, folder }, actions)
  page = await openedPage(folder)
})
beforeEach(() => {
  status = aDeviceStatus()
  ;[changed, refusal] = [[], undefined]
})
afterAll(async () => {
  served.close()
  fs.rmSync(folder, { recursive: true })
})

/** A change as a form of the page sends it, with these headers different; `undefined` leaves one out. */
const send = (headers: Record<string, string | undefined>, address = '/pause', body = '{"paused":"true"}') => {
  const all = Object.entries<string | undefined>({ ...page.headers, ...headers })
  const sent = Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return fetch(`${page.url}${address}`, { method: 'POST', headers: sent, body })
}

test('pauses and resumes, and saves a server', async () => {
  expect((await page.change('/pause', { paused: 'true' })).status).toBe(200)
  expect((await page.change('/pause', { paused: 'false' })).status).toBe(200)
  expect((await page.change('/server', { server: 'post.example' })).status).toBe(200)
  expect(changed).toEqual([true, false, 'post.example'])
})

test.each<[string, Record<string, string | undefined>]>([
  ['no session', { cookie: undefined }],
  ['the cookie of another session', { cookie: 'postroom_device_1=x' }],
  ['no token, as a program that saw the cookie sends it', { 'x-postroom-page': undefined }],
  ['a wrong token', { 'x-postroom-page': 'x'.repeat(43) }],
  ['no origin', { origin: undefined }],
  ['another origin', { origin: 'https://evil.example' }],
  ['a hidden origin', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:80' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
])('refuses a change with %s', async (_what, headers) => {
  expect((await send(headers)).status).toBe(403)
  expect(changed).toEqual([])
})

test('refuses a change with the token of another session', async () => {
  const other = await openedPage(folder)
  expect((await send({ 'x-postroom-page': other.token })).status).toBe(403)
  expect((await send({ cookie: other.cookie, 'x-postroom-page': other.token })).status).toBe(200)
  expect(changed).toEqual([true])
})

test.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'paused=true'],
  ['text', { 'content-type': 'text/plain' }, '{"paused":"true"}'],
  ['half of it', {}, '{"paused":'],
  ['something else', {}, '{"paused":"perhaps"}'],
  ['more than it needs', {}, '{"paused":"true","server":"x"}'],
  ['too much', {}, JSON.stringify({ paused: 'true', x: 'x'.repeat(5_000) })],
])('refuses %s as a change', async (_what, headers, body) => {
  expect((await send(headers, '/pause', body)).status).toBe(400)
  expect(changed).toEqual([])
})

test.each([
  [2_048, 200],
  [2_049, 400],
])('a change of %i bytes gets %i', async (bytes, expected) => {
  expect((await send({}, '/pause', '{"paused":"true"}'.padEnd(bytes))).status).toBe(expected)
})

test.each<[ServerRefused, (language: 'en' | 'fr') => string]>([
  [{ code: 'managed' }, (language) => STATUS_TEXTS[language].serverRefused.managed],
  [{ code: 'paired' }, (language) => STATUS_TEXTS[language].serverRefused.paired],
  [{ code: 'invalid' }, (language) => STATUS_TEXTS[language].serverRefused.invalid],
  [{ code: 'no_server', problem: 'no_tls' }, (language) => STATUS_TEXTS[language].problems.no_tls],
])('says why a server is not saved: %j', async (given, wordsIn) => {
  refusal = given
  for (const language of ['en', 'fr'] as const) {
    const answer = await page.change(`/server?language=${language}`, { server: 'x' })
    expect([answer.status, await answer.json()]).toEqual([422, { words: wordsIn(language) }])
  }
})

test('asks for the server until there is one, and offers another only to a device that is not paired', async () => {
  const asks = async (address: string) => (await page.show(address)).includes('id="server"')
  const shown = async (changes: Partial<DeviceStatus>) => {
    status = aDeviceStatus(changes)
    return [await asks('/'), (await page.show()).includes('/server?'), await asks('/server')]
  }
  const pairing = { isPaired: false, connection: { state: 'pairing', code: 'K7QM-2XWP' } } as const
  expect(await shown({ server: undefined, isPaired: false, connection: { state: 'starting' } })).toEqual([
    true,
    false,
    true,
  ])
  expect(await shown(pairing)).toEqual([false, true, true])
  expect(await shown({ ...pairing, isManaged: true })).toEqual([false, false, false])
  expect(await page.show()).toContain(STATUS_TEXTS.en.serverManaged)
  expect(await shown({})).toEqual([false, false, false])
})

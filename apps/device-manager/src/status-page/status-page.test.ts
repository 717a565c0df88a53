import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bugs } from '../device-refusal.ts'
import { CONNECTION_PROBLEMS } from '../connection/connection-problem.ts'
import { aDeviceStatus, PAIRING, somePage } from '../testing/a-device-status.ts'
import { pageSession } from '../testing/page-session.ts'
import { ERROR_SENTENCES } from './error-sentences.ts'
import { serveStatusPage } from './status-page.ts'
import { STATUS_STYLE } from './status-style.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import type { DeviceStatus } from './device-status.ts'

let shown: DeviceStatus
let page: Awaited<ReturnType<typeof serveStatusPage>>
let cookie: string
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-page-'))
beforeAll(async () => {
  page = await serveStatusPage(
    { port: 0, folder },
    somePage({ status: () => shown, log: () => ['{"event":"start"}', '<b>'] }),
  )
  cookie = await pageSession(folder)
})
beforeEach(() => void (shown = aDeviceStatus({ alias: '<b>Bench</b> & "co"', connection: PAIRING })))
afterAll(async () => {
  page.close()
  fs.rmSync(folder, { recursive: true })
})

/** Sends a request with a valid session, so that refusals have another cause. */
function ask(
  options: http.RequestOptions,
): Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }> {
  const answer = Promise.withResolvers<{ status: number; body: string; headers: http.IncomingHttpHeaders }>()
  const headers = { cookie, ...(options.headers as http.OutgoingHttpHeaders) }
  const request = http.request(page.url, { ...options, headers }, (response) => {
    let body = ''
    response.on('data', (part: Buffer) => (body += part.toString()))
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
  })
  request.on('error', answer.reject)
  request.end()
  return answer.promise
}

test('shows the code, and escapes names', async () => {
  const { status, body, headers } = await ask({})
  expect(status).toBe(200)
  expect(body).toContain('K7QM-2XWP')
  expect(body).toContain('&lt;b&gt;Bench&lt;/b&gt; &amp; &quot;co&quot;')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).not.toContain('<script>')
})

test.each([
  ['localhost:PORT', 200],
  ['127.0.0.1:PORT', 200],
  ['evil.example:PORT', 421],
  ['evil.example', 421],
  ['127.0.0.1.evil.example:PORT', 421],
  ['localhost.evil.example:PORT', 421],
  ['evil.example:PORT@127.0.0.1:PORT', 421],
  ['127.0.0.1:PORT, evil.example', 421],
  ['[::1]:PORT', 421],
  ['[::ffff:127.0.0.1]:PORT', 421],
  ['0.0.0.0:PORT', 421],
  ['127.0.0.2:PORT', 421],
  ['127.1:PORT', 421],
  ['2130706433:PORT', 421],
  ['localhost.:PORT', 421],
  ['127.0.0.1', 421],
  ['127.0.0.1:80', 421],
])('answers host %s with %i, also for a WebSocket upgrade', async (name, status) => {
  shown = aDeviceStatus()
  const host = name.replaceAll('PORT', new URL(page.url).port)
  const answer = await ask({ headers: { host } })
  expect([answer.status, answer.body.includes('Brother')]).toEqual([status, status === 200])
  const upgrade = { host, connection: 'upgrade', upgrade: 'websocket', origin: `http://${host}` }
  expect((await ask({ headers: upgrade })).status).toBe(status)
})

test.each([
  // request with                                                 status
  ['no host', 'GET / HTTP/1.1', 400],
  ['no host in HTTP/1.0', 'GET / HTTP/1.0', 421],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example', 421],
  ['another host in its URL', 'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example', 421],
  ['a CONNECT method', 'CONNECT printer.local:631 HTTP/1.1\r\nHost: 127.0.0.1:PORT', undefined],
])('reveals nothing to a request with %s', async (_, head, status) => {
  shown = aDeviceStatus()
  const port = Number(new URL(page.url).port)
  const socket = net.connect(port, '127.0.0.1', () => {
    socket.write(`${head.replaceAll('PORT', String(port))}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
  })
  const answer = await text(socket)
  expect(answer).not.toContain('Brother')
  expect(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]).toBe(status?.toString())
})

const UNREACHABLE = { state: 'unreachable', problem: 'refused' } as const

test.each<DeviceStatus['connection']>([{ state: 'starting' }, UNREACHABLE, PAIRING])(
  'shows nothing about its surroundings until it is paired: %j',
  async (connection) => {
    shown = aDeviceStatus({ connection, isPaired: false })
    const { body } = await ask({})
    for (const word of ['Brother', 'Label ZZ', 'DYMO', '/log']) expect(body).not.toContain(word)
    expect((await ask({ path: '/log' })).status).toBe(404)
  },
)

test('shows its printers once paired, also while the server is unreachable', async () => {
  shown = aDeviceStatus({ connection: UNREACHABLE })
  const { body } = await ask({})
  for (const word of ['Brother', 'Label ZZ', 'DYMO', '/log']) expect(body).toContain(word)
})

test('shows problems with their remedies in the language of the page', async () => {
  shown = aDeviceStatus()
  for (const language of ['en', 'fr'] as const) {
    const { body } = await ask({ path: `/?language=${language}` })
    const { cover_open, media_empty, outcome_unknown, printer_offline } = ERROR_SENTENCES[language]
    for (const sentence of [cover_open, media_empty, outcome_unknown, printer_offline]) expect(body).toContain(sentence)
    expect(body).toContain(`${ERROR_SENTENCES[language].printer_stopped} gremlins`)
    expect(body).toContain('https://downloads.example/postroom-device-manager_1.3.0_amd64.deb')
  }
})

test.each([
  ['en', 'fr'],
  ['fr', 'en'],
])('links the page in %s to the same page in %s', async (language, other) => {
  const { body } = await ask({ path: `/?language=${language}` })
  expect(body).toContain(`<html lang="${language}">`)
  expect(body).toContain(`href="/?language=${other}" lang="${other}" hreflang="${other}"`)
})

test.each(['en', 'fr'] as const)('reports missing files of PubNub in %s', async (language) => {
  const { alias, organisation } = { alias: 'Bench', organisation: 'Kendall Books' }
  shown = aDeviceStatus({
    connection: { state: 'no_pubnub', alias, organisation, documents_url: 'https://post.example' },
  })
  expect((await ask({ path: `/?language=${language}` })).body).toContain(
    STATUS_TEXTS[language].connectionStates.no_pubnub,
  )
})

test.each(['en', 'fr'] as const)('has a distinct text for each connection problem in %s', async (language) => {
  const { problems } = STATUS_TEXTS[language]
  expect(new Set(Object.values(problems)).size).toBe(CONNECTION_PROBLEMS.length)
  for (const problem of CONNECTION_PROBLEMS) {
    shown = aDeviceStatus({ connection: { state: 'unreachable', problem } })
    expect((await ask({ path: `/?language=${language}` })).body).toContain(problems[problem])
  }
})

test.each(['en', 'fr'] as const)('says that the clock of the computer is wrong, in %s', async (language) => {
  shown = aDeviceStatus({ connection: { state: 'clock_wrong' } })
  expect((await ask({ path: `/?language=${language}` })).body).toContain(STATUS_TEXTS[language].clockWrong)
})

test.each([
  ['en', 'Loaded: endless roll of 62 mm<'],
  ['fr', 'Chargé\u202f: rouleau continu de 62 mm<'],
])('names an endless roll by its width, in %s', async (language, words) => {
  const roll = { name: 'DK-22205', width_mm: 62, height_mm: 999, endless: true } as const
  shown = aDeviceStatus()
  shown = { ...shown, printers: shown.printers.map((printer) => ({ ...printer, media_ready: [roll] })) }
  expect((await ask({ path: `/?language=${language}` })).body).toContain(words)
})

test('shows its log for copying, escaped', async () => {
  shown = aDeviceStatus()
  const { body } = await ask({ path: '/log?language=fr' })
  expect(body).toContain('{&quot;event&quot;:&quot;start&quot;}\n&lt;b&gt;</textarea>')
  expect(body).toContain(STATUS_TEXTS.fr.logHow)
})

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a page of another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
  ['a page of another origin', { origin: 'https://evil.example' }, 403],
  ['a page that hides its origin', { origin: 'null' }, 403],
  ['a page of another site without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of port 80 of this machine', { origin: 'http://127.0.0.1:80' }, 403],
  ['a page of this port by another name', { origin: 'http://[::1]:PORT' }, 403],
  ['a page of this port over TLS', { origin: 'https://127.0.0.1:PORT' }, 403],
  ['a page whose origin has ours as a prefix', { origin: 'http://127.0.0.1:PORT.evil.example' }, 403],
  ['a page with two origins', { origin: 'http://127.0.0.1:PORT, https://evil.example' }, 403],
  ['a picture on a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, 403],
  ['its own origin', { origin: 'http://127.0.0.1:PORT' }, 200],
  ['a link on a page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  ['itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
])('checks the origin of a request by %s', async (_, given, expected) => {
  shown = aDeviceStatus()
  const { port } = new URL(page.url)
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace('PORT', port)]))
  const answer = await ask({ headers })
  expect([answer.status, answer.body.includes('Brother')]).toEqual([expected, expected === 200])
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('refuses %s and its preflight', async (method) => {
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': method }
  expect((await ask({ method })).status).toBe(405)
  const answer = await ask({ method: 'OPTIONS', headers: preflight })
  expect(answer.status).toBe(403)
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})

const WEB_APP = path.join(import.meta.dirname, '../../../web')

test('shares its error texts and its colours with the web app', () => {
  const texts = (language: string): unknown =>
    JSON.parse(fs.readFileSync(path.join(WEB_APP, `public/assets/languages/${language}.json`), 'utf8'))
  expect(texts('en-gb')).toMatchObject({ deviceError: ERROR_SENTENCES.en })
  expect(texts('fr-fr')).toMatchObject({ deviceError: ERROR_SENTENCES.fr })
  const tokens = fs.readFileSync(path.join(WEB_APP, 'src/styles/tokens.css'), 'utf8')
  const colours = [...STATUS_STYLE.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
  expect(colours.length).toBeGreaterThan(8)
  for (const [, name, light, dark] of colours) {
    const [ofLight, ofDark] = [...tokens.matchAll(new RegExp(`${name}: (#\\w+);`, 'g'))].map(([, value]) => value)
    expect({ name, light, dark }).toEqual({ name, light: ofLight, dark: ofDark })
  }
})

test.each([
  ['another page', { path: '/etc/passwd' }, 404],
  ['a path with ..', { path: '/../../etc/passwd' }, 404],
  ['an empty path', { path: '//' }, 404],
])('answers %s with 404', async (_, options, status) => {
  expect((await ask(options)).status).toBe(status)
})

test('uses French by parameter or by the language of the browser', async () => {
  expect((await ask({ path: '/?language=fr' })).body).toContain(STATUS_TEXTS.fr.pairingNext)
  expect((await ask({ headers: { 'accept-language': 'fr-FR,fr;q=0.9' } })).body).toContain('<html lang="fr">')
  expect((await ask({ path: '/?language=xx' })).body).toContain('<html lang="en">')
})

test('answers without a body to HEAD, and with its headers to everything', async () => {
  for (const [options, body] of [
    [{ method: 'HEAD' }, ''],
    [{ path: '/status.css' }, STATUS_STYLE],
  ] as const) {
    const answer = await ask(options)
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  }
})

test('answers an unexpected error without its words, and reports it', async () => {
  const reported: unknown[] = []
  const onBug = (error: unknown) => reported.push(error)
  bugs.subscribe(onBug)
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const error = new Error('SECRET')
  const folderOfBroken = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-page-'))
  const status = () => {
    throw error
  }
  const broken = await serveStatusPage({ port: 0, folder: folderOfBroken }, somePage({ status }))
  const headers = { cookie: await pageSession(folderOfBroken) }
  const answer = await fetch(broken.url, { headers })
  expect([answer.status, await answer.text()]).toEqual([500, 'An unexpected error.'])
  expect(reported).toEqual([error])
  expect(silent).toHaveBeenCalledTimes(1)
  silent.mockRestore()
  bugs.unsubscribe(onBug)
  broken.close()
  await expect(fetch(broken.url)).rejects.toThrow()
  fs.rmSync(folderOfBroken, { recursive: true })
})

test.each([
  [8_089, 101, 8_189],
  [65_500, 36, 65_535],
])('tries from port %i on %i ports, to %i', async (port, count, last) => {
  const tried: unknown[] = []
  const listen = vi.spyOn(http.Server.prototype, 'listen').mockImplementation(function listen(this: http.Server, at) {
    tried.push(at)
    setImmediate(() => this.emit('error', new Error('in use')))
    return this
  })
  const none = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-page-'))
  await expect(serveStatusPage({ port, folder: none }, somePage())).rejects.toThrow('in use')
  listen.mockRestore()
  fs.rmSync(none, { recursive: true })
  expect([tried[0], tried.length, tried.at(-1)]).toEqual([port, count, last])
})

test('does not start when no port from the configured one upwards is free', async () => {
  const taken = http.createServer().listen(65_535, '127.0.0.1')
  await once(taken, 'listening')
  const started = serveStatusPage({ port: 65_535, folder }, somePage({ status: () => shown }))
  await expect(started).rejects.toHaveProperty('code', 'EADDRINUSE')
  taken.close()
})

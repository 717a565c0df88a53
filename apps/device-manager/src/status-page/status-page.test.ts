import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDeviceStatus, PAIRING } from '../testing/a-device-status.ts'
import { ERROR_SENTENCES } from './error-sentences.ts'
import { serveStatusPage } from './status-page.ts'
import { STATUS_STYLE } from './status-style.ts'
import { STATUS_TEXTS } from './status-texts.ts'
import type { DeviceStatus } from './status-view.ts'

let shown: DeviceStatus
let page: Awaited<ReturnType<typeof serveStatusPage>>
beforeAll(async () => {
  page = await serveStatusPage(0, { status: () => shown, log: () => ['{"event":"start"}', '<b>'] })
})
beforeEach(() => void (shown = aDeviceStatus({ alias: '<b>Bench</b> & "co"', line: PAIRING })))
afterAll(() => page.close())

function ask(
  options: http.RequestOptions,
): Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }> {
  const answer = Promise.withResolvers<{ status: number; body: string; headers: http.IncomingHttpHeaders }>()
  const request = http.request(page.url, options, (response) => {
    let body = ''
    response.on('data', (part: Buffer) => (body += part.toString()))
    response.on('end', () => answer.resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
  })
  request.on('error', answer.reject)
  request.end()
  return answer.promise
}

test('it shows the code and lets nothing of a name become part of the page', async () => {
  const { status, body, headers } = await ask({})
  expect(status).toBe(200)
  expect(body).toContain('K7QM-2XWP')
  expect(body).toContain('&lt;b&gt;Bench&lt;/b&gt; &amp; &quot;co&quot;')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).not.toContain('<script>')
})

test.each([
  ['localhost', 200],
  ['127.0.0.1', 200],
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['[::ffff:127.0.0.1]', 421],
])('asked as %s it answers %i', async (name, status) => {
  const { port } = new URL(page.url)
  expect((await ask({ headers: { host: `${name}:${port}` } })).status).toBe(status)
})

test('until it is paired it tells nothing of what is around it', async () => {
  const { body } = await ask({})
  for (const told of ['Brother', 'Label ZZ', 'DYMO', '/log']) expect(body).not.toContain(told)
  expect((await ask({ path: '/log' })).status).toBe(404)
})

test('a trouble comes with what helps, in the language of the page', async () => {
  shown = aDeviceStatus()
  for (const language of ['en', 'fr'] as const) {
    const { body } = await ask({ path: `/?language=${language}` })
    const { cover_open, media_empty, outcome_unknown, printer_offline } = ERROR_SENTENCES[language]
    for (const sentence of [cover_open, media_empty, outcome_unknown, printer_offline]) expect(body).toContain(sentence)
    expect(body).toContain(`${ERROR_SENTENCES[language].printer_stopped} toner-empty`)
    expect(body).toContain('https://downloads.example/postroom-device-manager_1.3.0_amd64.deb')
  }
})

test('its log is there to be copied, and nothing in it becomes part of the page', async () => {
  shown = aDeviceStatus()
  const { body } = await ask({ path: '/log?language=fr' })
  expect(body).toContain('{&quot;event&quot;:&quot;start&quot;}\n&lt;b&gt;</textarea>')
  expect(body).toContain(STATUS_TEXTS.fr.logHow)
})

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a page of another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
  ['a page that has an origin', { origin: 'https://evil.example' }, 403],
  ['a page that hides its origin', { origin: 'null' }, 403],
  ['a link on a page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  ['itself', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
])('asked by %s it answers as it should', async (_, headers, expected) => {
  const answer = await ask({ headers })
  expect(answer.status).toBe(expected)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

const WEB_APP = path.join(import.meta.dirname, '../../../web')

test('its French sentences and its colours are those of the web app', () => {
  const french: unknown = JSON.parse(fs.readFileSync(path.join(WEB_APP, 'public/assets/languages/fr-fr.json'), 'utf8'))
  expect(french).toMatchObject({ deviceError: ERROR_SENTENCES.fr })
  const tokens = fs.readFileSync(path.join(WEB_APP, 'src/styles/tokens.css'), 'utf8')
  const colours = [...STATUS_STYLE.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
  expect(colours.length).toBeGreaterThan(8)
  for (const [, name, light, dark] of colours) {
    const [ofLight, ofDark] = [...tokens.matchAll(new RegExp(`${name}: (#\\w+);`, 'g'))].map(([, value]) => value)
    expect({ name, light, dark }).toEqual({ name, light: ofLight, dark: ofDark })
  }
})

test.each([
  ['without a port', { headers: { host: '127.0.0.1' } }, 421],
  ['another port', { headers: { host: '127.0.0.1:80' } }, 421],
  ['a POST', { method: 'POST' }, 405],
  ['another page', { path: '/etc/passwd' }, 404],
])('%s is refused', async (_, options, status) => {
  expect((await ask(options)).status).toBe(status)
})

test('it speaks French when asked to, or when the browser does', async () => {
  expect((await ask({ path: '/?language=fr' })).body).toContain(STATUS_TEXTS.fr.pairingHow)
  expect((await ask({ headers: { 'accept-language': 'fr-FR,fr;q=0.9' } })).body).toContain('<html lang="fr">')
  expect((await ask({ path: '/?language=xx' })).body).toContain('<html lang="en">')
})

test('a taken port is no reason not to have a page', async () => {
  const second = await serveStatusPage(Number(new URL(page.url).port), { status: () => shown, log: () => [] })
  expect(second.url).not.toBe(page.url)
  await second.close()
})

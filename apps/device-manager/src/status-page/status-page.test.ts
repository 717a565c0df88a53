import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveStatusPage } from './status-page.ts'
import { STATUS_TEXTS } from './status-texts.ts'

let page: Awaited<ReturnType<typeof serveStatusPage>>
beforeAll(async () => {
  page = await serveStatusPage(0, () => ({
    alias: '<b>Bench</b> & "co"',
    server: 'http://127.0.0.1:8080',
    line: { state: 'pairing', code: 'K7QM-2XWP' },
    printers: [],
    jobs: [],
  }))
})
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
  expect(body).not.toMatch(/<script>|https?:\/\/(?!127\.0\.0\.1)/)
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
  const second = await serveStatusPage(Number(new URL(page.url).port), () => {
    throw new Error('not asked')
  })
  expect(second.url).not.toBe(page.url)
  await second.close()
})

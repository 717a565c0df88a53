import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-web-'))
/** Files of which the build has written the compressed ones. */
const COMPRESSED: ReadonlyMap<string, string> = new Map([
  ['index.html', '<!doctype html><title>Postroom</title>'],
  ['build/shared-C4x_9-Qz.js', `export const text = '${'stamp '.repeat(100)}'`],
])
let server: TestApp

beforeAll(async () => {
  for (const name of ['build', 'assets/languages']) fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.writeFileSync(path.join(folder, 'build/index-B1x_9-Qz.js'), 'export {}')
  fs.writeFileSync(path.join(folder, 'assets/languages/en-gb.json'), '{}')
  fs.writeFileSync(path.join(folder, 'assets/picture-of-a-post-office.svg'), '<svg/>')
  fs.writeFileSync(path.join(folder, '.built-from'), 'x')
  for (const [name, text] of COMPRESSED) {
    fs.writeFileSync(path.join(folder, name), text)
    fs.writeFileSync(path.join(folder, `${name}.br`), zlib.brotliCompressSync(text))
    fs.writeFileSync(path.join(folder, `${name}.gz`), zlib.gzipSync(text))
  }
  server = await testApp({}, { webFolder: folder })
})
afterAll(async () => {
  await server.close()
  fs.rmSync(folder, { recursive: true })
})

const NAVIGATION = 'text/html,application/xhtml+xml,*/*;q=0.8'
const FOR_EVER = 'public, max-age=31536000, immutable'

test.each([
  // path                         accept    status  caching
  ['/', NAVIGATION, 200, 'no-cache'],
  ['/app/shipping-single', NAVIGATION, 200, 'no-cache'],
  ['/login?returnUrl=/app/home', NAVIGATION, 200, 'no-cache'],
  ['/build/index-B1x_9-Qz.js', '*/*', 200, FOR_EVER],
  ['/assets/languages/en-gb.json', '*/*', 200, 'no-cache'],
  ['/assets/picture-of-a-post-office.svg', '*/*', 200, 'no-cache'],
  ['/build/index-gone1234.js', '*/*', 404, undefined],
  ['/../package.json', '*/*', 404, undefined],
  ['/.built-from', '*/*', 404, undefined],
  ['/build/shared-C4x_9-Qz.js.br', '*/*', 404, undefined],
  ['/api/nowhere', NAVIGATION, 404, 'no-store'],
])('GET %s with Accept: %s', async (url, accept, status, caching) => {
  const answer = await server.app.inject({ url, headers: { accept } })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cache-control']).toBe(caching)
  if (accept === NAVIGATION && status === 200) expect(answer.body).toContain('<title>Postroom')
  if (status === 404) expect(answer.json()).toMatchObject({ code: 'not_found' })
})

const UNCHANGED = (bytes: Buffer) => bytes
const SCRIPT = '/build/shared-C4x_9-Qz.js'

test.each([
  // path               accept-encoding           sent as    read with
  [SCRIPT, 'gzip, deflate, br, zstd', 'br', zlib.brotliDecompressSync],
  [SCRIPT, 'br;q=0.5, gzip;q=0', 'br', zlib.brotliDecompressSync],
  [SCRIPT, 'gzip', 'gzip', zlib.gunzipSync],
  [SCRIPT, 'br;q=0, gzip', 'gzip', zlib.gunzipSync],
  [SCRIPT, 'identity', undefined, UNCHANGED],
  [SCRIPT, 'br;q=0', undefined, UNCHANGED],
  [SCRIPT, undefined, undefined, UNCHANGED],
  // a picture that the build has not compressed
  ['/assets/picture-of-a-post-office.svg', 'br, gzip', undefined, UNCHANGED],
  ['/app/home', 'br, gzip', 'br', zlib.brotliDecompressSync],
  ['/app/home', undefined, undefined, UNCHANGED],
])('GET %s with Accept-Encoding: %s is sent as %s', async (url, accepted, sentAs, read) => {
  const headers = { accept: NAVIGATION, ...(accepted !== undefined && { 'accept-encoding': accepted }) }
  const answer = await server.app.inject({ url, headers })
  const text = COMPRESSED.get(url === SCRIPT ? SCRIPT.slice(1) : 'index.html')
  expect(read(answer.rawPayload).toString()).toBe(url.startsWith('/assets') ? '<svg/>' : text)
  expect(answer.headers).toMatchObject({
    'content-type':
      { [SCRIPT]: 'application/javascript; charset=utf-8', '/app/home': 'text/html; charset=utf-8' }[url] ??
      'image/svg+xml',
    'cache-control': url === SCRIPT ? FOR_EVER : 'no-cache',
    'content-length': String(answer.rawPayload.length),
    'content-security-policy': expect.stringContaining("script-src 'self'"),
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-encoding']).toBe(sentAs)
  expect(answer.headers.vary?.toLowerCase()).toContain('accept-encoding')

  const head = await server.app.inject({ method: 'HEAD', url, headers })
  expect(head.rawPayload).toHaveLength(0)
  const { date: _at, ...same } = answer.headers
  expect(head.headers).toMatchObject(same)

  const again = await server.app.inject({ url, headers: { ...headers, 'if-none-match': answer.headers.etag! } })
  expect(again.statusCode).toBe(304)
})

test('each encoding of a file has its own ETag', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) => {
      const { headers } = await server.app.inject({ url: SCRIPT, headers: { 'accept-encoding': encoding } })
      return headers.etag
    }),
  )
  expect(new Set(tags).size).toBe(3)
})

it('passes the settings of this installation to the web app', async () => {
  const { body } = await server.app.inject('/app-config.json')
  expect(JSON.parse(body)).toEqual({
    company_name: 'Postroom',
    locale: 'en-GB',
    project_variant: 'uk',
    api_base: '/api',
  })
  server.context.settings.publicUrl = 'https://post.example/'
  const atDomain = await server.app.inject('/app-config.json')
  expect(atDomain.json()).toMatchObject({ passkey_origin: 'https://post.example' })
  expect(atDomain.headers['cache-control']).toBe('no-cache')
  expect(atDomain.json()).not.toHaveProperty('takes_cards')
})

it('notifies the web app that this installation takes cards', async () => {
  const selling = await testApp({ stripe: {} as never }) // no call reaches it
  expect((await selling.app.inject('/app-config.json')).json()).toMatchObject({ takes_cards: true })
  await selling.close()
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-web-'))
let server: TestApp

beforeAll(async () => {
  for (const name of ['build', 'assets/languages']) fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Postroom</title>')
  fs.writeFileSync(path.join(folder, 'build/index-B1x_9-Qz.js'), 'export {}')
  fs.writeFileSync(path.join(folder, 'assets/languages/en-gb.json'), '{}')
  fs.writeFileSync(path.join(folder, 'assets/picture-of-a-post-office.svg'), '<svg/>')
  fs.writeFileSync(path.join(folder, '.built-from'), 'x')
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
  ['/api/nowhere', NAVIGATION, 404, 'no-store'],
])('GET %s with Accept: %s', async (url, accept, status, caching) => {
  const answer = await server.app.inject({ url, headers: { accept } })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cache-control']).toBe(caching)
  if (accept === NAVIGATION && status === 200) expect(answer.body).toContain('<title>Postroom')
  if (status === 404) expect(answer.json()).toMatchObject({ code: 'not_found' })
})

it('passes the settings of this installation to the web app', async () => {
  const { body } = await server.app.inject('/app-config.json')
  expect(JSON.parse(body)).toEqual({
    company_name: 'Postroom',
    locale: 'en-GB',
    project_variant: 'uk',
    api_base: '/api',
  })
})

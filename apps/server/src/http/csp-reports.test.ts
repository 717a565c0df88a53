import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

const lines: string[] = []
let server: TestApp
let app: TestApp['app']
beforeAll(async () => {
  server = await testApp()
})
beforeEach(async () => {
  lines.length = 0
  await app?.close()
  const logTo = { write: (line: string) => void lines.push(line) }
  app = await buildApp(server.context, { logLevel: 'warn', logTo, isReady: async () => true })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const send = (type: string, payload: string, remoteAddress = '192.0.2.1') =>
  app.inject({ method: 'POST', url: '/csp-reports', headers: { 'content-type': type }, payload, remoteAddress })
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

/** Reports as Chromium writes them, with personal or secret values in every field that can hold one. */
const OLD = {
  'csp-report': {
    'document-uri': 'https://post.example/login?token=canary',
    referrer: 'https://post.example/app/home?name=canary',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': 'https://user:canary@evil.test/canary.js?canary',
    'script-sample': 'canary',
  },
}
const NEW = {
  type: 'csp-violation',
  age: 10,
  url: 'https://post.example/app/canary',
  user_agent: 'canary',
  body: { documentURL: 'https://post.example/app/canary', effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink', sample: 'Element innerHTML|canary' }, // prettier-ignore
}

test.each([
  ['application/csp-report', OLD, { directive: 'script-src-elem', blocked: 'https://evil.test' }],
  ['application/reports+json', [NEW], { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' }],
])('logs the directive and the origin of a report as %s, and nothing else from it', async (type, report, entry) => {
  expect((await send(type, JSON.stringify(report))).statusCode).toBe(204)
  expect(logged()).toMatchObject([entry])
  expect(lines.join('')).not.toContain('canary')
})

const reportOf = (bytes: number) =>
  JSON.stringify({ ...OLD, more: 'x'.repeat(bytes - JSON.stringify({ ...OLD, more: '' }).length) })

it('takes a report of 16 KiB', async () => {
  expect((await send('application/csp-report', reportOf(16 * 1024))).statusCode).toBe(204)
})

test.each([
  ['something other than a report', 'application/csp-report', '{"a":1}', 400],
  ['half a report', 'application/csp-report', '{"csp-report":', 400],
  ['too many reports at once', 'application/reports+json', JSON.stringify(Array.from({ length: 11 }, () => NEW)), 400],
  ['a report of one byte more', 'application/csp-report', reportOf(16 * 1024 + 1), 413],
  ['another type', 'application/json', JSON.stringify(OLD), 415],
])('refuses %s and logs nothing', async (_case, type, payload, status) => {
  expect((await send(type, payload)).statusCode).toBe(status)
  expect(lines).toEqual([])
})

test.each([
  [
    { 'violated-directive': 'img-src', 'blocked-uri': 'inline' },
    { directive: 'img-src', blocked: 'inline' },
  ],
  [
    { 'effective-directive': 'font-src', 'violated-directive': 'img-src' },
    { directive: 'font-src', blocked: 'unknown' },
  ],
  [{ 'blocked-uri': 'eval' }, { directive: 'unknown', blocked: 'eval' }],
  [
    { 'effective-directive': 'x'.repeat(41), 'blocked-uri': 'x'.repeat(41) },
    { directive: 'x'.repeat(40), blocked: 'unknown' },
  ],
  [
    { 'blocked-uri': `https://${'x'.repeat(60)}.${'y'.repeat(31)}/a` },
    { blocked: `https://${'x'.repeat(60)}.${'y'.repeat(31)}` },
  ],
  [{ 'blocked-uri': `https://${'x'.repeat(60)}.${'y'.repeat(32)}/a` }, { blocked: 'unknown' }],
])('the report %j is logged as %j', async (report, entry) => {
  await send('application/csp-report', JSON.stringify({ 'csp-report': report }))
  expect(logged()).toMatchObject([entry])
})

it('takes ten reports at once', async () => {
  const payload = JSON.stringify(Array.from({ length: 10 }, () => NEW))
  expect((await send('application/reports+json', payload)).statusCode).toBe(204)
  expect(lines).toHaveLength(10)
})

it('logs no line breaks and cuts long texts', async () => {
  const report = {
    'effective-directive': `img-src\n${'x'.repeat(500)}`,
    'blocked-uri': `https://${'x'.repeat(500)}.test/`,
  }
  await send('application/csp-report', JSON.stringify({ 'csp-report': report }))
  expect(logged()).toMatchObject([{ directive: 'img-src', blocked: 'unknown' }])
})

it('logs at most twenty at once over all networks, and takes at most sixty calls a minute from each network', async () => {
  const statuses = []
  for (let count = 0; count < 61; count++)
    statuses.push((await send('application/csp-report', JSON.stringify(OLD), '198.51.100.7')).statusCode)
  expect(statuses.filter((status) => status === 204)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  await send('application/csp-report', JSON.stringify(OLD), '198.51.100.8')
  expect(lines).toHaveLength(20)
})

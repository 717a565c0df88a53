import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createBrotliCompress, createDeflate, createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '../testing/a-pdf.ts'
import { downloadDocument, type AnnouncedDocument, type PairedServer } from './download-document.ts'

const PDF = aPdf()
const PATH = '/api/stamp/v1/shipment/'
const asked: string[] = []
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '')
  const name = request.url?.slice(PATH.length)
  const { pathname, searchParams } = new URL(request.url ?? '', origin)
  if (pathname === `${PATH}sent-away.pdf`) {
    const location = searchParams.get('to') ?? ''
    return response.writeHead(Number(searchParams.get('status')), { location }).end()
  }
  if (pathname === `${PATH}packed.pdf`) return sendPacked(response, searchParams.get('packing') as keyof typeof PACKERS)
  if (name === 'gone.pdf') return response.writeHead(410, { 'content-type': 'application/json' }).end('{}')
  const type = name === 'page.pdf' ? 'text/html' : 'application/pdf'
  response.writeHead(200, { 'content-type': type })
  if (name === 'endless.pdf') return sendEndlessly(response)
  return response.end(BODIES[name ?? ''] ?? PDF)
})
const BODIES: Record<string, Buffer> = {
  'wide.pdf': aPdf({ width_mm: 110 }),
  'two.pdf': aPdf({ pages: 2 }),
  'many.pdf': aPdf({ pages: 10_000 }),
  'broken.pdf': Buffer.from('%PDF-1.4 but not really'),
}
let origin = ''
let askedOfVictim = 0
const victim = http.createServer((_request, response) => {
  askedOfVictim++
  response.end()
})
const victimPort = () => (victim.address() as AddressInfo).port

const PACKERS = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress }
/** A gigabyte of zero bytes, in parts of a megabyte. */
function sendPacked(response: http.ServerResponse, packing: keyof typeof PACKERS): void {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-encoding': packing })
  const block = Buffer.alloc(1024 * 1024)
  pipeline([Readable.from(Array.from({ length: 1_000 }, () => block)), PACKERS[packing](), response], () => {})
}

function sendEndlessly(response: http.ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024)
  const more = () => {
    if (!response.destroyed) response.write(block, more)
  }
  more()
}

beforeAll(async () => {
  for (const listener of [server, victim]) await once(listener.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const listener of [server, victim]) {
    listener.close()
    listener.closeAllConnections()
  }
})

const announced = (changes: Partial<AnnouncedDocument> = {}, body = PDF): AnnouncedDocument => ({
  type: 'label',
  url: `${origin}${PATH}good.pdf`,
  sha256: createHash('sha256').update(body).digest('hex'),
  width_mm: 101.6,
  height_mm: 152.4,
  pages: 1,
  ...changes,
})

const paired = (): PairedServer => ({ origin, namedOrigin: 'https://post.example' })

test('fetches the announced document', async () => {
  expect(Buffer.from(await downloadDocument(paired(), announced()))).toEqual(PDF)
  // the link may have the public origin of the server; the download uses the configured one
  const named = announced({ url: `https://post.example${PATH}good.pdf` })
  expect(Buffer.from(await downloadDocument(paired(), named))).toEqual(PDF)
  // sizes may differ by a third of a millimetre because of rounding
  await expect(downloadDocument(paired(), announced({ width_mm: 102 }))).resolves.toBeDefined()
})

test.each([
  ['another host', 'http://example.org/api/stamp/v1/shipment/x.pdf'],
  ['the same host by another name', 'http://localhost:PORT/api/stamp/v1/shipment/x.pdf'],
  ['the same host as one number', 'http://2130706433:1/api/stamp/v1/shipment/x.pdf'],
  ['the same host in IPv6', 'http://[::1]:PORT/api/stamp/v1/shipment/x.pdf'],
  ['the same host as an IPv4-mapped IPv6 address', 'http://[::ffff:127.0.0.1]:PORT/api/stamp/v1/shipment/x.pdf'],
  ['every address of this machine', 'http://0.0.0.0:PORT/api/stamp/v1/shipment/x.pdf'],
  ['another address of this machine', 'http://127.0.0.2:PORT/api/stamp/v1/shipment/x.pdf'],
  ['a name that resolves to this machine', 'http://127.0.0.1.nip.example:PORT/api/stamp/v1/shipment/x.pdf'],
  ['another port', 'http://127.0.0.1:1/api/stamp/v1/shipment/x.pdf'],
  ['the default port of http', 'http://127.0.0.1/api/stamp/v1/shipment/x.pdf'],
  ['another protocol', 'https://127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['a printer', 'ipp://127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['the CUPS of this machine', 'http://127.0.0.1:631/api/stamp/v1/shipment/x.pdf'],
  ['the router', 'http://192.168.0.1/api/stamp/v1/shipment/x.pdf'],
  ['a private network', 'http://10.0.0.1/api/stamp/v1/shipment/x.pdf'],
  ['another private network', 'http://172.16.0.1/api/stamp/v1/shipment/x.pdf'],
  ['a private network in IPv6', 'http://[fd00::1]/api/stamp/v1/shipment/x.pdf'],
  ['a link-local address', 'http://[fe80::1]/api/stamp/v1/shipment/x.pdf'],
  ['the metadata service of a cloud', 'http://169.254.169.254/api/stamp/v1/shipment/x.pdf'],
  ['a file', 'file:///etc/passwd'],
  ['a file on another machine', 'file://server/share/x.pdf'],
  ['data', 'data:application/pdf,x'],
  ['a blob URL', 'blob:http://127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['an old protocol', 'ftp://127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['a username before the host', 'http://a@127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['a username and password before the host', 'http://a:b@127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['our host as the username of another', 'http://127.0.0.1:PORT@example.org/api/stamp/v1/shipment/x.pdf'],
  ['our host as a prefix of another', 'http://127.0.0.1.example.org:PORT/api/stamp/v1/shipment/x.pdf'],
  ['another host after two slashes', '//example.org/api/stamp/v1/shipment/x.pdf'],
  ['another host after backslashes', 'http:\\\\example.org\\api/stamp/v1/shipment/x.pdf'],
  ['the name of the server with another port', 'https://post.example:444/api/stamp/v1/shipment/x.pdf'],
  ['the name of the server over http', 'http://post.example/api/stamp/v1/shipment/x.pdf'],
  ['the parent domain of the server', 'https://example/api/stamp/v1/shipment/x.pdf'],
  ['a subdomain of the server', 'https://evil.post.example/api/stamp/v1/shipment/x.pdf'],
  ['another path of the server', 'http://127.0.0.1:PORT/api/auth/v1/token'],
  ['a path with ..', 'http://127.0.0.1:PORT/api/stamp/v1/shipment/../../../auth'],
  ['a path with encoded ..', 'http://127.0.0.1:PORT/api/stamp/v1/shipment/%2e%2e/%2e%2e/x'],
  ['a path with .. and backslashes', 'http://127.0.0.1:PORT/api/stamp/v1/shipment/..\\..\\..\\auth'],
  ['the path of the documents in the query', 'http://127.0.0.1:PORT/?/api/stamp/v1/shipment/x.pdf'],
  ['a relative path', 'label.pdf'],
  ['an empty string', ''],
])('never requests %s', async (_, url) => {
  asked.length = 0
  const at = url.replace('PORT', new URL(origin).port)
  await expect(downloadDocument(paired(), announced({ url: at }))).rejects.toHaveProperty(
    'fault.code',
    'document_foreign',
  )
  expect(asked).toEqual([])
})

test.each([301, 302, 303, 307, 308])('does not follow a redirect with status %i', async (status) => {
  for (const place of [
    'good.pdf',
    `//127.0.0.1:${victimPort()}/`,
    `http://127.0.0.1:${victimPort()}/`,
    'file:///etc/passwd',
  ]) {
    asked.length = 0
    const url = `${origin}${PATH}sent-away.pdf?status=${status}&to=${encodeURIComponent(place)}`
    await expect(downloadDocument(paired(), announced({ url }))).rejects.toHaveProperty(
      'fault.code',
      'document_unreachable',
    )
    expect(asked).toHaveLength(1)
  }
  expect(askedOfVictim).toBe(0)
})

test.each(['gzip', 'deflate', 'br'] as const)('does not decompress a gigabyte packed with %s', async (packing) => {
  const before = process.memoryUsage().rss
  const document = announced({ url: `${origin}${PATH}packed.pdf?packing=${packing}` })
  await expect(downloadDocument(paired(), document)).rejects.toHaveProperty('fault.code', 'document_too_large')
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})

test.each([
  ['gone.pdf', 'document_unreachable'],
  ['page.pdf', 'document_changed'],
  ['endless.pdf', 'document_too_large'],
  ['many.pdf', 'document_too_large'],
  ['wide.pdf', 'document_changed'],
  ['two.pdf', 'document_changed'],
  ['broken.pdf', 'document_changed'],
])('refuses %s: %s', async (name, code) => {
  const document = announced({ url: `${origin}${PATH}${name}` }, BODIES[name])
  await expect(downloadDocument(paired(), document)).rejects.toHaveProperty('fault.code', code)
})

test('refuses bytes that differ from the announced ones', async () => {
  const document = announced({ sha256: '0'.repeat(64) })
  await expect(downloadDocument(paired(), document)).rejects.toHaveProperty('fault.code', 'document_changed')
})

test('reports an unreachable server as document_unreachable', async () => {
  const away = 'http://127.0.0.1:9'
  const document = announced({ url: `${away}${PATH}x.pdf` })
  await expect(downloadDocument({ origin: away, namedOrigin: undefined }, document)).rejects.toHaveProperty(
    'fault.code',
    'document_unreachable',
  )
})

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf } from '../testing/a-pdf.ts'
import { downloadDocument, type AnnouncedDocument, type PairedServer } from './download-document.ts'

const PDF = aPdf()
const PATH = '/api/stamp/v1/shipment/'
const asked: string[] = []
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '')
  const name = request.url?.slice(PATH.length)
  if (name === 'redirected.pdf') return response.writeHead(302, { location: `${PATH}good.pdf` }).end()
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

function sendEndlessly(response: http.ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024)
  const more = () => {
    if (!response.destroyed) response.write(block, more)
  }
  more()
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
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

test('the announced document is fetched', async () => {
  expect(Buffer.from(await downloadDocument(paired(), announced()))).toEqual(PDF)
  // the server calls itself by another address than the one it is reached by: it is reached by that one all the same
  const named = announced({ url: `https://post.example${PATH}good.pdf` })
  expect(Buffer.from(await downloadDocument(paired(), named))).toEqual(PDF)
  // a third of a millimetre is how far sizes are rounded on their way
  await expect(downloadDocument(paired(), announced({ width_mm: 102 }))).resolves.toBeDefined()
})

test.each([
  ['another host', 'http://example.org/api/stamp/v1/shipment/x.pdf'],
  ['the same host by another name', 'http://localhost:PORT/api/stamp/v1/shipment/x.pdf'],
  ['another port', 'http://127.0.0.1:1/api/stamp/v1/shipment/x.pdf'],
  ['another protocol', 'https://127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['a file', 'file:///etc/passwd'],
  ['data', 'data:application/pdf,x'],
  ['a name before the host', 'http://a@127.0.0.1:PORT/api/stamp/v1/shipment/x.pdf'],
  ['another path of the server', 'http://127.0.0.1:PORT/api/auth/v1/token'],
  ['a path that climbs', 'http://127.0.0.1:PORT/api/stamp/v1/shipment/../../../auth'],
  ['a path that climbs in disguise', 'http://127.0.0.1:PORT/api/stamp/v1/shipment/%2e%2e/%2e%2e/x'],
  ['a number for the host', 'http://2130706433:1/api/stamp/v1/shipment/x.pdf'],
  ['no address', 'label.pdf'],
])('%s is never asked', async (_, url) => {
  asked.length = 0
  const at = url.replace('PORT', new URL(origin).port)
  await expect(downloadDocument(paired(), announced({ url: at }))).rejects.toHaveProperty(
    'fault.code',
    'document_foreign',
  )
  expect(asked).toEqual([])
})

test.each([
  ['redirected.pdf', 'document_unreachable'],
  ['gone.pdf', 'document_unreachable'],
  ['page.pdf', 'document_changed'],
  ['endless.pdf', 'document_too_large'],
  ['many.pdf', 'document_too_large'],
  ['wide.pdf', 'document_changed'],
  ['two.pdf', 'document_changed'],
  ['broken.pdf', 'document_changed'],
])('%s is refused: %s', async (name, code) => {
  const document = announced({ url: `${origin}${PATH}${name}` }, BODIES[name])
  await expect(downloadDocument(paired(), document)).rejects.toHaveProperty('fault.code', code)
})

test('other bytes than announced are refused', async () => {
  const document = announced({ sha256: '0'.repeat(64) })
  await expect(downloadDocument(paired(), document)).rejects.toHaveProperty('fault.code', 'document_changed')
})

test('a server that is away is said to be away', async () => {
  const away = 'http://127.0.0.1:9'
  const document = announced({ url: `${away}${PATH}x.pdf` })
  await expect(downloadDocument({ origin: away, namedOrigin: undefined }, document)).rejects.toHaveProperty(
    'fault.code',
    'document_unreachable',
  )
})

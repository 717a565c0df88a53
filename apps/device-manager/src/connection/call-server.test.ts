import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pollPairing } from '@postroom/contract/hub'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callServer } from './call-server.ts'

interface Given {
  status: number
  body: string
  headers?: Record<string, string>
}
let given: Given
let heard: unknown[]
let server: http.Server
async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  heard.push([request.method, request.url, request.headers['content-type'], await text(request)])
  response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers }).end(given.body)
}
beforeEach(async () => {
  heard = []
  server = http.createServer((...call) => void answer(...call))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const call = () => {
  const { port } = server.address() as AddressInfo
  return callServer(`http://127.0.0.1:${port}`, pollPairing, { params: { id: 'a/b' }, body: { poll_token: 'secret' } })
}
const refused = JSON.stringify({ code: 'pairing_expired', description: 'Too late.' })

test('sends the call as JSON, with its parameters in the path', async () => {
  given = { status: 200, body: '{"status":"waiting"}' }
  expect(await call()).toEqual({ status: 'waiting' })
  expect(heard).toEqual([['POST', '/api/iot/v1/pairing/a%2Fb', 'application/json', '{"poll_token":"secret"}']])
})

test.each([400, 410, 429, 500, 503])('throws the refusal of a server that answers %i', async (status) => {
  given = { status, body: refused }
  await expect(call()).rejects.toMatchObject({
    name: 'ServerRefusal',
    message: 'The server refused: pairing_expired',
    status,
    code: 'pairing_expired',
  })
})

test.each<[string, number, string, string]>([
  ['a page of another server', 200, '<html>', 'wrong_server'],
  ['an answer of another program', 200, '{"status":1}', 'wrong_server'],
  ['no body', 200, '', 'wrong_server'],
  ['a page that is not there', 404, '<html>', 'wrong_server'],
  ['a refusal of another program', 499, '{"error":"x"}', 'wrong_server'],
  ['the first status of a redirect', 300, '', 'redirected'],
  ['a redirect', 301, '', 'redirected'],
  ['the last status of a redirect', 399, '', 'redirected'],
  ['a fault of a proxy', 500, '<html>', 'server_fault'],
  ['a proxy before a stopped server', 502, '<html>', 'server_fault'],
])('reports %s as a connection problem, and follows nothing', async (_what, status, body, problem) => {
  given = { status, body, headers: { location: '/elsewhere' } }
  await expect(call()).rejects.toMatchObject({
    name: 'ConnectionError',
    message: `No answer of a Postroom server: ${problem}`,
    problem,
  })
  expect(heard).toHaveLength(1)
})

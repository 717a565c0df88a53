import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { grantDevice } from '@postroom/contract/hub'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownAuthority } from '../testing/own-authority.ts'
import { callServer, ServerRefusal } from './call-server.ts'
import { problemOf } from './connection-problem.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-problem-'))
let authority: ReturnType<typeof ownAuthority>
let own: { key: string; cert: string }
beforeAll(() => {
  authority = ownAuthority(folder)
  own = authority.certify('127.0.0.1')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

let listener: net.Server | undefined
afterEach(() => listener?.close())

async function at(server: net.Server, scheme = 'http'): Promise<string> {
  listener = server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (status: number, body: string, headers: http.OutgoingHttpHeaders = {}) =>
  http.createServer((_request, response) => response.writeHead(status, { connection: 'close', ...headers }).end(body))
const encrypted = (certificate: { key: string; cert: string }) =>
  https.createServer(certificate, (_request, response) => response.end())
const trusting = (server: net.Server): net.Server => {
  tls.setDefaultCACertificates([fs.readFileSync(authority.file, 'utf8')])
  return server
}
const SIGN_IN_PAGE = '<!doctype html><title>Hotel Wi-Fi</title>'

const ask = (server: string) =>
  callServer(server, grantDevice, {
    params: { id: crypto.randomUUID() },
    body: { issued_at: new Date().toISOString(), nonce: 'n'.repeat(22), signature: 's' },
  }).catch((error: unknown) => error)

test.each([
  ['an unknown host name', async () => 'http://postroom.invalid', 'unknown_name'],
  ['a port where nothing listens', async () => 'http://127.0.0.1:2', 'refused'],
  ['a listener that hangs up', async () => at(net.createServer((socket) => socket.destroy())), 'closed'],
  ['a redirect', async () => at(answering(308, '', { location: 'https://post.example/' })), 'redirected'],
  ['the sign-in page of a network', async () => at(answering(200, SIGN_IN_PAGE)), 'wrong_server'],
  ['another service that speaks JSON', async () => at(answering(200, '{"ok":true}')), 'wrong_server'],
  ['another service without this path', async () => at(answering(404, 'Not found')), 'wrong_server'],
  ['a reverse proxy in front of a stopped Postroom', async () => at(answering(502, 'Bad gateway')), 'server_fault'],
  ['a certificate of an unknown authority', async () => at(encrypted(own), 'https'), 'unknown_authority'],
  [
    'an expired certificate',
    async () => at(trusting(encrypted(authority.certify('127.0.0.1', -1))), 'https'),
    'certificate_expired',
  ],
  [
    'a certificate for another name',
    async () => at(trusting(encrypted(authority.certify('post.example'))), 'https'),
    'certificate_name',
  ],
  ['https to an http port', async () => at(answering(200, ''), 'https'), /^(no_tls|closed)$/],
  ['http to an https port', async () => at(encrypted(own)), /^(wrong_server|closed)$/],
])('%s', async (_, start, problem) => {
  expect(problemOf(await ask(await start()))).toMatch(problem)
})

test('does not treat an error from Postroom as a connection problem', async () => {
  const url = await at(answering(401, JSON.stringify({ code: 'device_clock_wrong', description: '' })))
  expect(await ask(url)).toBeInstanceOf(ServerRefusal)
})

test.each([
  ['ENOTFOUND', 'unknown_name'],
  ['EAI_AGAIN', 'unknown_name'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'no_route'],
  ['ENETUNREACH', 'no_route'],
  ['ENETDOWN', 'no_route'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'closed'],
  ['UND_ERR_SOCKET', 'closed'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknown_authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown_authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown_authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown_authority'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknown_authority'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['CERT_NOT_YET_VALID', 'certificate_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no_tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'no_tls'],
  ['EUNHEARD', 'other'],
])('the error code %s means %s', (code, problem) => {
  expect(problemOf(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))).toBe(problem)
})

const PROXY = 'http://proxy.example:3128'
const failed = (facts: object, message = 'x') =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), facts) })
test.each<[string, Error, string | undefined, string]>([
  ['asks for a login', failed({}, 'Proxy response (407) !== 200'), PROXY, 'proxy_login'],
  ['refuses the server', failed({}, 'Proxy response (403) !== 200'), PROXY, 'proxy_refused'],
  ['has an unknown name', failed({ code: 'ENOTFOUND', hostname: 'proxy.example' }), PROXY, 'proxy_unreachable'],
  ['is not there', failed({ code: 'ECONNREFUSED', port: 3128 }), PROXY, 'proxy_unreachable'],
  ['is not there at port 80', failed({ code: 'ECONNREFUSED', port: 80 }), 'http://proxy.example', 'proxy_unreachable'],
  ['is not there at 443', failed({ code: 'ECONNREFUSED', port: 443 }), 'https://proxy.example', 'proxy_unreachable'],
  ['is not the cause', failed({ code: 'ENOTFOUND', hostname: 'post.example' }), PROXY, 'unknown_name'],
  ['is not at this port', failed({ code: 'ECONNREFUSED', port: 443 }), 'http://proxy.example', 'refused'],
  ['is not used', failed({ code: 'ECONNREFUSED', port: 3128 }), undefined, 'refused'],
])('a proxy that %s', (_what, error, proxy, problem) => {
  expect(problemOf(error, proxy === undefined ? undefined : new URL(proxy))).toBe(problem)
})

test('reports timeouts, and other for unexpected errors', () => {
  expect(problemOf(new DOMException('', 'TimeoutError'))).toBe('timeout')
  const late = new TypeError('fetch failed', { cause: Object.assign(new Error('late'), { code: 'ETIMEDOUT' }) })
  expect(problemOf(late)).toBe('timeout')
  const both = new AggregateError([Object.assign(new Error('no'), { code: 'EHOSTUNREACH' })])
  expect(problemOf(new TypeError('fetch failed', { cause: both }))).toBe('no_route')
  expect([problemOf(new Error('!')), problemOf('!'), problemOf(undefined)]).toEqual(['other', 'other', 'other'])
})

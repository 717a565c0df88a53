import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { everyNth } from '@postroom/domain/testing/sweep'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ownAuthority } from '../testing/own-authority.ts'

/** A device manager process, a server whose certificate has a private authority, and a real proxy. */
const MAIN = path.join(import.meta.dirname, '../main.ts')
/** A host name that only the proxy can resolve. */
const NAME = 'post.test'
const HUB = crypto.randomUUID()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-way-'))
const authority = ownAuthority(folder)
const CREDENTIALS = 'clerk:p%40ss'
const EXPECTED = `Basic ${Buffer.from(decodeURIComponent(CREDENTIALS)).toString('base64')}`

const grant = (url: string) => ({
  alias: 'Bench',
  organisation: 'Kendall Books',
  documents_url: `https://${NAME}`,
  server_key: { kid: 'k', public_key: 'A'.repeat(43) },
  pub_key: '',
  sub_key: '',
  auth_key: 'token',
  com: 'embedded',
  url,
  client: `hub-${HUB}`,
  channels: { req: 'req', res: 'res', evt: 'evt' },
  expires_at: '2099-01-01T00:00:00Z',
})

let server: https.Server
let proxy: http.Server
const tunnels: { to: string | undefined; credentials: string | undefined }[] = []
const upgrades: string[] = []
const portOf = (listener: net.Server) => (listener.address() as AddressInfo).port

beforeAll(async () => {
  server = https.createServer(authority.certify(NAME), ({ url = '' }, response) => {
    const paired = url.endsWith('/pairing')
      ? { id: HUB, code: 'K7QM-2XWP', poll_token: 'token', expires_at: '2099-01-01T00:00:00Z' }
      : { status: 'paired', hub_id: HUB }
    const body = url.endsWith('/grant') ? grant(`wss://${NAME}:${portOf(server)}/hub`) : paired
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  server.on('upgrade', ({ url = '' }, socket) => {
    upgrades.push(url)
    socket.destroy()
  })
  proxy = http.createServer((_request, response) => response.writeHead(400).end())
  proxy.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    const credentials = request.headers['proxy-authorization']
    tunnels.push({ to: request.url, credentials })
    client.on('error', () => {})
    if (credentials !== EXPECTED) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (!request.url?.startsWith(NAME)) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = net.connect(portOf(server), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(client).pipe(onward)
    })
    onward.on('error', () => client.destroy())
  })
  for (const listener of [server, proxy]) await once(listener.listen(0, '127.0.0.1'), 'listening')
})

let device: ChildProcess | undefined
afterEach(async () => {
  if (!device) return
  const gone = once(device, 'exit')
  device.kill('SIGKILL')
  device = undefined
  await gone
})
afterAll(() => {
  for (const listener of [server, proxy]) {
    listener.close()
    listener.closeAllConnections()
  }
  fs.rmSync(folder, { recursive: true, force: true })
})

let starts = 0
const environment = (settings: Record<string, string>) => ({
  PATH: process.env['PATH'],
  HOME: folder,
  POSTROOM_DEVICE_DIR: path.join(folder, `device-${++starts}`),
  POSTROOM_DEVICE_PORT: '0',
  POSTROOM_CUPS: 'ipp://127.0.0.1:9',
  POSTROOM_DISCOVER: 'off',
  POSTROOM_SERVER: `https://${NAME}:${portOf(server)}`,
  ...settings,
})

/** Starts a device manager. @returns the connection problem in its log */
function start(settings: Record<string, string>): () => string[] {
  const env = environment(settings)
  device = spawn(process.execPath, [MAIN], { stdio: 'ignore', env })
  const log = path.join(env.POSTROOM_DEVICE_DIR, 'log.jsonl')
  return () => {
    const lines = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : []
    const facts = lines.map((line) => JSON.parse(line) as { event: string; state?: string; problem?: string })
    return facts.flatMap(({ event, state, problem }) =>
      event === 'connection' ? `${state} ${problem ?? ''}`.trim() : [],
    )
  }
}
const throughProxy = (credentials = `${CREDENTIALS}@`) => `http://${credentials}127.0.0.1:${portOf(proxy)}`
const soon = { timeout: 20_000 }

test('connects HTTP and WebSocket through a proxy with a password, to a server with a private authority', async () => {
  tunnels.length = 0
  const states = start({ HTTPS_PROXY: throughProxy(), POSTROOM_CA_FILE: authority.file })
  await vi.waitFor(() => expect(upgrades.length).toBeGreaterThan(0), soon)
  expect(states()).not.toContainEqual(expect.stringContaining('unreachable'))
  expect(tunnels.length).toBeGreaterThan(1)
  for (const tunnel of tunnels) expect(tunnel).toEqual({ to: `${NAME}:${portOf(server)}`, credentials: EXPECTED })
})

const UNREACHABLE: [string, () => Record<string, string>, string][] = [
  ['the proxy requires a password', () => ({ HTTPS_PROXY: throughProxy('') }), 'proxy_login'],
  [
    'the proxy refuses the server',
    () => ({ HTTPS_PROXY: throughProxy(), POSTROOM_SERVER: 'https://other.test' }),
    'proxy_refused',
  ],
  ['the proxy is off', () => ({ https_proxy: 'http://127.0.0.1:2' }), 'proxy_unreachable'],
  ['the name of the proxy is unknown', () => ({ HTTPS_PROXY: 'http://proxy.invalid:3128' }), 'proxy_unreachable'],
  ['the authority is unknown', () => ({ HTTPS_PROXY: throughProxy() }), 'unknown_authority'],
  [
    'NO_PROXY excludes this host',
    () => ({ HTTPS_PROXY: throughProxy(), NO_PROXY: `example.org,${NAME}` }),
    'unknown_name',
  ],
  [
    'a server on this machine bypasses the proxy',
    () => ({ HTTP_PROXY: throughProxy(), POSTROOM_SERVER: 'http://127.0.0.1:2' }),
    'refused',
  ],
]
test.each(everyNth(3, UNREACHABLE))('logs the problem when %s', async (_, settings, problem) => {
  const states = start(settings())
  await vi.waitFor(() => expect(states()).toContain(`unreachable ${problem}`), soon)
})

test.each([
  [{ POSTROOM_CA_FILE: '/nowhere/ca.pem' }, 'POSTROOM_CA_FILE: /nowhere/ca.pem cannot be read'],
  [{ POSTROOM_CA_FILE: MAIN }, `POSTROOM_CA_FILE: ${MAIN} holds no certificate (PEM)`],
  [{ HTTPS_PROXY: 'clerk:secret@proxy' }, 'HTTPS_PROXY must be an address like'],
])('does not start with %j, and says why without the password', (settings, words) => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], { encoding: 'utf8', env: environment(settings) })
  expect(status).toBe(1)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain('secret')
})

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls, { type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import type { Log } from './log.ts'
import { testApp, type TestApp } from './testing/test-app.ts'
import { readTls, renewTls, tlsFilesOf, type TlsFiles } from './tls.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-tls-'))

function newCertificate(name: string): TlsFiles {
  const files = { certificate: path.join(folder, `${name}.crt`), key: path.join(folder, `${name}.key`) }
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', files.key, '-out', files.certificate], {
    stdio: 'ignore',
  })
  return files
}

const first = newCertificate('first')
let server: TestApp
let port: number
beforeAll(async () => {
  server = await testApp({}, { tls: readTls(first) })
  server.context.settings.publicUrl = 'https://localhost'
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  fs.rmSync(folder, { recursive: true })
})

const to = (where: string, headers = {}) => ({
  host: '127.0.0.1',
  port,
  path: where,
  servername: 'localhost',
  headers,
  agent: false,
  ca: fs.readFileSync(first.certificate),
})

async function connect(limits: tls.ConnectionOptions = {}): Promise<string> {
  const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...limits })
  await once(socket, 'secureConnect')
  const name = socket.getPeerCertificate().subject.CN
  socket.destroy()
  return String(name)
}

it('answers over TLS with HSTS, and opens the socket of the hubs', async () => {
  const [answer] = (await once(https.get(to('/healthz')), 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const request = https.get(
    to('/api/iot/v1/hub/socket', { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }),
  )
  const [opened, socket] = (await once(request, 'upgrade')) as [IncomingMessage, TLSSocket]
  socket.destroy()
  expect(opened.statusCode).toBe(101)
})

it('speaks nothing older than TLS 1.2, and no plain http', async () => {
  expect(await connect({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })).toBe('first')
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  await expect(connect(old)).rejects.toThrow(/alert|protocol/i)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

it('uses a renewed certificate without a restart; one that does not fit its key leaves the old one', async () => {
  const said: string[] = []
  const say = (_fields: object, text: string) => void said.push(text)
  const log: Log = { info: say, warn: say, error: say, fatal: say }
  const stopped: string[] = []
  const other: Log = { ...log, error: (_fields, text) => void stopped.push(text) }
  await renewTls(server.app.server, first, other, 20)()
  onTestFinished(renewTls(server.app.server, first, log, 20))
  const second = newCertificate('second')
  fs.copyFileSync(second.certificate, first.certificate)
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toContain('the old one stays')
  expect(await connect()).toBe('first')
  fs.copyFileSync(second.key, first.key)
  await expect.poll(() => connect(), { timeout: 20_000 }).toBe('second')
  expect(said).toContain('the certificate was renewed')
  expect(stopped).toEqual([])
})

it('ends TLS itself with both files only', () => {
  const files = { TLS_CERTIFICATE: '/a.pem', TLS_KEY: '/b.pem' }
  expect(tlsFilesOf(readConfig({ ...files, PUBLIC_URL: 'https://post.example' }))).toEqual({
    certificate: '/a.pem',
    key: '/b.pem',
  })
  expect(tlsFilesOf(readConfig({}))).toBeUndefined()
})

it.each([
  [{ TLS_CERTIFICATE: '/a.pem', PUBLIC_URL: 'https://post.example' }, 'TLS_KEY: missing'],
  [{ TLS_KEY: '/a.pem' }, 'TLS_CERTIFICATE: missing'],
  [{ TLS_CERTIFICATE: '/a.pem', TLS_KEY: '/b.pem' }, 'PUBLIC_URL: must be https'],
  [{ TLS_CERTIFICATE: '/a.pem', TLS_KEY: '/b.pem', PUBLIC_URL: 'http://post.example' }, 'PUBLIC_URL: must be https'],
])('refuses %j', (settings, words) => expect(() => readConfig(settings)).toThrow(words))

it('says which settings name files that cannot be used', () => {
  expect(() => readTls({ certificate: '/nowhere', key: first.key })).toThrow(/TLS_CERTIFICATE and TLS_KEY.*ENOENT/)
  const swapped = { certificate: first.key, key: first.certificate }
  expect(() => readTls(swapped)).toThrow(/TLS_CERTIFICATE and TLS_KEY cannot be used: /)
})

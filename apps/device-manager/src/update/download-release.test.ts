import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import type http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownAuthority } from '../testing/own-authority.ts'
import { downloadRelease } from './download-release.ts'
import type { ReleaseFile } from './release.ts'

const CONTENT = randomBytes(300_000)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-download-'))
const into = path.join(folder, 'update')
let answer: (request: http.IncomingMessage, response: http.ServerResponse) => void
let asked: (string | undefined)[]
let server: https.Server
let authority: ReturnType<typeof ownAuthority>
const trusted = tls.getCACertificates('default')
beforeAll(async () => {
  authority = ownAuthority(folder)
  tls.setDefaultCACertificates([...trusted, fs.readFileSync(authority.file, 'utf8')])
  server = https.createServer(authority.certify('127.0.0.1'), (request, response) => {
    asked.push(request.headers.range)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(() => {
  fs.rmSync(into, { recursive: true, force: true })
  asked = []
  answer = whole
})
afterAll(() => {
  tls.setDefaultCACertificates(trusted)
  server.close()
  server.closeAllConnections()
  fs.rmSync(folder, { recursive: true })
})

/** A server that continues downloads. */
function whole({ headers: { range } }: http.IncomingMessage, response: http.ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const rest = { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }
  response.writeHead(from > 0 ? 206 : 200, from > 0 ? rest : {}).end(CONTENT.subarray(from))
}
const only =
  (content: Uint8Array, status = 200) =>
  (_: unknown, response: http.ServerResponse) =>
    void response.writeHead(status).end(content)
/** Ends the connection after this many bytes. */
const cutOff = (bytes: number) => (_: unknown, response: http.ServerResponse) => {
  response.writeHead(200, { 'content-length': CONTENT.length })
  response.write(CONTENT.subarray(0, bytes), () => response.destroy())
}
const release = (changes: Partial<ReleaseFile> = {}): ReleaseFile => ({
  platform: 'linux-x64',
  kind: 'executable',
  url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/program`,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  size: CONTENT.length,
  ...changes,
})
const download = (file = release()) => downloadRelease(file, into, new AbortController().signal)
const left = () => (fs.existsSync(into) ? fs.readdirSync(into) : [])

test('downloads once into a private folder, executable by its user alone', async () => {
  const result = await download()
  if (!('file' in result)) throw new Error(result.failed)
  expect(fs.readFileSync(result.file).equals(CONTENT)).toBe(true)
  expect([into, result.file].map((file) => (fs.statSync(file).mode & 0o777).toString(8))).toEqual(['700', '700'])
  expect(await download()).toEqual(result)
  expect(asked).toEqual([undefined])
})

test('continues a download that was cut off', async () => {
  answer = cutOff(100_000)
  expect(await download()).toEqual({ failed: 'unreachable' })
  const have = fs.statSync(path.join(into, left()[0]!)).size
  expect(have).toBeGreaterThan(0)
  answer = whole
  expect(await download()).toHaveProperty('file')
  expect(asked).toEqual([undefined, `bytes=${have}-`])
})

test('begins again when the server cannot continue', async () => {
  answer = cutOff(100_000)
  await download()
  answer = only(CONTENT)
  expect(await download()).toHaveProperty('file')
})

test('begins again when it has more than the release, as after a change of the file', async () => {
  answer = cutOff(100_000)
  await download()
  fs.appendFileSync(path.join(into, left()[0]!), Buffer.alloc(CONTENT.length))
  answer = whole
  expect(await download()).toHaveProperty('file')
  expect(asked).toEqual([undefined, undefined])
})

const changed = Buffer.from(CONTENT)
changed[150_000]! ^= 1

test.each<[string, () => typeof answer, string]>([
  ['with one changed byte', () => only(changed), 'changed'],
  ['that is too long', () => only(Buffer.concat([CONTENT, CONTENT])), 'too_large'],
  ['that never ends', () => (_, response) => endless(response), 'too_large'],
  ['that is too short', () => only(CONTENT.subarray(0, -1)), 'unreachable'],
  ['that is gone', () => only(Buffer.from('gone'), 404), 'unreachable'],
  [
    'that is elsewhere',
    () => (_, response) => response.writeHead(302, { location: release().url }).end(),
    'unreachable',
  ],
])('does not accept a file %s', async (_what, given, failed) => {
  answer = given()
  expect(await download()).toEqual({ failed })
  expect(left().filter((name) => !name.endsWith('.part'))).toEqual([])
  // the next attempt succeeds
  answer = whole
  expect(await download()).toHaveProperty('file')
})

function endless(response: http.ServerResponse): void {
  response.writeHead(200)
  const write = () => void (response.destroyed || response.write(CONTENT, write))
  write()
}

test('continues in a file that something has changed, and does not accept it', async () => {
  answer = cutOff(100_000)
  await download()
  const part = path.join(into, left()[0]!)
  fs.writeFileSync(part, randomBytes(fs.statSync(part).size))
  answer = whole
  expect(await download()).toEqual({ failed: 'changed' })
  expect(await download()).toHaveProperty('file')
})

test('downloads a file again that was changed after the download', async () => {
  const result = await download()
  if (!('file' in result)) throw new Error(result.failed)
  fs.writeFileSync(result.file, changed)
  expect(await download()).toEqual(result)
  expect(fs.readFileSync(result.file).equals(CONTENT)).toBe(true)
})

test('deletes what it downloaded of other versions', async () => {
  await download()
  answer = only(changed)
  expect(await download(release({ sha256: createHash('sha256').update(changed).digest('hex') }))).toHaveProperty('file')
  expect(left()).toHaveLength(1)
})

test('does not accept a server whose certificate is unknown', async () => {
  const elsewhere = fs.mkdtempSync(path.join(folder, 'elsewhere-'))
  const stranger = https.createServer(ownAuthority(elsewhere).certify('127.0.0.1'), whole)
  await once(stranger.listen(0, '127.0.0.1'), 'listening')
  const url = `https://127.0.0.1:${(stranger.address() as AddressInfo).port}/program`
  expect(await download(release({ url }))).toEqual({ failed: 'unreachable' })
  stranger.close()
})

test.runIf(process.platform === 'linux')('gives up on a full disk, and leaves nothing there', async () => {
  const program = path.join(import.meta.dirname, '../testing/download-until-full.ts')
  const BLOCKS = 200 // of 512 bytes
  const args = [process.execPath, program, JSON.stringify(release()), into]
  const shell = `ulimit -S -f ${BLOCKS}; exec "$@"`
  const environment = { ...process.env, NODE_EXTRA_CA_CERTS: authority.file }
  const { stdout } = await promisify(execFile)('sh', ['-c', shell, 'sh', ...args], { env: environment })
  expect(JSON.parse(stdout)).toEqual({ failed: 'disk' })
  expect(left()).toEqual([])
})

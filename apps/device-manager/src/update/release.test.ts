import { generateKeyPairSync, sign } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileFor } from './installation.ts'
import { compareVersions, writeManifest, type Release, type ReleaseFile } from './release.ts'
import { releases } from './watch-releases.ts'

const ours = generateKeyPairSync('ed25519')
const KEY = ours.publicKey.export({ format: 'jwk' }).x!
const aFile = (changes: Partial<ReleaseFile> = {}): ReleaseFile => ({
  platform: 'linux-x64',
  kind: 'executable',
  url: 'https://downloads.example/postroom-device-manager',
  sha256: 'ab'.repeat(32),
  size: 30_000_000,
  ...changes,
})
const INSTALLED = { kind: 'own', program: '', platform: 'linux-x64' } as const
const aRelease = (changes: Partial<Release> = {}): Release => ({
  version: '1.3.0',
  published: '2026-11-20T10:00:00Z',
  files: [aFile()],
  ...changes,
})
const good = (changes: Partial<Release> = {}) => writeManifest(aRelease(changes), ours.privateKey)

let published: { status: number; body: string; location?: string }
const server = http.createServer((request, response) => {
  const { status, body, location } = ANSWERS[request.url ?? '']?.() ?? NONE
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
})
const NONE: typeof published = { status: 404, body: '{}' }
const ANSWERS: Partial<Record<string, () => typeof published>> = {
  '/device-manager/manifest.json': () => published,
  '/elsewhere': () => ({ status: 200, body: good() }),
}
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let folder: string
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => void server.close())
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-release-'))
  published = NONE
  rejected = []
  return () => fs.rmSync(folder, { recursive: true })
})
const rest = { version: '1.2.9', installed: INSTALLED, isRejected: (version: string) => rejected.includes(version) }
const known = (key: string | undefined = KEY) => releases({ ...rest, server: origin(), folder, key })
let rejected: string[] = []
const publish = (body: string) => (published = { status: 200, body })

test('announces a signed newer version, and stores only the announcement', async () => {
  publish(good())
  const ofOurs = known()
  expect(await ofOurs.look()).toBe('newer')
  expect(ofOurs.available()).toEqual({ version: '1.3.0', file: aFile() })
  expect(fs.readdirSync(folder)).toEqual(['release.json'])
})

const forged = () => writeManifest(aRelease(), generateKeyPairSync('ed25519').privateKey)
const changed = () => good().replace('1.3.0', '9.9.9')
const unsigned = () => JSON.stringify({ ...(JSON.parse(good()) as object), signature: '' })
/** As a careless or hostile publisher with the right key would sign it. */
function oversized(): string {
  const text = JSON.stringify(aRelease({ files: [aFile({ size: 600_000_000 })] }))
  const signature = sign(null, Buffer.from(`postroom.device-manager.release.v1\n${text}`), ours.privateKey)
  return JSON.stringify({ release: text, signature: signature.toString('base64url') })
}
const notHttps = () => good({ files: [aFile({ url: 'http://downloads.example/x.deb' })] })
test.each([
  ['signed with another key', forged, 'refused'],
  ['changed after it was signed', changed, 'refused'],
  ['not signed', unsigned, 'refused'],
  ['cut off', () => good().slice(0, -20), 'refused'],
  ['that is not JSON', () => '<!doctype html>', 'refused'],
  ['larger than any manifest', () => good() + ' '.repeat(20_000), 'none'],
  ['of the running version', () => good({ version: '1.2.9' }), 'current'],
  ['of an older version', () => good({ version: '1.2.8' }), 'current'],
  ['without a file for this system', () => good({ files: [aFile({ platform: 'darwin-arm64' })] }), 'current'],
  ['with a file that is too large', () => oversized(), 'refused'],
])('announces nothing from a manifest %s', async (_, manifest, look) => {
  publish(manifest())
  const ofOurs = known()
  expect(await ofOurs.look()).toBe(look)
  expect(ofOurs.available()).toBeUndefined()
})

test('refuses to publish a file without https', () => expect(notHttps).toThrow())

test('announces nothing if the server has no manifest, is unreachable, or redirects', async () => {
  expect(await known().look()).toBe('none')
  published = { status: 302, body: '', location: `${origin()}/elsewhere` }
  expect(await known().look()).toBe('none')
  const away = releases({ ...rest, server: 'http://127.0.0.1:9', folder, key: KEY })
  expect(await away.look()).toBe('none')
})

test('does not check for releases in a build without a key', async () => {
  publish(good())
  const without = releases({ ...rest, server: origin(), folder, key: undefined })
  expect(await without.look()).toBe('none')
})

test.each([
  ['an older version', { version: '1.2.10', published: '2026-11-21T10:00:00Z' }],
  ['an earlier manifest of the same version', { published: '2026-11-19T10:00:00Z' }],
])('refuses %s after a newer one, also after a restart', async (_, older) => {
  publish(good())
  expect(await known().look()).toBe('newer')
  publish(good(older))
  const restarted = known()
  expect(await restarted.look()).toBe('refused')
  expect(restarted.available()).toEqual({ version: '1.3.0', file: aFile() })
})

test('ignores a stored release with an invalid signature', async () => {
  fs.writeFileSync(path.join(folder, 'release.json'), JSON.stringify(forged()))
  expect(known().available()).toBeUndefined()
})

test.each([
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '10.0.0', -1],
  ['1.2.3', '1.2.3', 0],
])('compares %s with %s', (a, b, expected) => expect(Math.sign(compareVersions(a, b))).toBe(expected))

test('does not offer a version again that did not work here, but the next one', async () => {
  publish(good())
  const ofOurs = known()
  await ofOurs.look()
  rejected = ['1.3.0']
  expect(ofOurs.available()).toBeUndefined()
  publish(good({ version: '1.3.1', published: '2026-11-21T10:00:00Z' }))
  expect(await ofOurs.look()).toBe('newer')
})

test.each([
  ['own', 'executable'],
  ['package', 'deb'],
  ['sources', 'deb'],
] as const)('offers a program installed as %s the %s', (kind, expected) => {
  const files = (['installer', 'executable', 'deb'] as const).map((other) => aFile({ kind: other }))
  expect(fileFor(aRelease({ files }), { ...INSTALLED, kind })?.kind).toBe(expected)
})

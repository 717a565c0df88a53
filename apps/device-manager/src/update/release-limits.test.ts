import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { compareVersions, readManifest, writeManifest, type Release, type ReleaseFile } from './release.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const KEY = publicKey.export({ format: 'jwk' }).x!
const FILE: ReleaseFile = {
  platform: 'linux-x64',
  kind: 'executable',
  url: 'https://downloads.example/program',
  sha256: 'ab'.repeat(32),
  size: 1,
}
const RELEASE: Release = { version: '1.3.0', published: '2026-11-20T10:00:00Z', files: [FILE] }
const files = (count: number): Partial<Release> => ({ files: Array.from({ length: count }, () => FILE) })
const file = (changes: object): Partial<Release> => ({ files: [{ ...FILE, ...changes }] })

test.each<[string, Partial<Release>]>([
  ['an installer', file({ kind: 'installer' })],
  ['a package', file({ kind: 'deb' })],
  ['the largest file', file({ size: 500_000_000 })],
  ['the longest platform', file({ platform: `${'a'.repeat(20)}-${'b'.repeat(20)}` })],
  ['the most files', files(20)],
  ['the highest version', { version: '99999.99999.99999' }],
])('a release may have %s', (_what, changes) => {
  const release = { ...RELEASE, ...changes }
  expect(readManifest(writeManifest(release, privateKey), KEY)).toEqual(release)
})

test.each<[string, Partial<Release>]>([
  ['a file of another kind', file({ kind: 'rpm' })],
  ['an empty file', file({ size: 0 })],
  ['a larger file', file({ size: 500_000_001 })],
  ['a longer platform', file({ platform: `${'a'.repeat(21)}-x64` })],
  ['a file without encryption', file({ url: 'http://downloads.example/program' })],
  ['a shorter checksum', file({ sha256: 'ab'.repeat(31) })],
  ['no file', files(0)],
  ['more files', files(21)],
  ['a version of two numbers', { version: '1.3' }],
  ['a higher version', { version: '100000.0.0' }],
])('a release must not have %s', (_what, changes) => {
  expect(() => writeManifest({ ...RELEASE, ...changes }, privateKey)).toThrow()
})

test.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.2.10', -7],
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '1.9.9', 1],
])('%s compared with %s is %i', (one, other, result) => {
  expect(compareVersions(one, other)).toBe(result)
  expect(compareVersions(other, one)).toBe(0 - result)
})

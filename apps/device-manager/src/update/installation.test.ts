import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sea from 'node:sea'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileFor, thisInstallation } from './installation.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-installed-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})
const platform = `${process.platform}-${process.arch}`

test('Node runs it from its sources', () => {
  expect(thisInstallation()).toEqual({ kind: 'sources', program: process.execPath, platform })
})

test('an executable belongs to the user who may write it and its folder', () => {
  vi.spyOn(sea, 'isSea').mockReturnValue(true)
  const program = path.join(folder, 'postroom-device-manager')
  fs.writeFileSync(program, '')
  expect(thisInstallation(program)).toEqual({ kind: 'own', program, platform })
  const access = vi.spyOn(fs, 'accessSync')
  for (const kept of [program, folder]) {
    access.mockImplementation((file) => {
      if (file === kept) throw new Error('EACCES')
    })
    expect(thisInstallation(program).kind).toBe('package')
  }
  expect(access).toHaveBeenCalledWith(program, fs.constants.W_OK)
  expect(access).toHaveBeenCalledWith(folder, fs.constants.W_OK)
})

test('an executable below /usr belongs to its package, although root may write it', () => {
  vi.spyOn(sea, 'isSea').mockReturnValue(true)
  vi.spyOn(fs, 'accessSync').mockReturnValue()
  expect(thisInstallation('/usr/bin/postroom-device-manager').kind).toBe('package')
  expect(thisInstallation('/opt/postroom-device-manager').kind).toBe('own')
})

const FILE = { platform: 'linux-x64', url: '', sha256: '', size: 1 }
const releaseOf = (...kinds: ('executable' | 'deb' | 'installer')[]) => ({
  version: '2.0.0',
  published: '',
  files: kinds.map((kind) => ({ ...FILE, kind })),
})

test.each([
  ['own', ['deb', 'installer', 'executable'], 'executable'],
  ['own', ['deb', 'installer'], 'installer'],
  ['own', ['deb'], 'deb'],
  ['package', ['executable', 'installer', 'deb'], 'deb'],
  ['package', ['executable', 'installer'], 'installer'],
  ['package', ['executable'], undefined],
  ['sources', ['executable', 'installer', 'deb'], 'deb'],
  ['sources', ['executable', 'installer'], 'installer'],
  ['sources', ['executable'], 'executable'],
  ['sources', [], undefined],
] as const)('installed as %s, takes from %j: %s', (kind, kinds, taken) => {
  const installation = { kind, program: '', platform: 'linux-x64' }
  expect(fileFor(releaseOf(...kinds), installation)?.kind).toBe(taken)
  expect(fileFor(releaseOf(...kinds), { ...installation, platform: 'linux-arm64' })).toBeUndefined()
})

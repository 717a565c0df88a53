import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sea from 'node:sea'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { thisInstallation } from './installation.ts'

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

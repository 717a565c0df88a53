import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readJsonFile, writeFileDurably } from './durable-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-file-'))
  file = path.join(folder, 'kept.json')
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})

test('syncs the content before it replaces the file, then the folder, and leaves nothing open', () => {
  const steps: string[] = []
  const open = new Map<number, string>()
  const { openSync, closeSync, renameSync, fsyncSync } = fs
  vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
    const descriptor = openSync(...args)
    open.set(descriptor, path.relative(folder, String(args[0])))
    return descriptor
  })
  vi.spyOn(fs, 'closeSync').mockImplementation((descriptor) => {
    open.delete(descriptor)
    closeSync(descriptor)
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    steps.push(
      `sync ${open.get(descriptor)} of ${fs.fstatSync(descriptor).isFile() ? fs.fstatSync(descriptor).size : 0}`,
    )
    fsyncSync(descriptor)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push('replace')
    renameSync(from, to)
  })
  writeFileDurably(file, '[1]')
  expect(steps).toEqual(['sync kept.json.tmp of 3', 'replace', 'sync  of 0'])
  expect([...open]).toEqual([])
  expect(readJsonFile(file)).toEqual([1])
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('keeps the old file, and leaves nothing open, when the disk is full', () => {
  writeFileDurably(file, '[1]')
  const closed = vi.spyOn(fs, 'closeSync')
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('No space left')
  })
  expect(() => writeFileDurably(file, '[1, 2]')).toThrow('No space left')
  expect(closed).toHaveBeenCalledTimes(1)
  expect(readJsonFile(file)).toEqual([1])
})

test('reads nothing where there is no file, and refuses one that is not JSON', () => {
  expect(readJsonFile(file)).toBeUndefined()
  fs.writeFileSync(file, '{')
  expect(() => readJsonFile(file)).toThrow(SyntaxError)
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

/** How often this process has the lock open. */
const opened = (folder: string) =>
  fs.readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`) === path.join(folder, 'lock')
    } catch {
      return false // closed meanwhile
    }
  }).length

test('a folder is locked for one device manager at a time, until it is unlocked', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-lock-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const unlock = lockFolder(folder)
  expect(opened(folder)).toBe(1)
  expect(() => lockFolder(folder)).toThrow(`Another device manager is running in ${folder}`)
  unlock()
  expect(opened(folder)).toBe(0)
  lockFolder(folder)()
})

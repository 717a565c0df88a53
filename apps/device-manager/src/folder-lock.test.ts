import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

test('a folder is locked for one device manager at a time, until it is unlocked', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-lock-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`Another device manager is running in ${folder}`)
  unlock()
  lockFolder(folder)()
})

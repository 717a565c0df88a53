import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretKeyOf } from './secret-key.ts'

let folder = ''
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-key-'))))
afterEach(() => fs.rmSync(folder, { recursive: true }))

const keyIn = (DATA_DIR: string) => secretKeyOf(readConfig({ DATA_DIR }))

it('is generated once, from 256 random bits, in a file that only its user may read', () => {
  const key = keyIn(folder)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(keyIn(folder)).toBe(key)
  expect(fs.readdirSync(folder)).toEqual(['secret.key'])
  expect(fs.statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(keyIn(path.join(folder, 'another'))).not.toBe(key)
})

it('is the same for all processes that start at once, however often they start', async () => {
  const script = `import { secretKeyOf } from '${path.join(import.meta.dirname, 'secret-key.ts')}'
    while (Date.now() < Number(process.argv[1])) {} // all begin together
    const keys = Array.from({ length: 500 }, (_, n) => secretKeyOf({ DATA_DIR: '${folder}/' + n }))
    process.stdout.write(keys.join())`
  const together = String(Date.now() + 3000)
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, together])
  const keys = await Promise.all([start(), start()])
  expect(keys[0].stdout.split(',')).toHaveLength(500)
  expect(keys[1].stdout).toBe(keys[0].stdout)
}, 60_000)

it('is taken from the settings when set there, and no file is made', () => {
  const POSTROOM_SECRET_KEY = 'p'.repeat(32)
  expect(secretKeyOf(readConfig({ DATA_DIR: folder, POSTROOM_SECRET_KEY }))).toBe(POSTROOM_SECRET_KEY)
  expect(fs.readdirSync(folder)).toEqual([])
  expect(() => readConfig({ POSTROOM_SECRET_KEY: 'p'.repeat(31) })).toThrow(/POSTROOM_SECRET_KEY/)
})

it('refuses an empty file', () => {
  fs.writeFileSync(path.join(folder, 'secret.key'), '\n')
  expect(() => keyIn(folder)).toThrow('is empty')
})

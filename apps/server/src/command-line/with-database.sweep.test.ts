import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { postmasterOf } from '../db/embedded-cluster.ts'
import { startEmbedded } from '../db/embedded-postgres.ts'
import { asOwner } from '../testing/test-database.ts'
import { asOwner as asOwnerOfConfigured, withDatabase } from './with-database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-command-'))
const dir = path.join(folder, 'postgres')
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATA_DIR', folder)
})
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true })
})

const runs = () => fs.existsSync(path.join(dir, 'postmaster.pid'))
const one = async (url: string) => (await asOwner(url, 'select 1 as one')).rows

it('a command starts the database of DATA_DIR, and ends with it', async () => {
  expect(await withDatabase(one)).toEqual([{ one: 1 }])
  expect(runs()).toBe(false)
  await expect(withDatabase(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(runs()).toBe(false)
  expect(await asOwnerOfConfigured(() => Promise.reject(new Error('It cannot be done.')))).toEqual({
    text: 'It cannot be done.\n',
    exitCode: 1,
  })
  expect(runs()).toBe(false)
}, 60_000)

it('a command uses the database that runs, and leaves it running', async () => {
  const running = await startEmbedded(dir)
  expect(await withDatabase(one)).toEqual([{ one: 1 }])
  expect(postmasterOf(dir)).toBeDefined()
  await running.stop()
}, 60_000)

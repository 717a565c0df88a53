import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inFolder } from './backup-place.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-place-'))
  folder = path.join(parent, 'backup')
})
afterEach(() => fs.rmSync(parent, { recursive: true }))

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

it('gets its name when it is complete, and only its owner may read it', async () => {
  const place = inFolder(folder)
  await place.begin()
  await place.write('rows', bytes('a', 'b'))
  expect(fs.existsSync(folder)).toBe(false)
  await place.complete('{}')
  expect(fs.readdirSync(parent)).toEqual(['backup'])
  expect(await text((await place.read('rows'))!)).toBe('ab')
  expect(await place.read('other')).toBeUndefined()
  const modes = [folder, path.join(folder, 'rows')].map((file) => fs.statSync(file).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

it('has nothing of a backup that was not finished', async () => {
  await inFolder(folder).begin()
  await inFolder(folder).write('old', bytes('x'))
  const place = inFolder(folder)
  await place.begin()
  await place.complete('{}')
  expect(fs.readdirSync(folder)).toHaveLength(1)
})

it('is never written over another backup', async () => {
  fs.mkdirSync(folder)
  await expect(inFolder(folder).begin()).rejects.toThrow('exists already')
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkChecker, oneTimeLink, readPageKey, writePageKey } from './page-key.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-key-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const NOW = 1_700_000_000_000
const keyIn = (link: string) => new URL(link).searchParams.get('key')!

test('a link is valid for exactly a minute', () => {
  const page = writePageKey(folder, { wanted: 8_089, port: 8_090 })
  const link = oneTimeLink(page, NOW)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8090\/open\?key=1700000060000\./)
  expect(linkChecker(page.key)(keyIn(link), NOW + 60_000)).toBe(true)
  expect(linkChecker(page.key)(keyIn(link), NOW + 60_001)).toBe(false)
})

test('a link is valid once, also after another one has expired meanwhile', () => {
  const page = writePageKey(folder, { wanted: 0, port: 1 })
  const isGood = linkChecker(page.key)
  const [old, link] = [oneTimeLink(page, NOW), oneTimeLink(page, NOW + 30_000)].map(keyIn)
  expect([isGood(old!, NOW), isGood(link!, NOW + 30_000)]).toEqual([true, true])
  expect([isGood(old!, NOW + 60_000), isGood(link!, NOW + 70_000)]).toEqual([false, false])
})

test('keeps a new key for each start, and has none before the first', () => {
  expect(readPageKey(folder)).toBeUndefined()
  const first = writePageKey(folder, { wanted: 8_089, port: 8_090 })
  expect(readPageKey(folder)).toEqual({ wanted: 8_089, port: 8_090, key: first.key })
  expect(Buffer.from(first.key, 'base64url')).toHaveLength(32)
  expect(writePageKey(folder, { wanted: 8_089, port: 8_090 }).key).not.toBe(first.key)
})

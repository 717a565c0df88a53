import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { updateRecord } from './update-record.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-record-'))
  return () => fs.rmSync(folder, { recursive: true })
})
/** The next start of a version: a new record of the same folder. */
function start(version = '1.2.9') {
  const record = updateRecord(folder)
  return { ...record, inQuestion: record.settle(version) }
}
const isRejected = () => start().isRejected('1.3.0')

test('a version that died is never tried again', () => {
  start().begin('1.3.0')
  start().died('1.3.0')
  expect(isRejected()).toBe(true)
  expect(['1.2.9', '1.3.1'].map((running) => start().lastRejected(running))).toEqual(['1.3.0', undefined])
})

test('a version that took over ends its trial', () => {
  start().begin('1.3.0')
  expect(start('1.3.0').inQuestion).toBeUndefined()
  for (let starts = 0; starts < 3; starts++) expect(isRejected()).toBe(false)
})

test('a trial may be cut off once, however often the program then starts; the second time the version is rejected', () => {
  start().begin('1.3.0')
  for (let starts = 0; starts < 3; starts++) expect(isRejected()).toBe(false)
  start().begin('1.3.0')
  expect(isRejected()).toBe(true)
})

test('a version that did not connect is rejected once this version connects', () => {
  start().begin('1.3.0')
  start().silent('1.3.0')
  const next = start()
  expect(next.inQuestion).toBe('1.3.0')
  next.connected()
  expect(isRejected()).toBe(true)
})

test('a version that did not connect is not blamed when this one does not connect either', () => {
  start().begin('1.3.0')
  start().silent('1.3.0')
  start().gaveUp()
  expect([start().inQuestion, isRejected()]).toEqual([undefined, false])
})

test('a connection without a trial in question rejects nothing', () => {
  start().connected()
  expect(isRejected()).toBe(false)
})

test.each(['', '{', '[]', '{"trial":1}'])('starts with a damaged record: %j', (content) => {
  fs.writeFileSync(path.join(folder, 'update.json'), content)
  expect(isRejected()).toBe(false)
})

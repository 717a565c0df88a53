import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { replaceProgram } from './replace-program.ts'

let folder: string
let program: string
let by: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-replace-'))
  ;[program, by] = [path.join(folder, 'program'), path.join(folder, 'download')]
  fs.writeFileSync(program, 'old')
  fs.writeFileSync(by, 'new')
  return () => fs.rmSync(folder, { recursive: true })
})
const read = (file: string) => fs.readFileSync(file, 'utf8')

test('replaces the program in one step, also after an attempt that was cut off, and for who runs it meanwhile', () => {
  fs.writeFileSync(`${program}.new`, 'a long part of a copy')
  const running = fs.openSync(program, 'r')
  replaceProgram(program, by, 'linux')
  expect([read(program), fs.readFileSync(running, 'utf8'), fs.readdirSync(folder)]).toEqual([
    'new',
    'old',
    ['download', 'program'],
  ])
  expect((fs.statSync(program).mode & 0o777).toString(8)).toBe('755')
  fs.closeSync(running)
})

test.each([true, false])('on Windows, moves the running program aside, beside an older one: %s', (hasOlder) => {
  if (hasOlder) fs.writeFileSync(`${program}.old`, 'older')
  replaceProgram(program, by, 'win32')
  expect([read(program), read(`${program}.old`)]).toEqual(['new', 'old'])
})

test('leaves the program as it is when the new one cannot be copied', () => {
  expect(() => replaceProgram(program, path.join(folder, 'gone'), 'linux')).toThrow('ENOENT')
  expect(read(program)).toBe('old')
})

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
afterEach(() => void vi.restoreAllMocks())
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

test.each([
  ['linux', ['sync program.new', 'rename', 'sync ']],
  ['win32', ['sync program.new', 'rename', 'rename']],
] as const)('on %s, a power cut finds either program whole: %j', (platform, order) => {
  const steps: string[] = []
  const { fsyncSync, renameSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    steps.push(`sync ${path.relative(folder, fs.readlinkSync(`/proc/self/fd/${descriptor}`))}`)
    fsyncSync(descriptor)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push('rename')
    renameSync(from, to)
  })
  replaceProgram(program, by, platform)
  expect(steps).toEqual(order)
})

test('leaves the program as it is, and nothing open, when the disk is full', () => {
  const closed = vi.spyOn(fs, 'closeSync')
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('No space left')
  })
  expect(() => replaceProgram(program, by, 'linux')).toThrow('No space left')
  expect(closed).toHaveBeenCalledTimes(1)
  expect(read(program)).toBe('old')
})

test.each([
  ['keeps its process where the system can', '', 'same'],
  ['starts a process of its own where it cannot', 'process.execve = undefined', 'own'],
])('restarts as the new program, which %s', async (_how, before, group) => {
  const [file, harness] = [path.join(folder, 'started'), path.join(folder, 'harness.mjs')]
  const started = `require('fs').writeFileSync(process.env.FILE + process.argv[1], require('fs').readFileSync('/proc/self/stat'))`
  const code = `
    import { restartAs } from ${JSON.stringify(import.meta.resolve('./replace-program.ts'))}
    ${before}
    console.log(process.pid)
    restartAs(process.execPath, ['-e', ${JSON.stringify(started)}, 'argument'], { FILE: ${JSON.stringify(file)} })
    console.log('not reached')`
  fs.writeFileSync(harness, code)
  const pid = Number(execFileSync(process.execPath, [harness], { encoding: 'utf8', timeout: 20_000 }))
  await expect.poll(() => fs.existsSync(`${file}argument`) && read(`${file}argument`)).toMatch(/\n$/)
  const [own, , , , ownGroup] = read(`${file}argument`).split(' ')
  expect(Number(own) === pid ? 'same' : 'own').toBe(group)
  if (group === 'own') expect(ownGroup).toBe(own) // detached, so that nothing ends it with its starter
})

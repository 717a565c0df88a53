import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { PrintJob, Printer } from '@postroom/contract/device-messages'
import { beforeEach, expect, test } from 'vitest'
import { bugFacts, jobFacts, openLog, printersFacts } from './log.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-log-'))
  return () => fs.rmSync(folder, { recursive: true })
})
const at = '2026-11-21T10:00:00.000Z'
const open = () => openLog(folder, () => new Date(at))
const onDisk = () => fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))

const job: PrintJob = {
  job_id: 'shipment-1.label.1',
  title: 'SECRET Marguerite Dupont, 12 Rose Lane',
  kind: 'mailing',
  printer_id: 'ipp:ipp://SECRET.example:631/printers/front',
  state: 'failed',
  error: { code: 'media_empty', description: 'SECRET' },
  created_at: at,
  updated_at: at,
}
const printer: Printer = {
  id: 'ql:tcp:SECRET:9100',
  name: 'Brother QL-1110NWB (SECRET)',
  driver: 'brother',
  state: 'stopped',
  reasons: ['cover-open'],
  media: [],
  media_ready: [],
  resolutions_dpi: [300],
}

test('logs events without names, addresses or codes', () => {
  const log = open()
  log.write(jobFacts(job))
  log.write(printersFacts([printer]))
  const bug = new Error('SECRET token=abc')
  bug.stack =
    'Error: SECRET token=abc\n    at print (file:///home/SECRET/device/job-queue.ts:70:5)\n    at main.cjs:1:200'
  log.write(bugFacts(bug))
  expect(log.lines().map((line): unknown => JSON.parse(line))).toEqual([
    { time: at, event: 'job', job_id: 'shipment-1.label.1', kind: 'mailing', state: 'failed', error: 'media_empty' },
    { time: at, event: 'printers', printers: [{ driver: 'brother', state: 'stopped', reasons: ['cover-open'] }] },
    { time: at, event: 'bug', name: 'Error', where: 'job-queue.ts:70:5 main.cjs:1:200' },
  ])
  expect(onDisk().join()).not.toContain('SECRET')
})

test('keeps the last 200 lines over a restart, in a private file', () => {
  const log = open()
  for (let line = 0; line < 250; line++) log.write({ event: 'connection', state: `state ${line}` })
  expect(open().lines()).toEqual(log.lines())
  expect(log.lines()).toHaveLength(200)
  expect(log.lines().at(-1)).toContain('state 249')
  expect(fs.statSync(path.join(folder, 'log.jsonl')).mode & 0o777).toBe(0o600)
})

test('never uses more than two files of half a megabyte', () => {
  const log = open()
  for (let line = 0; line < 40; line++) log.write({ event: 'connection', state: `${line}`.padEnd(50_000) })
  expect(fs.readdirSync(folder).toSorted()).toEqual(['log.1.jsonl', 'log.jsonl'])
  for (const content of onDisk()) expect(content.length).toBeLessThan(600_000)
})

test('begins another file once one has more than 512 KiB', () => {
  const [file, before] = ['log.jsonl', 'log.1.jsonl'].map((name) => path.join(folder, name)) as [string, string]
  fs.writeFileSync(file, `${'x'.repeat(512 * 1024 - 1)}\n`)
  const log = open()
  log.write({ event: 'connection', state: 'one' })
  expect(fs.existsSync(before)).toBe(false)
  log.write({ event: 'connection', state: 'two' })
  expect(fs.readFileSync(before, 'utf8')).toContain('one')
  expect(fs.readFileSync(file, 'utf8')).not.toContain('one')
})

test.each([
  [new TypeError('SECRET'), 'TypeError'],
  ['SECRET', 'string'],
  [undefined, 'undefined'],
])('logs a bug without its message: %s', (bug, name) => {
  expect(bugFacts(bug)).toMatchObject({ event: 'bug', name })
  expect(JSON.stringify(bugFacts(bug))).not.toContain('SECRET')
})

test('logs the five innermost places of a bug', () => {
  const bug = new Error('x')
  bug.stack = ['Error: x', ...[1, 2, 3, 4, 5, 6].map((line) => `    at f (file:///a/b.ts:${line}:2)`)].join('\n')
  expect(bugFacts(bug)).toMatchObject({ where: 'b.ts:1:2 b.ts:2:2 b.ts:3:2 b.ts:4:2 b.ts:5:2' })
})

test('writes a repeated line once', () => {
  const log = open()
  log.write(jobFacts({ ...job, printed_labels: 1 }))
  log.write(jobFacts({ ...job, printed_labels: 2 }))
  expect(log.lines()).toHaveLength(1)
})

test('still shows lines that cannot be written', () => {
  const log = openLog(path.join(folder, 'gone'), () => new Date(at))
  log.write({ event: 'connection', state: 'connected' })
  expect(log.lines()).toHaveLength(1)
})

test('shows the lines of the full file before those of the new one, after a restart', () => {
  fs.writeFileSync(path.join(folder, 'log.1.jsonl'), '{"line":1}\n{"line":2}\n')
  fs.writeFileSync(path.join(folder, 'log.jsonl'), '{"line":3}\n')
  expect(open().lines()).toEqual(['{"line":1}', '{"line":2}', '{"line":3}'])
})

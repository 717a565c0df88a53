import { expect, test } from 'vitest'
import { conditionOf, jobReasonsOf } from './spooler-status.ts'

const condition = (status: number, attributes = 0) =>
  conditionOf({ name: 'Office', driver: '', port: '', status, attributes })

test.each([
  [0, 'ready', []],
  [0x80, 'offline', ['offline']],
  [0x1000, 'offline', ['offline']],
  [0x80_0000, 'offline', ['offline']],
  [0x1, 'stopped', ['paused']],
  [0x10, 'stopped', ['media-empty']],
  [0x8, 'stopped', ['media-jam']],
  [0x40, 'stopped', ['media-jam']],
  [0x48, 'stopped', ['media-jam']],
  [0x40_0000, 'stopped', ['door-open']],
  [0x4_0000, 'stopped', ['toner-empty']],
  [0x800, 'stopped', ['output-area-full']],
  [0x20, 'stopped', ['media-needed']],
  [0x2, 'stopped', ['other']],
  [0x10_0000, 'stopped', ['other']],
  [0x2_0000, 'ready', ['toner-low']],
  [0x400, 'printing', []],
  [0x4000, 'printing', []],
  [0x411, 'stopped', ['paused', 'media-empty']],
  [0x81, 'offline', ['offline', 'paused']],
  [0x100, 'ready', []],
])('a printer with the status %i is %s', (status, state, reasons) => {
  expect(condition(status)).toEqual({ state, reasons })
})

test.each([
  [0x400, 'offline'],
  [0x200, 'ready'],
  [0x800, 'ready'],
])('a printer with the attributes %i is %s', (attributes, state) => {
  expect(condition(0, attributes).state).toBe(state)
})

test.each([
  [0, []],
  [0x40, ['media-empty']],
  [0x20, ['offline']],
  [0x1, ['paused']],
  [0x2, ['other']],
  [0x200, ['other']],
  [0x400, ['other']],
  [0x602, ['other']],
  [0x61, ['media-empty', 'offline', 'paused']],
  [0x1000, []],
])('a job with the status %i waits because of %j', (status, reasons) => {
  expect(jobReasonsOf(status)).toEqual(reasons)
})

import { expect, test } from 'vitest'
import type { IppAttributes } from './ipp-codec.ts'
import { endOfForgotten, hasNothingOut, pagesOutOf, wasNeverBegun } from './ipp-job.ts'

const sides = (count: number): IppAttributes => ({ 'job-impressions-completed': [count] })
const sheets = (count: number): IppAttributes => ({ 'job-media-sheets-completed': [count] })

test('counts sides, else sheets', () => {
  expect([{}, sheets(1), sides(2), { ...sheets(1), ...sides(2) }].map(pagesOutOf)).toEqual([undefined, 1, 2, 2])
})

test.each<[string, IppAttributes, boolean]>([
  ['reports the time', { 'time-at-processing': [7] }, false],
  ['reports that there is no time yet', { 'time-at-processing': [undefined] }, true],
  ['does not report the time', {}, false],
])('a job whose printer %s at which it began', (_what, job, expected) => {
  expect(wasNeverBegun(job)).toBe(expected)
})

test.each<[string, IppAttributes, boolean, boolean]>([
  // of a printer, of a queue of CUPS
  ['counts nothing', {}, false, false],
  ['counted no side', sides(0), true, false],
  ['counted a side', sides(1), false, false],
  ['counted no side, but a sheet', { ...sides(0), ...sheets(1) }, false, false],
  ['was never begun', { 'time-at-processing': [undefined], ...sides(1) }, true, true],
])('a job that %s has nothing out', (_what, job, ofPrinter, ofCups) => {
  expect([hasNothingOut(job, false), hasNothingOut(job, true)]).toEqual([ofPrinter, ofCups])
})

test.each<[string, IppAttributes, string, string]>([
  ['all labels were out', sides(3), 'printed', 'unknown'],
  ['more sides were out than it has labels', sides(4), 'printed', 'unknown'],
  ['a label was missing', sides(2), 'unknown', 'unknown'],
  ['nothing was counted', {}, 'unknown', 'unknown'],
])('a job of three labels that its printer deleted when %s', (_when, last, ofPrinter, ofCups) => {
  const ends = [false, true].map((isOfCups) => endOfForgotten(last, { labels: 3, isOfCups }))
  expect(ends.map(({ state }) => state)).toEqual([ofPrinter, ofCups])
  expect(ends[1]).toMatchObject({
    fault: {
      code: 'outcome_unknown',
      description: expect.stringMatching(/The printer does not know the job any more\.$/),
    },
  })
})

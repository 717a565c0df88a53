import type { PrintJob } from '@postroom/contract/device-messages'
import { describe, expect, it } from 'vitest'
import {
  failedOf,
  isFinal,
  jobProgress,
  progressOf,
  withoutDone,
  withDocument,
  type DocumentProgress,
} from './print-progress.ts'

const job = (state: PrintJob['state'], code?: string): PrintJob => ({
  job_id: 'shipment:first:label',
  title: 'Label',
  kind: 'shipping',
  printer_id: 'virtual',
  state,
  ...(code && { error: { code, description: 'As the device said it.' } }),
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z',
})

it.each<[PrintJob, object, boolean]>([
  [job('queued'), { phase: 'PRINTING' }, false],
  [job('sending'), { phase: 'PRINTING' }, false],
  [job('spooled'), { phase: 'PRINTING' }, false],
  [job('printed'), { phase: 'DONE' }, true],
  [job('failed', 'media_mismatch'), { phase: 'ERROR', code: 'media_mismatch', uncertain: false }, true],
  [job('failed'), { phase: 'ERROR', code: 'printer_stopped', uncertain: false }, true],
  [job('cancelled'), { phase: 'ERROR', code: 'cancelled', uncertain: false }, true],
  [job('unknown'), { phase: 'ERROR', code: 'outcome_unknown', uncertain: true }, true],
])('a job: $state', (state, progress, final) => {
  expect(jobProgress(state)).toMatchObject(progress)
  expect(isFinal(state)).toBe(final)
})

describe('a shipment is DONE when all its documents are (spec §4)', () => {
  const printing = { phase: 'PRINTING' } as const
  const done = { phase: 'DONE' } as const
  const failed = { phase: 'ERROR', code: 'printer_stopped', description: '', uncertain: false } as const
  const unknown = { ...failed, code: 'outcome_unknown', uncertain: true } as const
  const label = { document: 'label', kind: 'shipping' } as const
  const form = { document: 'cn22', kind: 'form' } as const

  it.each<[string, readonly DocumentProgress[], boolean, string, readonly string[]]>([
    ['nothing started', [], false, 'IDLE', []],
    ['a label alone', [{ ...label, ...done }], false, 'DONE', []],
    [
      'both in progress',
      [
        { ...label, ...printing },
        { ...form, ...printing },
      ],
      false,
      'PRINTING',
      [],
    ],
    [
      'the form still in progress',
      [
        { ...label, ...done },
        { ...form, ...printing },
      ],
      false,
      'PRINTING',
      [],
    ],
    [
      'the same in a test print',
      [
        { ...label, ...done },
        { ...form, ...printing },
      ],
      true,
      'TEST',
      [],
    ],
    [
      'one failed, one in progress',
      [
        { ...label, ...failed },
        { ...form, ...printing },
      ],
      false,
      'PRINTING',
      ['label'],
    ],
    [
      'both printed',
      [
        { ...label, ...done },
        { ...form, ...done },
      ],
      false,
      'DONE',
      [],
    ],
    [
      'both printed in a test print',
      [
        { ...label, ...done },
        { ...form, ...done },
      ],
      true,
      'DONE',
      [],
    ],
    [
      'the form failed',
      [
        { ...label, ...done },
        { ...form, ...failed },
      ],
      false,
      'ERROR',
      ['cn22'],
    ],
    [
      'the outcome of the label is unknown',
      [
        { ...label, ...unknown },
        { ...form, ...done },
      ],
      false,
      'ERROR',
      ['label'],
    ],
    [
      'both failed',
      [
        { ...label, ...failed },
        { ...form, ...unknown },
      ],
      false,
      'ERROR',
      ['label', 'cn22'],
    ],
  ])('%s', (_case, documents, isTest, phase, missing) => {
    const progress = progressOf(documents, isTest)
    expect(progress.phase).toBe(phase)
    expect(failedOf(progress).map(({ document }) => document)).toEqual(missing)
  })

  it('keeps the order and the other documents when one is reprinted', () => {
    const before = [
      { ...label, ...failed },
      { ...form, ...done },
    ] as const
    expect(withDocument(before, { ...label, ...printing })).toEqual([
      { ...label, ...printing },
      { ...form, ...done },
    ])
    expect(withDocument([before[1]], before[0])).toEqual(before)
  })

  it('drops printed documents when another is printed, but not failed ones or those in progress', () => {
    const isAtWork = { ...label, ...printing }
    expect(withoutDone([isAtWork, { ...form, ...done }])).toEqual([isAtWork])
    expect(withoutDone([{ ...label, ...unknown }])).toEqual([{ ...label, ...unknown }])
  })
})

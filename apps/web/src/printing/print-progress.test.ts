import type { PrintJob } from '@postroom/contract/device-messages'
import { expect, it } from 'vitest'
import { firstPrintId, isFinal, nextPrintId, progressOf } from './print-progress.ts'

const job = (state: PrintJob['state'], code?: string): PrintJob => ({
  job_id: 'shipment:first',
  title: 'Label',
  kind: 'shipping',
  printer_id: 'virtual',
  state,
  ...(code && { error: { code, description: 'As the device said it.' } }),
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z',
})

it.each<[PrintJob, boolean, object, boolean]>([
  [job('queued'), false, { phase: 'PRINTING' }, false],
  [job('sending'), false, { phase: 'PRINTING' }, false],
  [job('spooled'), false, { phase: 'PRINTING' }, false],
  [job('spooled'), true, { phase: 'TEST' }, false],
  [job('printed'), false, { phase: 'DONE' }, true],
  [job('printed'), true, { phase: 'DONE' }, true],
  [job('failed', 'media_mismatch'), false, { phase: 'ERROR', code: 'media_mismatch', uncertain: false }, true],
  [job('failed'), false, { phase: 'ERROR', code: 'printer_stopped', uncertain: false }, true],
  [job('cancelled'), false, { phase: 'ERROR', code: 'cancelled', uncertain: false }, true],
  [job('unknown'), false, { phase: 'ERROR', code: 'outcome_unknown', uncertain: true }, true],
])('$state', (state, test, progress, final) => {
  expect(progressOf(state, test)).toMatchObject(progress)
  expect(isFinal(state)).toBe(final)
})

it('names the first print after its shipment, so that it prints once, and every further print anew', () => {
  const id = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'
  expect(firstPrintId(id)).toBe(firstPrintId(id))
  expect(nextPrintId(id, 'a')).not.toBe(nextPrintId(id, 'b'))
  for (const name of [firstPrintId(id), nextPrintId(id, crypto.randomUUID())]) expect(name).toMatch(/^[\w.:-]{8,100}$/)
})

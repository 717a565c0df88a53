import { expect, test } from 'vitest'
import { watchPrinters } from './printer-watch.rule.ts'

type Known = Parameters<typeof watchPrinters>[0][number]
const NOW = new Date('2026-11-20T10:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const TEN_MINUTES = 600_000
const STOPPED = { id: 'p', name: 'Zebra', error_code: 'printer_stopped' }

test.each<[string, object | undefined, object, object, boolean]>([
  ['a first error begins now', undefined, STOPPED, { since: ago(0) }, false],
  ['another error begins now', { error_code: 'cover_open', since: ago(900_000) }, STOPPED, { since: ago(0) }, false],
  ['an error keeps its start', { since: ago(TEN_MINUTES - 1) }, STOPPED, { since: ago(TEN_MINUTES - 1) }, false],
  ['after ten minutes it is due', { since: ago(TEN_MINUTES) }, STOPPED, { notified: true }, true],
  [
    'one that was due is not due again',
    { since: ago(TEN_MINUTES), notified: true },
    STOPPED,
    { notified: true },
    false,
  ],
  [
    'a printer that is turned off is never due',
    { error_code: 'printer_offline', since: ago(TEN_MINUTES) },
    { ...STOPPED, error_code: 'printer_offline' },
    { since: ago(TEN_MINUTES) },
    false,
  ],
  [
    'a printer that cools down is never due',
    { error_code: 'printer_cooling', since: ago(TEN_MINUTES) },
    { ...STOPPED, error_code: 'printer_cooling' },
    { since: ago(TEN_MINUTES) },
    false,
  ],
  ['one that prints again has no error', { since: ago(TEN_MINUTES) }, { id: 'p', name: 'Zebra' }, {}, false],
])('%s', (_case, before, reported, after, isDue) => {
  const other = { ...STOPPED, id: 'another', since: ago(0) }
  const known = before ? [other, { ...STOPPED, ...before }] : [other]
  const { printers, due } = watchPrinters(known as Known[], [reported as Known], NOW)
  expect(printers).toHaveLength(1)
  expect(printers[0]).toMatchObject(after)
  expect('since' in printers[0]!).toBe('error_code' in reported)
  expect(printers[0]!.notified ?? false).toBe('notified' in after)
  expect(due).toEqual(isDue ? printers : [])
})

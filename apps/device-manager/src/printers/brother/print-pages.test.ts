import { expect, test, vi } from 'vitest'
import { printPages, type PagesWatch } from './print-pages.ts'
import { INITIALISE } from './raster.ts'
import type { QlStatus } from './status.ts'

const PAGE = new Uint8Array(100_000).fill(7)
const REJECTED = { type: 'error', reasons: ['media-empty'], isPrinting: false } as unknown as QlStatus
const TIMEOUTS = { silenceMs: 1, coolingMs: 1 }
const watch = (): PagesWatch => ({
  signal: new AbortController().signal,
  onSent: vi.fn(),
  onCooling: () => {},
  onPrinted: vi.fn(),
})

/** A connection that records each write that has ended. */
function slowConnection(write: () => Promise<void>) {
  const written: Uint8Array[] = []
  const connection = {
    write: async (bytes: Uint8Array) => {
      await write()
      written.push(bytes)
    },
    read: async () => undefined,
    close: () => {},
  }
  return { written, connection }
}

test('stops sending a page that is rejected, and has cleared the printer before it returns', async () => {
  const { written, connection } = slowConnection(() => new Promise((resolve) => setTimeout(resolve, 5)))
  const watched = watch()
  const end = await printPages(connection, async () => REJECTED, [PAGE], watched, TIMEOUTS)
  expect(end).toEqual({ printed: 0, isUncertain: false, isCancelled: false, error: REJECTED })
  expect(written.length).toBeLessThan(4)
  expect(written.at(-1)).toBe(INITIALISE)
  expect(watched.onSent).not.toHaveBeenCalled()
})

test('reports a rejected page although the printer accepts no more bytes', async () => {
  const { connection } = slowConnection(() => new Promise(() => {}))
  const end = await printPages(connection, async () => REJECTED, [PAGE], watch(), TIMEOUTS)
  expect(end).toMatchObject({ printed: 0, error: REJECTED })
})

const [PRINTING, COMPLETED, FREE] = [
  { type: 'phase', isPrinting: true },
  { type: 'completed', isPrinting: true },
  { type: 'phase', isPrinting: false },
] as unknown as QlStatus[]
const OFF = { type: 'turned_off', reasons: ['powered-off'], isPrinting: false } as unknown as QlStatus

test.each<[string, (QlStatus | undefined)[], object]>([
  ['it is free before it has printed, then silent', [FREE, undefined], { printed: 0, isUncertain: true }],
  ['it completes, then is silent', [COMPLETED, undefined], { printed: 1, isUncertain: false }],
  ['it completes, then is turned off', [COMPLETED, OFF], { printed: 1, isUncertain: false, error: OFF }],
  ['it is turned off while it prints', [PRINTING, OFF], { printed: 0, isUncertain: true, error: OFF }],
  ['it is turned off before it prints', [OFF], { printed: 0, isUncertain: false, error: OFF }],
  [
    'it breaks at the second page',
    [COMPLETED, FREE, PRINTING, REJECTED],
    { printed: 1, isUncertain: true, error: REJECTED },
  ],
])('ends the order if %s', async (_when, statuses, end) => {
  const { written, connection } = slowConnection(async () => {})
  const pages = [PAGE.subarray(0, 100), PAGE.subarray(0, 100)]
  const reported = await printPages(connection, async () => statuses.shift(), pages, watch(), TIMEOUTS)
  expect(reported).toEqual({ isCancelled: false, ...end })
  expect(written.at(-1)).toBe(INITIALISE)
})

test('sends parts of 8 KiB, the clearing bytes once, and counts every page but the last', async () => {
  const { written, connection } = slowConnection(async () => {})
  const statuses = [COMPLETED, FREE, COMPLETED, FREE]
  const watched = watch()
  const pages = [PAGE.subarray(0, 20_000), PAGE.subarray(0, 8_192)]
  const end = await printPages(connection, async () => statuses.shift(), pages, watched, TIMEOUTS)
  expect(end).toEqual({ printed: 2, isUncertain: false, isCancelled: false })
  expect(written.map(({ length }) => length)).toEqual([8_192, 8_192, 4_018, 8_192])
  expect(Buffer.concat(written)).toEqual(Buffer.concat([INITIALISE, ...pages]))
  expect(watched.onSent).toHaveBeenCalledTimes(1)
  expect(watched.onPrinted).toHaveBeenCalledExactlyOnceWith(1)
})

test('prints no page after a cancel', async () => {
  const { written, connection } = slowConnection(async () => {})
  const watched = { ...watch(), signal: AbortSignal.abort() }
  const end = await printPages(connection, async () => FREE, [PAGE], watched, TIMEOUTS)
  expect(end).toEqual({ printed: 0, isUncertain: false, isCancelled: true })
  expect(written).toEqual([])
})

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
  onPrinted: () => {},
})

/** A connection that records each write that has ended. */
function slowConnection(write: () => Promise<void>) {
  const written: Uint8Array[] = []
  const connection = {
    write: (bytes: Uint8Array) => write().then(() => void written.push(bytes)),
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

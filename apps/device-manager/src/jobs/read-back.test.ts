import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadBack } from '@postroom/contract/device-messages'
import { codesOn, renderTestPage } from '@postroom/documents/test-page/test-page'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCodes } from '../documents/read-codes.ts'
import type { PrinterPort } from '../printers/printer.ts'
import { virtualPrinter } from '../printers/virtual/virtual-printer.ts'
import { inMemory } from '../testing/in-memory.ts'
import { jobQueue } from './job-queue.ts'
import { readBacks } from './read-back.ts'
import { openJournal, type Journal } from './journal.ts'

vi.setConfig({ testTimeout: 30_000 })

let folder: string
let journal: Journal
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-read-back-'))
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const LABEL = { width_mm: 101.6, height_mm: 152.4 }

/** Prints the test page on a label. @returns what the device manager has read on the dots of it */
async function printed({ type = 'ruler', printer }: { type?: 'ruler' | 'label'; printer: PrinterPort }) {
  const { pdf } = await renderTestPage(LABEL)
  const jobs = jobQueue({
    journal,
    config: () => ({ mailing: { printerId: printer.id, defaultOrSpecific: 'default', paperFormat: '4x6' } }),
    printer: () => printer,
    fetch: inMemory(() => pdf),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now: () => new Date('2026-11-21T10:00:00Z'),
    onJob: () => {},
  })
  const documents = [{ type, url: '', sha256: '', pages: 1, ...LABEL }]
  jobs.submit({ job_id: 'job-00001', kind: 'mailing', title: 'Test page', copies: 1, documents })
  await vi.waitFor(() => expect(journal.find('job-00001')?.state).toBe('printed'), { timeout: 10_000 })
  return jobs.readBack('job-00001')
}

const virtual = () => virtualPrinter(path.join(folder, 'out'), () => new Date('2026-11-21T10:00:00Z'))

/** A printer that spoils the dots before they are read. */
function spoiled(spoil: (black: Uint8Array) => void): PrinterPort {
  const printer = virtual()
  return {
    ...printer,
    print: (order, ...rest) => {
      const onDots: typeof order.onDots = (page, dpi) => {
        const black = page.black.slice()
        spoil(black)
        order.onDots?.({ ...page, black }, dpi)
      }
      return printer.print({ ...order, onDots }, ...rest)
    },
  }
}

test('reads every code of a ruler page on the dots that were printed', async () => {
  const page = await printed({ printer: virtual() })
  expect(page).toMatchObject({ dpi: 300, width_dots: 1200, height_dots: 1800 } satisfies Partial<ReadBack>)
  expect(page?.codes.toSorted(byFormat)).toEqual(codesOn(LABEL).toSorted(byFormat))
  expect(page?.codes).toHaveLength(2)
})
const byFormat = (a: { format: string }, b: { format: string }) => a.format.localeCompare(b.format)

test.each<[string, (dot: number) => number]>([
  ['lost', () => 0],
  ['inverted', (dot) => 1 - dot],
])('reads no code on a page whose dots are %s', async (_how, changed) => {
  const page = await printed({ printer: spoiled((black) => black.set(black.map(changed))) })
  expect(page?.codes).toEqual([])
})

test('has ended the thread of the decoder when it answers', async () => {
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  expect(await readCodes({ width: 4, height: 4, black: new Uint8Array(16) })).toEqual([])
  expect(ending.mock.settledResults).toEqual([{ type: 'fulfilled', value: 1 }])
  ending.mockRestore()
})

test('reads the newest ten ruler pages', async () => {
  const pages = readBacks()
  const blank = { width: 4, height: 4, black: new Uint8Array(16) }
  for (let n = 1; n <= 11; n++) pages.reading(`job-${n}`).onDots?.(blank, 299.6)
  expect(await pages.of('job-1')).toBeUndefined()
  expect(await pages.of('job-2')).toEqual({ dpi: 300, width_dots: 4, height_dots: 4, codes: [] })
  expect(await pages.of('job-11')).toBeDefined()
})

test('gives up a page after 25 seconds, and reports it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const pages = readBacks()
  pages.reading('job-1').onDots?.({ width: 4, height: 4, black: new Uint8Array(16) }, 300)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(24_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  expect(await pages.of('job-1')).toBeUndefined()
  expect(silent).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Reading the codes takes too long'))
  silent.mockRestore()
})

test('reads no label, and nothing for a printer that draws the page itself or a job it does not know', async () => {
  expect(await printed({ type: 'label', printer: virtual() })).toBeUndefined()
  journal.close()
  journal = openJournal(fs.mkdtempSync(path.join(folder, 'other-')))
  const { onDots: _, ...rest } = { ...virtual(), onDots: undefined }
  const ownDrawing: PrinterPort = { ...rest, print: async () => ({ state: 'printed' }) }
  expect(await printed({ printer: ownDrawing })).toBeUndefined()
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { errorOfReasons } from '@postroom/contract/printer-reasons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderDots } from '../../documents/read-pdf.ts'
import { startIppPrinter, type IppTestPrinter } from '../../testing/ipp-test-printer.ts'
import { never, order, printerAt } from '../../testing/ipp-label.ts'
import { captureSocket, startCups, type PrivateCups } from '../../testing/private-cups.ts'
import { cupsQueues } from './cups-queues.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-queues-'))
let cups: PrivateCups
let label: IppTestPrinter
let empty: IppTestPrinter
let socket: Awaited<ReturnType<typeof captureSocket>>

beforeAll(async () => {
  cups = await startCups()
  label = await startIppPrinter({ dir: path.join(dir, 'label') })
  empty = await startIppPrinter({ dir: path.join(dir, 'empty'), fail: 'empty' })
  socket = await captureSocket()
  await cups.addQueue('LABEL', label.uri, 'everywhere')
  await cups.addQueue('EMPTY', empty.uri, 'everywhere')
  await cups.addQueue('RAW', socket.uri, 'raw')
  await cups.addQueue('STOPPED', socket.uri, 'drv:///sample.drv/zebra.ppd', ['Resolution=300dpi'])
  await cups.stopQueue('STOPPED')
})
afterAll(async () => {
  await Promise.all([cups.stop(), label.stop(), empty.stop(), socket.stop()])
  fs.rmSync(dir, { recursive: true, force: true })
})

const queue = (name: string, limits = {}) => printerAt(`${cups.uri}/printers/${name}`, limits)

test('lists every queue, whatever its state', async () => {
  const queues = await cupsQueues(cups.uri).printers()
  expect(queues.map(({ id }) => id).toSorted()).toEqual(
    ['EMPTY', 'LABEL', 'RAW', 'STOPPED'].map((name) => `ipp:${cups.uri}/printers/${name}`),
  )
})

const label4x6 = { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }

test.each([
  // queue      state      reasons      media       resolutions
  ['LABEL', 'ready', [], [label4x6], [300]],
  ['RAW', 'stopped', ['queue-raw'], [], []],
  ['STOPPED', 'stopped', ['paused'], expect.arrayContaining([label4x6]), [300]],
] as const)('reports queue %s as %s', async (name, state, reasons, media, resolutions_dpi) => {
  expect(await queue(name).describe()).toMatchObject({ name, state, reasons, media, resolutions_dpi })
})

test('keeps every dot of a label in its place through the filters of CUPS', async () => {
  expect(await queue('LABEL').print(order, () => {}, never)).toEqual({ state: 'printed' })
  expect(label.printed()).toHaveLength(1)
  const [kept] = fs.readdirSync(label.spoolDir, { recursive: true, encoding: 'utf8' }).filter((n) => n.endsWith('.pdf'))
  const arrived = fs.readFileSync(path.join(label.spoolDir, kept ?? ''))
  const [before, after] = [await renderDots(order.pdf), await renderDots(arrived)]
  expect(after).toHaveLength(1)
  expect(Buffer.compare(after[0]!.black, before[0]!.black)).toBe(0)
})

test('excludes a raw queue, and sends nothing to it', async () => {
  const outcome = queue('RAW').print({ ...order, media: undefined }, () => {}, never)
  await expect(outcome).rejects.toMatchObject({ fault: { code: 'queue_raw' } })
  expect(errorOfReasons((await queue('RAW').describe()).reasons)).toBe('queue_raw')
  expect(socket.jobs).toEqual([])
})

test('never reports a job as printed that its printer gave up, whether CUPS calls it cancelled, completed or processing', async () => {
  const outcome = await queue('EMPTY', { printMs: 1_500, cancelMs: 1_500 }).print(order, () => {}, never)
  expect(outcome.state).toMatch(/^(unknown|cancelled)$/)
})

test('is unknown after the time limit for a queue whose printer has no paper, which retries without end', async () => {
  const outcome = await queue('EMPTY', { printMs: 1_000, cancelMs: 1_500 }).print(order, () => {}, never)
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
})

test.each(['STOPPED', 'EMPTY'])('cancels a job that waits in queue %s', async (name) => {
  const abort = new AbortController()
  const outcome = await queue(name).print(order, () => setTimeout(() => abort.abort(), 200), abort.signal)
  expect(outcome).toMatchObject({ state: 'cancelled' })
  expect(socket.jobs).toEqual([])
})

test('deletes a job that stopped because no filter can read its document, so that it is not printed later', async () => {
  const broken = { ...order, pdf: Buffer.from('%PDF-1.4 broken') }
  const before = label.printed().length
  const outcome = await queue('LABEL', { printMs: 1_000, cancelMs: 1_500 }).print(broken, () => {}, never)
  expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
  expect(await queue('LABEL').print(order, () => {}, never)).toEqual({ state: 'printed' })
  expect(label.printed()).toHaveLength(before + 1)
})

test('fails for a missing queue', async () => {
  expect(await queue('NOBODY').describe()).toMatchObject({ state: 'offline' })
  expect(await queue('NOBODY').print(order, () => {}, never)).toMatchObject({ state: 'failed' })
})

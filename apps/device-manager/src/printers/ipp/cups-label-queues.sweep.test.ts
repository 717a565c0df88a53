import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { errorOfReasons } from '@postroom/contract/printer-reasons'
import { readSymbols } from '@postroom/documents/testing/read-back'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { chooseMedia } from '../../jobs/media-guard.ts'
import { aCodedLabel, CODES } from '../../testing/a-coded-label.ts'
import { fakeEpl } from '../../testing/fake-epl.ts'
import { fakeTspl } from '../../testing/fake-tspl.ts'
import { fakeZpl } from '../../testing/fake-zpl.ts'
import { never, order } from '../../testing/ipp-label.ts'
import { startIppPrinter, type IppTestPrinter } from '../../testing/ipp-test-printer.ts'
import { captureSocket, startCups, type PrivateCups } from '../../testing/private-cups.ts'
import { readZpl } from '../../testing/read-zpl.ts'
import type { PrinterPort } from '../printer.ts'
import { namedLabelPrinters } from '../thermal/named-label-printers.ts'
import { cupsQueues } from './cups-queues.ts'

const ZEBRA = 'drv:///sample.drv/zebra.ppd'
const PDF = 'lsb/usr/cupsfilters/Generic-PDF_Printer-PDF.ppd'
const NAMED = ['zpl:RAW%20ZPL?dpi=203', 'zpl:FINE?dpi=300&stock=gap', 'tspl:TSPL?dpi=203', 'epl:EPL?dpi=203']

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-label-queues-'))
let cups: PrivateCups
let socket: Awaited<ReturnType<typeof captureSocket>>
let label: IppTestPrinter
let ports: readonly PrinterPort[]
beforeAll(async () => {
  cups = await startCups()
  socket = await captureSocket()
  label = await startIppPrinter({ dir: path.join(dir, 'label') })
  for (const name of ['RAW', 'FINE', 'TSPL', 'EPL', 'UNNAMED']) await cups.addQueue(name, socket.uri, 'raw')
  await cups.addQueue('STOPPED', socket.uri, 'raw')
  await cups.stopQueue('STOPPED')
  await cups.addQueue('DRIVER203', socket.uri, ZEBRA)
  await cups.addQueue('DRIVER300', socket.uri, ZEBRA, ['Resolution=300dpi'])
  await cups.addQueue('DRIVERLESS', label.uri, 'everywhere')
  await cups.addQueue('PDF', socket.uri, PDF, ['PageSize=A4'])
  const names = [...NAMED.map((address) => address.replace('RAW%20ZPL', 'RAW')), 'zpl:STOPPED?dpi=203']
  ports = await cupsQueues(cups.uri, namedLabelPrinters(names).behindQueues).printers()
})
beforeEach(() => void socket.jobs.splice(0))
afterAll(async () => {
  await Promise.all([cups.stop(), socket.stop(), label.stop()])
  fs.rmSync(dir, { recursive: true, force: true })
})

const queue = (name: string): PrinterPort => ports.find(({ id }) => id.endsWith(`/${name}`))!

const MAKES = {
  zpl: () => fakeZpl({ busyFor: 0, model: 'emulation' }),
  tspl: () => fakeTspl({ busyFor: 0 }),
  epl: fakeEpl,
}

test.each([
  ['RAW', 'zpl', 203],
  ['FINE', 'zpl', 300],
  ['TSPL', 'tspl', 203],
  ['EPL', 'epl', 203],
] as const)(
  'a raw queue (%s) that the settings name gets %s at %i dpi, dot for dot, and its labels are unknown',
  async (name, language, dpi) => {
    const about = { driver: language, language, state: 'ready', reasons: [], media_ready: [], thermal_dpi: dpi }
    expect(await queue(name).describe()).toMatchObject(about)
    const drawn = await aCodedLabel(dpi)
    const outcome = await queue(name).print({ ...order, ...drawn, media: '4x6', copies: 2, labels: 2 }, () => {}, never)
    expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'print_not_reported' } })
    expect(socket.jobs).toHaveLength(1)
    const printer = MAKES[language]()
    printer.connect(
      () => {},
      () => {},
    )(socket.jobs[0]!)
    const [page] = await renderDots(drawn.pdf, dpi)
    expect(printer.printed).toEqual([page, page])
    expect(printer.wrongs).toEqual([])
  },
)

const LABEL_203 = { ...order, isLabel: true, grid: 203 } as const
const LABEL_300 = { ...order, isLabel: true, grid: 300 } as const

/** The state of a queue, or the error of a document, before anything is sent. */
async function wordsOf(name: string, document: typeof LABEL_203 | typeof LABEL_300): Promise<string | undefined> {
  const description = await queue(name).describe()
  if (description.state === 'stopped') return errorOfReasons(description.reasons)
  const config = { printerId: name, defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const decided = chooseMedia(document, description, config)
  return decided.ok ? undefined : decided.fault.code
}

test.each([
  // queue          a label for 203           a label for 300
  ['RAW', undefined, 'drawn_for_other_printer'],
  ['FINE', 'drawn_for_other_printer', undefined],
  ['UNNAMED', 'queue_raw', 'queue_raw'],
  ['STOPPED', 'printer_paused', 'printer_paused'],
  ['DRIVER203', 'resolution_too_low', 'resolution_too_low'],
  ['DRIVER300', 'drawn_for_other_printer', undefined],
  ['DRIVERLESS', 'drawn_for_other_printer', undefined],
  ['PDF', 'drawn_for_other_printer', undefined],
] as const)('queue %s says %s to a label for 203 dpi, and %s to one for 300', async (name, coarse, fine) => {
  expect([await wordsOf(name, LABEL_203), await wordsOf(name, LABEL_300)]).toEqual([coarse, fine])
})

const drawnAt300 = await aCodedLabel(300)
const [label300] = await renderDots(drawnAt300.pdf)
const about = { ...order, ...drawnAt300 }
/** A PDF, without the commands for the printer around it. */
const pdfIn = (bytes: Buffer): Buffer => bytes.subarray(bytes.indexOf('%PDF'), bytes.lastIndexOf('%%EOF') + 6)

test('a queue with a driver prints the label in its size, dot for dot', async () => {
  expect((await queue('DRIVER300').print(about, () => {}, never)).state).toBe('printed')
  const [zebra, ...others] = readZpl(socket.jobs[0]!)
  expect([zebra!.width, zebra!.height, others.length]).toEqual([1200, 1800, 0])
  expect(Buffer.compare(zebra!.black, label300!.black)).toBe(0)
})

test('a queue without a driver passes the label on in its size, dot for dot', async () => {
  expect((await queue('DRIVERLESS').print(about, () => {}, never)).state).toBe('printed')
  const names = fs.readdirSync(label.spoolDir, { recursive: true, encoding: 'utf8' })
  const kept = names.find((name) => name.endsWith('.pdf'))!
  expect(await renderDots(fs.readFileSync(path.join(label.spoolDir, kept)))).toEqual([label300])
})

test('a queue for PDF passes the label on unscaled, on a sheet that it offers', async () => {
  const config = { printerId: 'PDF', defaultOrSpecific: 'default', paperFormat: '4x6' } as const
  const decided = chooseMedia(LABEL_300, await queue('PDF').describe(), config)
  if (!decided.ok) throw new Error(decided.fault.description)
  expect((await queue('PDF').print({ ...about, media: decided.media }, () => {}, never)).state).toBe('printed')
  const [sheet, ...others] = await renderDots(pdfIn(socket.jobs[0]!))
  expect([sheet!.width, sheet!.height, others.length]).toEqual([
    dotsOf(decided.size.width_mm),
    dotsOf(decided.size.height_mm),
    0,
  ])
  // CUPS centres the label, which may begin within a dot; its frame is its edge
  const inked = Array.from({ length: sheet!.height }, (_, y) => y).filter((y) => rowOf(sheet!, y).includes(1))
  const first = rowOf(sheet!, inked[0]! + 10)
  expect(Math.abs(inked.length - 1800)).toBeLessThanOrEqual(1)
  expect(Math.abs(first.lastIndexOf(1) + 1 - first.indexOf(1) - 1200)).toBeLessThanOrEqual(1)
  expect(await readSymbols(greys(sheet!))).toEqual(CODES)
})

const dotsOf = (mm: number) => Math.round((mm / 25.4) * 300)
const rowOf = ({ width, black }: DotPage, y: number) => black.subarray(y * width, (y + 1) * width)
const greys = ({ width, height, black }: DotPage) => ({
  width,
  height,
  dots: black.map((dot) => (dot === 1 ? 0 : 255)),
})

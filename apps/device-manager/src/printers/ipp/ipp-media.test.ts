import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { IPP, ippAnswer, READS_PDF } from '../../testing/fake-ipp-printer.ts'
import { startFake } from '../../testing/ipp-label.ts'
import { startIppPrinter, type IppTestPrinter } from '../../testing/ipp-test-printer.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { PrintOrder, PrintOutcome } from '../printer.ts'

let dir: string
let printer: IppTestPrinter | undefined
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-paper-'))
})
afterEach(async () => {
  await printer?.stop()
  printer = undefined
  fs.rmSync(dir, { recursive: true, force: true })
})

const LABEL = {
  job_id: 'job-00001',
  kind: 'mailing',
  type: 'label',
  title: 'Label',
  copies: 1,
  labels: 1,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
} as const

async function printOn(loaded: 'label4x6' | 'a4', change: Pick<PrintOrder, 'media'> & { title?: string }) {
  printer = await startIppPrinter({ dir, media: loaded })
  const outcome: PrintOutcome = await ippPrinter(printer.uri).print(
    { ...LABEL, ...change },
    () => {},
    new AbortController().signal,
  )
  return { outcome, printed: printer.printed(), received: fs.readdirSync(printer.spoolDir) }
}

test.each([undefined, 'na_index-4x6_4x6in'])(
  'sends nothing if the roll has been changed meanwhile (%s)',
  async (media) => {
    const { outcome, printed, received } = await printOn('a4', { media })
    expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'media_mismatch' } })
    expect(outcome).toHaveProperty('fault.description', expect.stringContaining('Loaded: 210 x 297 mm.'))
    expect(outcome).toHaveProperty('fault.description', expect.stringContaining('Needed: 101.6 x 152.4 mm.'))
    expect(printed).toEqual([])
    expect(received).toEqual([])
  },
)

test('requests media of the size of the document if none are chosen', async () => {
  const { outcome, printed } = await printOn('label4x6', { media: undefined })
  expect(outcome).toEqual({ state: 'printed' })
  expect(printed).toEqual(['na_index-4x6_4x6in 1 Label'])
})

test('shortens a title to the 255 bytes of IPP at a whole character', async () => {
  const { outcome, printed } = await printOn('label4x6', { media: 'na_index-4x6_4x6in', title: `a${'é'.repeat(200)}` })
  expect(outcome).toEqual({ state: 'printed' })
  expect(printed).toEqual([`na_index-4x6_4x6in 1 a${'é'.repeat(127)}`])
})

/** A size in `media-col-database`, in hundredths of a millimetre: a collection (RFC 8010 §3.1.6) with another in it. */
const measured = (name: string, x: number, y: number) =>
  [
    [BEGIN, name, ''],
    [MEMBER, '', 'media-size'],
    [BEGIN, '', ''],
    [MEMBER, '', 'x-dimension'],
    [IPP.integer, '', x],
    [MEMBER, '', 'y-dimension'],
    [IPP.integer, '', y],
    [END, '', ''],
    [END, '', ''],
  ] as const
const [BEGIN, MEMBER, END] = [0x34, 0x4a, 0x37]

test('reports the size that the printer measured within a millimetre of the one in the name', async () => {
  const { uri } = await startFake(() =>
    ippAnswer(0, [
      IPP.printer,
      READS_PDF,
      [IPP.keyword, 'media-supported', 'na_index-4x6_4x6in'],
      [IPP.keyword, '', 'custom_max_210x297mm'],
      [IPP.keyword, '', 'om_small-label_62x100mm'],
      ...measured('media-col-database', 10_270, 15_240),
      ...measured('', 10_160, 15_350),
      ...measured('', 10_250, 15_330),
    ]),
  )
  expect((await ippPrinter(uri).describe()).media).toEqual([
    { name: 'na_index-4x6_4x6in', width_mm: 102.5, height_mm: 153.3 },
    { name: 'om_small-label_62x100mm', width_mm: 62, height_mm: 100 },
  ])
})

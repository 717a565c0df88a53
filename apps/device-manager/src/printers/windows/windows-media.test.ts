import { expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import type { PrintOrder } from '../printer.ts'
import { QL_MODELS } from '../brother/models.ts'
import type { Drawing, Spooler } from './spooler.ts'
import { windowsBrother } from './windows-brother.ts'
import { windowsPrinter } from './windows-printer.ts'

const never = new AbortController().signal
const QUEUE = { name: 'Office', driver: 'Acme', port: 'LPT1:', status: 0, attributes: 0 }
const A4 = { number: 9, name: 'A4', width_mm: 210, height_mm: 297 }
const ORDER: PrintOrder = {
  job_id: 'job-00001',
  kind: 'form',
  type: 'cn23',
  title: 'CN23',
  copies: 1,
  labels: 1,
  pdf: aPdf({ width_mm: 30, height_mm: 30 }),
  width_mm: 210,
  height_mm: 297,
  media: 'A4',
}

/** A spooler whose queue prints all that it accepts. */
const aSpooler = (changes: Partial<Spooler>): Spooler => ({
  queues: async () => [QUEUE],
  papers: async () => [A4],
  resolutions_dpi: async () => [300],
  sendRaw: async () => 7,
  draw: async () => 7,
  jobStatus: async () => 0x80,
  deleteJob: async () => {},
  releaseJob: async () => {},
  ...changes,
})

test('asks a driver for its media until it has answered, and then no more', async () => {
  const answers = [new Error('still loading'), [], [A4], [A4]]
  const papers = async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return answer
  }
  const printer = windowsPrinter(aSpooler({ papers }), 'Office')
  const counts: number[] = []
  for (let time = 0; time < 4; time++) counts.push((await printer.describe()).media.length)
  expect(counts).toEqual([0, 0, 1, 1])
  expect(answers).toHaveLength(1)
  expect((await printer.describe()).media).toEqual([{ name: 'A4', width_mm: 210, height_mm: 297 }])
})

test('is offline while Windows lists no queues', async () => {
  const spooler = aSpooler({ queues: () => Promise.reject(new Error('no spooler')) })
  expect(await windowsPrinter(spooler, 'Office').describe()).toMatchObject({ state: 'offline' })
})

test('has an id of at most 200 characters', () => {
  expect(windowsPrinter(aSpooler({}), 'x'.repeat(300)).id).toBe(`windows:${'x'.repeat(192)}`)
})

test.each([
  // the sheet of the driver   refused
  [210, 297, undefined],
  [297, 210, undefined],
  [212, 295, undefined],
  [212.1, 297, 'The driver would print on 212 x 297 mm.'],
  [210, 294.9, 'The driver would print on 210 x 295 mm.'],
])('prints a form on a sheet of %d x %d mm', async (width_mm, height_mm, words) => {
  const draw: Spooler['draw'] = async (_queue, _title, { pagesAt }) => {
    await pagesAt({ x: 300, y: 300 }, { width_mm, height_mm })
    return 7
  }
  const outcome = await windowsPrinter(aSpooler({ draw }), 'Office').print(ORDER, () => {}, never)
  if (words === undefined) expect(outcome).toEqual({ state: 'printed' })
  else
    expect(outcome).toMatchObject({
      state: 'failed',
      fault: { code: 'settings_refused', description: expect.stringContaining(words) as string },
    })
})

test.each([
  [210, 297, false],
  [297, 210, true],
  [100, 100, false],
])('draws a document of %d x %d mm across the sheet: %s', async (width_mm, height_mm, isLandscape) => {
  const drawings: Drawing[] = []
  const papers = async () => [{ ...A4, width_mm, height_mm }]
  const draw: Spooler['draw'] = async (_queue, _title, drawing) => drawings.push(drawing)
  await windowsPrinter(aSpooler({ papers, draw }), 'Office').print({ ...ORDER, width_mm, height_mm }, () => {}, never)
  expect(drawings).toMatchObject([{ isLandscape, paper: 9, copies: 1 }])
})

test('sends no label to a QL printer whose roll nobody has named', async () => {
  const sent: string[] = []
  const sendRaw = async (queue: string) => sent.push(queue)
  const model = QL_MODELS.find(({ name }) => name === 'QL-800')!
  const printer = windowsBrother(aSpooler({ sendRaw }), 'Office', model)
  const label = { ...ORDER, media: undefined, width_mm: 62, height_mm: 100 }
  expect(await printer.print(label, () => {}, never)).toMatchObject({
    state: 'failed',
    fault: { code: 'printer_silent' },
  })
  expect(sent).toEqual([])
  const { media, resolutions_dpi } = await printer.describe()
  expect([media.map(({ name }) => name).includes('DK-22205'), resolutions_dpi]).toEqual([true, [300]])
})

import { expect, test } from 'vitest'
import { dotsPerInch, IPP, ippAnswer, numbers, READS_PDF } from '../../testing/fake-ipp-printer.ts'
import {
  PRINT,
  VALIDATE,
  CANCEL,
  JOB,
  PRINTER,
  media,
  order,
  ready,
  taken,
  job,
  done,
  never,
  jobWith,
  NEVER_BEGUN,
  printerAt,
  printOn,
  startFake,
  type Fake,
} from '../../testing/ipp-label.ts'

let fake: Fake | undefined

const RESOLUTIONS = [IPP.resolution, 'printer-resolution-supported', dotsPerInch(600)] as const
const knows = (...rows: (readonly [number, string, string | number | Buffer])[]) =>
  ippAnswer(0, [IPP.printer, READS_PDF, [IPP.keyword, 'media-supported', media], ...rows])

test('requests media and resolution, and no setting the printer does not support', async () => {
  const asked: string[] = []
  fake = await startFake((operation, request) => {
    asked[operation] = request.toString('latin1')
    return { [PRINTER]: knows(RESOLUTIONS), [PRINT]: taken, [JOB]: job(9) }[operation] ?? done
  })
  expect(await printerAt(fake.uri).print(order, () => {}, never)).toEqual({ state: 'printed' })
  const fidelity = '\x22\0\x16ipp-attribute-fidelity\0\x01\x01'
  const settings = `\x02\x44\0\x05media\0\x12${media}\x32\0\x12printer-resolution\0\x09${dotsPerInch(600).toString('latin1')}\x03`
  for (const operation of [VALIDATE, PRINT]) {
    expect(asked[operation]).toContain(fidelity)
    expect(asked[operation]).toContain(settings)
  }
})

test.each([
  // attributes of the printer                                                    error code
  [[[IPP.resolution, 'printer-resolution-supported', dotsPerInch(203)]], 'resolution_too_low'],
  [[[IPP.keyword, 'print-scaling-supported', 'fit']], 'settings_refused'],
] as const)('sends nothing to a printer that cannot print unscaled: %j', async (rows, code) => {
  fake = await startFake((operation) => (operation === PRINTER ? knows(...rows) : done))
  await expect(printerAt(fake.uri).print(order, () => {}, never)).rejects.toMatchObject({ fault: { code } })
  expect(fake.asked).not.toContain(PRINT)
})

const [INCH, CENTIMETRE] = [3, 4]
const dotsBy = (x: number, y: number, unit: number) => Buffer.concat([numbers(x, y), Buffer.of(unit)])

test('reports a resolution in dots per inch, of the coarser direction, also if the printer counts by the centimetre', async () => {
  const known = knows(
    [IPP.resolution, 'printer-resolution-supported', dotsBy(1200, 600, INCH)],
    [IPP.resolution, '', dotsBy(118, 236, CENTIMETRE)],
  )
  fake = await startFake(() => known)
  expect((await printerAt(fake.uri).describe()).resolutions_dpi).toEqual([600, 300])
})

/** The rows of an attribute with these resolutions. */
const resolutions = (name: string, all: readonly number[]) =>
  all.map((dpi, at) => [IPP.resolution, at === 0 ? name : '', dotsPerInch(dpi)] as const)

test.each([
  // supported           default  requested: the default or coarsest multiple of 300 dpi, else the coarsest that is fine enough
  [[203, 1200, 600, 360], [203], 600],
  [[300, 600, 1200], [600], 600],
  [[300, 360], [360], 300],
  [[203, 720, 360], [720], 360],
])('of %j dpi, by default %j, requests %i dpi', async (supported, usual, requested) => {
  let asked = ''
  const known = knows(
    ...resolutions('printer-resolution-supported', supported),
    ...resolutions('printer-resolution-default', usual),
  )
  fake = await startFake((operation, request) => {
    if (operation === PRINT) asked = request.toString('latin1')
    return { [PRINTER]: known, [PRINT]: taken, [JOB]: job(9) }[operation] ?? done
  })
  expect(await printerAt(fake.uri).print(order, () => {}, never)).toEqual({ state: 'printed' })
  expect(asked).toContain(`printer-resolution\0\x09${dotsPerInch(requested).toString('latin1')}`)
})

test.each([
  // default of a CUPS queue   its resolution
  [[600, 300], [300]],
  [[], [203, 600]],
])('a queue of CUPS has only the coarsest of its default resolutions: %j', async (usual, reported) => {
  const known = knows(
    [IPP.text, 'cups-version', '2.4.2'],
    ...resolutions('printer-resolution-supported', [203, 600]),
    ...resolutions('printer-resolution-default', usual),
  )
  fake = await startFake(() => known)
  expect((await printerAt(fake.uri).describe()).resolutions_dpi).toEqual(reported)
})

test.each([
  [undefined, 'settings_refused'],
  [[IPP.range, 'copies-supported', numbers(1, 1)], 'settings_refused'],
  [[IPP.range, 'copies-supported', numbers(1, 99)], undefined],
] as const)('refuses more copies than the printer supports: %j', async (row, code) => {
  fake = await startFake(
    (operation) => ({ [PRINTER]: knows(...(row ? [row] : [])), [PRINT]: taken, [JOB]: job(9) })[operation] ?? done,
  )
  const outcome = printerAt(fake.uri).print({ ...order, copies: 2, labels: 2 }, () => {}, never)
  if (code) await expect(outcome).rejects.toMatchObject({ fault: { code } })
  else expect(await outcome).toEqual({ state: 'printed' })
  expect(fake.asked.includes(PRINT)).toBe(!code)
})

test.each([
  ['application/postscript', 'format_unsupported'],
  ['image/urf', 'format_unsupported'],
  ['application/octet-stream', 'format_unsupported'],
])('sends nothing to a printer that reads only %s', async (format, code) => {
  const printer = ippAnswer(0, [IPP.printer, [IPP.mimeType, 'document-format-supported', format]])
  fake = await startFake((operation) => (operation === PRINTER ? printer : done))
  await expect(printerAt(fake.uri).print(order, () => {}, never)).rejects.toMatchObject({ fault: { code } })
  expect(await printerAt(fake.uri).describe()).toMatchObject({ state: 'stopped', reasons: ['format-unsupported'] })
  expect(fake.asked).not.toContain(PRINT)
})

const REFUSED_MEDIA = [IPP.unsupported, [IPP.keyword, 'media', media]] as const

test.each([
  [ippAnswer(0x040b, REFUSED_MEDIA), 'settings_refused'],
  [ippAnswer(0x0001, REFUSED_MEDIA), 'settings_refused'],
  [ippAnswer(0x0508), 'printer_stopped'],
  ['hang up', 'printer_stopped'],
] as const)('sends no job that the printer would change or reject: %#', async (answer, code) => {
  expect((await printOn({ [PRINTER]: ready, [VALIDATE]: answer })).outcome).toMatchObject({
    state: 'failed',
    fault: { code },
  })
  expect(fake?.asked).not.toContain(PRINT)
})

test('sends a job to a printer that does not support Validate-Job', async () => {
  const { outcome } = await printOn({ [PRINTER]: ready, [VALIDATE]: ippAnswer(0x0501), [PRINT]: taken, [JOB]: job(9) })
  expect(outcome).toEqual({ state: 'printed' })
})

const REPLACED = ippAnswer(1, REFUSED_MEDIA, [IPP.job, [IPP.integer, 'job-id', 5]])
const A5 = [IPP.keyword, 'media', 'iso_a5_148x210mm'] as const
const dots = (dpi: number) => [IPP.resolution, 'printer-resolution', dotsPerInch(dpi)] as const

test.each([
  // difference                        answer     reported job                          outcome, and description
  ['a setting that was replaced', REPLACED, jobWith(9), 'unknown', 'media'],
  ['other media', taken, jobWith(9, A5), 'unknown', 'media iso_a5_148x210mm'],
  ['a coarser resolution', taken, jobWith(5, dots(203)), 'unknown', 'printer-resolution 203dpi'],
  ['other media, before it started', taken, jobWith(7, A5, NEVER_BEGUN), 'failed', 'media iso_a5_148x210mm'],
] as const)(
  'never reports a job as printed whose settings the printer changed: %s',
  async (_, answer, report, state, words) => {
    fake = await startFake(
      (operation) => ({ [PRINTER]: knows(RESOLUTIONS), [PRINT]: answer, [JOB]: report })[operation] ?? done,
    )
    const outcome = await printerAt(fake.uri, { cancelMs: 100 }).print(order, () => {}, never)
    expect(outcome).toMatchObject({ state, fault: { code: 'settings_refused' } })
    expect(outcome).toHaveProperty('fault.description', expect.stringContaining(words))
    expect(fake.asked).toContain(CANCEL)
  },
)

test('accepts a finer resolution than requested', async () => {
  expect(
    (await printOn({ [PRINTER]: knows(RESOLUTIONS), [PRINT]: taken, [JOB]: jobWith(9, dots(1200)) })).outcome,
  ).toEqual({
    state: 'printed',
  })
})

import { onTestFinished } from 'vitest'
import { ippPrinter } from '../printers/ipp/ipp-printer.ts'
import { aPdf } from './a-pdf.ts'
import { fakeIppPrinter, IPP, ippAnswer, READS_PDF } from './fake-ipp-printer.ts'

/** The numbers of the operations (RFC 8011 §5.4.15). */
export const PRINT = 0x02
export const VALIDATE = 0x04
export const CANCEL = 0x08
export const JOB = 0x09
export const PRINTER = 0x0b

/** A label for a fake printer, and the usual answers of such a printer. */
export const media = 'na_index-4x6_4x6in'
export const order = {
  job_id: 'j',
  kind: 'mailing' as const,
  type: 'label' as const,
  title: 'Label',
  copies: 1,
  labels: 1,
  pdf: aPdf(),
  width_mm: 101.6,
  height_mm: 152.4,
  media,
}
export const ready = ippAnswer(0, [
  IPP.printer,
  [IPP.enum, 'printer-state', 3],
  [IPP.keyword, 'media-supported', media],
  READS_PDF,
])
export const taken = ippAnswer(0, [IPP.job, [IPP.integer, 'job-id', 5]])
export const job = (state: number, reason = 'none') =>
  ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', state], [IPP.keyword, 'job-state-reasons', reason]])
export const done = ippAnswer(0)
export const never: AbortSignal = new AbortController().signal

type Row = readonly [tag: number, name: string, value: string | number | Buffer]
export const jobWith = (state: number, ...rows: Row[]) =>
  ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', state], ...rows])

export const NEVER_BEGUN = [IPP.none, 'time-at-processing', ''] as const

export type Fake = Awaited<ReturnType<typeof fakeIppPrinter>>
type Answers = Parameters<typeof fakeIppPrinter>[0]

/** A fake printer that is stopped after the test. */
export async function startFake(answers: Answers): Promise<Fake> {
  const fake = await fakeIppPrinter(answers)
  onTestFinished(() => fake.stop())
  return fake
}

/** The port of a fake printer, with shorter intervals than for a real one. */
export const printerAt: typeof ippPrinter = (uri, timings) => ippPrinter(uri, { pollMs: 20, ...timings })

/** Prints the label on a fake printer with these answers, and success for all other operations. */
export async function printOn(answers: Record<number, ReturnType<Answers>>, printMs = 300) {
  const fake = await startFake((operation) => answers[operation] ?? done)
  return { fake, outcome: await printerAt(fake.uri, { printMs }).print(order, () => {}, never) }
}

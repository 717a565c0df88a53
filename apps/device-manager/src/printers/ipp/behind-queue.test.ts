import { expect, test } from 'vitest'
import { IPP, ippAnswer, READS_PDF } from '../../testing/fake-ipp-printer.ts'
import {
  done,
  job,
  JOB,
  media,
  never,
  order,
  PRINT,
  PRINTER,
  printerAt,
  startFake,
  taken,
} from '../../testing/ipp-label.ts'

const COMPLETED = job(9)
const [IDLE, PROCESSING] = [3, 4]
const behind = (state: number, ...reasons: string[]) =>
  ippAnswer(0, [
    IPP.printer,
    [IPP.enum, 'printer-state', state],
    ...reasons.map((reason) => [IPP.keyword, 'printer-state-reasons', reason] as const),
  ])

/** The outcome at a queue of CUPS that reports these reasons and calls the job completed. */
async function printOnQueueOf(device_uri: string, ...reasons: string[]) {
  const answer = ippAnswer(0, [
    IPP.printer,
    READS_PDF,
    [IPP.uri, 'device-uri', device_uri],
    [IPP.keyword, 'media-supported', media],
    ...reasons.map((reason) => [IPP.keyword, 'printer-state-reasons', reason] as const),
  ])
  const queue = await startFake(
    (operation) => ({ [PRINTER]: answer, [PRINT]: taken, [JOB]: COMPLETED })[operation] ?? done,
  )
  return printerAt(queue.uri).print(order, () => {}, never)
}

test('is unknown when CUPS calls a job completed that the printer behind gives up a moment later', async () => {
  const answers = [behind(PROCESSING), behind(PROCESSING)]
  const requests: string[] = []
  const printer = await startFake((_operation, request) => {
    requests.push(request.toString('latin1'))
    const reasons = request.includes('printer-state-reasons') ? ['media-empty-report'] : []
    return answers.shift() ?? behind(IDLE, ...reasons)
  })
  expect(await printOnQueueOf(`${printer.uri}?uuid=1`)).toMatchObject({
    state: 'unknown',
    fault: { code: 'outcome_unknown', description: expect.stringContaining('Reported: media-empty.') },
  })
  expect(printer.asked).toEqual([PRINTER, PRINTER, PRINTER])
  // what follows the address of the printer identifies it to CUPS only
  expect(requests.filter((request) => request.includes('uuid'))).toEqual([])
})

test.each([
  ['has nothing to report', () => behind(IDLE)],
  ['reports what the queue reported before', () => behind(IDLE, 'cover-open-warning')],
  ['reports that little is left', () => behind(IDLE, 'media-low-warning')],
  ['refuses to answer', () => ippAnswer(0x0401)],
  ['hangs up', () => 'hang up' as const],
])('is printed when the printer behind %s', async (_case, answer) => {
  const printer = await startFake(answer)
  expect(await printOnQueueOf(printer.uri, 'cover-open')).toEqual({ state: 'printed' })
  expect(printer.asked).toEqual([PRINTER])
})

test('is printed when the printer behind stays busy with the jobs of others', async () => {
  const printer = await startFake(() => behind(PROCESSING))
  expect(await printOnQueueOf(printer.uri)).toEqual({ state: 'printed' })
})

test.each(['socket://127.0.0.1:9100', 'usb://Acme/Label', 'dnssd://Desk._ipp._tcp.local/'])(
  'is printed when the queue sends to %s, where no printer answers by IPP',
  async (device_uri) => expect(await printOnQueueOf(device_uri)).toEqual({ state: 'printed' }),
)

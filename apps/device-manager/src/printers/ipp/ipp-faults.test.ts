import { expect, test, vi } from 'vitest'
import { DRIVER_QUEUE, IPP, ippAnswer, READS_PDF } from '../../testing/fake-ipp-printer.ts'
import {
  PRINT,
  CANCEL,
  JOB,
  PRINTER,
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

test('judges a job by its state only: CUPS leaves processing-to-stop-point on completed jobs', async () => {
  const { outcome } = await printOn({ [PRINTER]: ready, [PRINT]: taken, [JOB]: job(9, 'processing-to-stop-point') })
  expect(outcome).toEqual({ state: 'printed' })
})

test.each([
  // what it counts                                                          what is reported
  [
    'sides',
    [
      ['job-impressions-completed', 1],
      ['job-media-sheets-completed', 9],
    ],
    [1],
  ],
  ['sheets', [['job-media-sheets-completed', 1]], [1]],
  ['nothing', [], []],
] as const)('reports progress from a printer that counts %s', async (_, counts, reported) => {
  const rows = counts.map(([name, value]) => [IPP.integer, name, value] as const)
  fake = await startFake((operation) => {
    const state = (fake?.asked.filter((asked) => asked === JOB).length ?? 0) > 1 ? 9 : 5
    const now = ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', state], ...rows])
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: now }[operation] ?? done
  })
  const pages: number[] = []
  expect(
    await printerAt(fake.uri).print(
      order,
      () => {},
      never,
      (count) => pages.push(count),
    ),
  ).toEqual({
    state: 'printed',
  })
  expect(pages).toEqual(reported)
})

test('ignores pages counted by CUPS, which are not printed yet', async () => {
  const queue = ippAnswer(0, [IPP.printer, ...DRIVER_QUEUE])
  fake = await startFake((operation) => {
    const state = (fake?.asked.filter((asked) => asked === JOB).length ?? 0) > 1 ? 9 : 5
    const now = ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', state], [IPP.integer, 'job-impressions-completed', 1]])
    return { [PRINTER]: queue, [PRINT]: taken, [JOB]: now }[operation] ?? done
  })
  const reported = vi.fn()
  await printerAt(fake.uri).print(order, () => {}, new AbortController().signal, reported)
  expect(reported).not.toHaveBeenCalled()
})

const ABORTED = [IPP.enum, 'job-state', 8] as const
const sides = (count: number) => [IPP.integer, 'job-impressions-completed', count] as const
const sheets = (count: number) => [IPP.integer, 'job-media-sheets-completed', count] as const

test.each([
  // last report of a job the printer gave up     CUPS         outcome
  [[sides(0)], false, 'failed'],
  [[sides(2)], false, 'unknown'],
  [[sides(0), sheets(1)], false, 'unknown'],
  [[], false, 'unknown'],
  [[NEVER_BEGUN], false, 'failed'],
  [[sides(0)], true, 'unknown'],
  [[NEVER_BEGUN, sides(0)], true, 'failed'],
] as const)('judges a job aborted with %j (CUPS: %s) as %s', async (rows, isCups, state) => {
  const device = isCups ? DRIVER_QUEUE : [READS_PDF]
  const printer = ippAnswer(0, [IPP.printer, [IPP.keyword, 'printer-state-reasons', 'media-empty'], ...device])
  const aborted = ippAnswer(0, [IPP.job, ABORTED, ...rows])
  const { outcome } = await printOn({ [PRINTER]: printer, [PRINT]: taken, [JOB]: aborted })
  expect(outcome).toMatchObject({ state, fault: { code: 'printer_stopped' } })
  expect(outcome).toHaveProperty('fault.description', expect.stringContaining('media-empty'))
})

test('reports the pages printed before the printer gave up a job', async () => {
  const reported = vi.fn()
  const aborted = ippAnswer(0, [IPP.job, ABORTED, sides(2)])
  fake = await startFake((operation) => ({ [PRINTER]: ready, [PRINT]: taken, [JOB]: aborted })[operation] ?? done)
  await printerAt(fake.uri).print(order, () => {}, new AbortController().signal, reported)
  expect(reported.mock.calls).toEqual([[2]])
})

test.each([
  // progress        successive reports of the job
  [
    'pages',
    [
      [5, 0],
      [5, 1],
      [5, 2],
      [5, 3],
      [9, 3],
    ],
  ],
  [
    'states',
    [
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
      [9, 0],
    ],
  ],
] as const)('does not time out a long job while its %s progress', async (_, steps) => {
  const next = [...steps]
  fake = await startFake((operation) => {
    const [state, count] = operation === JOB ? (next.shift() ?? [9, 3]) : [9, 3]
    const now = ippAnswer(0, [IPP.job, [IPP.enum, 'job-state', state], sides(count)])
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: now }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { printMs: 500, pollMs: 200 }).print(
    order,
    () => {},
    new AbortController().signal,
  )
  expect(outcome).toEqual({ state: 'printed' })
  expect(fake.asked).not.toContain(CANCEL)
})

test('gives up a job that only restarts, which CUPS would retry without end', async () => {
  let asked = 0
  fake = await startFake((operation) => {
    const isCancelled = fake?.asked.includes(CANCEL)
    const again = operation === JOB && asked++ % 2 === 0 ? 3 : 5
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: job(isCancelled ? 7 : again) }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { printMs: 400 }).print(order, () => {}, new AbortController().signal)
  expect(outcome).toMatchObject({ state: 'unknown' })
})

test('never sends a job that is cancelled while it is prepared', async () => {
  const abort = new AbortController()
  fake = await startFake((operation) => {
    if (operation === PRINTER) abort.abort()
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: job(9) }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri).print(order, () => {}, abort.signal)
  expect(outcome).toMatchObject({ state: 'cancelled', fault: { code: 'cancelled' } })
  expect(fake.asked).not.toContain(PRINT)
})

test('is unknown soon after a cancel while the printer does not answer', async () => {
  const abort = new AbortController()
  fake = await startFake((operation) => {
    if (operation === PRINT) abort.abort()
    return ({ [PRINTER]: ready, [PRINT]: 'silence' } as const)[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { cancelMs: 200 }).print(order, () => {}, abort.signal)
  expect(outcome).toMatchObject({ state: 'unknown' })
})

test('fails a job that the printer rejects', async () => {
  const no = ippAnswer(0x040a)
  expect((await printOn({ [PRINTER]: ready, [PRINT]: no })).outcome).toMatchObject({ state: 'failed' })
})

test.each([
  ['a connection lost while the label is sent', 'hang up'],
  ['an HTTP error after the label was sent', { http: 500 }],
  ['an unreadable answer', Buffer.from('what?')],
  ['an answer without a job', done],
] as const)('is unknown after %s', async (_name, answer) => {
  const { outcome, fake: printer } = await printOn({ [PRINTER]: ready, [PRINT]: answer })
  expect(outcome).toMatchObject({ state: 'unknown' })
  expect(printer.asked.filter((operation) => operation === PRINT)).toHaveLength(1)
})

test('cancels a label without progress after the time limit, with outcome unknown even if the printer cancels it', async () => {
  fake = await startFake((operation) => {
    const isCancelled = fake?.asked.includes(CANCEL)
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: job(isCancelled ? 7 : 5) }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { printMs: 100 }).print(order, () => {}, new AbortController().signal)
  expect(outcome).toMatchObject({ state: 'unknown' })
  expect(fake.asked.filter((operation) => operation === CANCEL)).toHaveLength(1)
})

test('reports a label as printed if it is printed during the cancel', async () => {
  fake = await startFake((operation) => {
    const isCancelled = fake?.asked.includes(CANCEL)
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: job(isCancelled ? 9 : 5) }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { printMs: 100 }).print(order, () => {}, new AbortController().signal)
  expect(outcome).toEqual({ state: 'printed' })
})

const GONE = ippAnswer(0x0407)
const NOT_FOUND = ippAnswer(0x0406)
test.each([
  // reports of the printer before it deletes the job          CUPS         outcome
  ['nothing', [], NOT_FOUND, false, 'unknown'],
  ['that it is processing', [jobWith(5)], NOT_FOUND, false, 'unknown'],
  ['that it is processing with no side printed', [jobWith(5, sides(0))], GONE, false, 'unknown'],
  ['that all sides are printed', [jobWith(5, sides(1))], NOT_FOUND, false, 'printed'],
  ['that all sides are rendered', [jobWith(5, sides(1))], NOT_FOUND, true, 'unknown'],
] as const)(
  'judges a job deleted by the printer after it reported %s',
  async (_, reports, forgotten, isCups, state) => {
    const next = [...reports]
    const printer = isCups ? ippAnswer(0, [IPP.printer, ...DRIVER_QUEUE]) : ready
    fake = await startFake((operation) =>
      operation === JOB ? (next.shift() ?? forgotten) : ({ [PRINTER]: printer, [PRINT]: taken }[operation] ?? done),
    )
    const patience = { printMs: 60_000 } // longer than a test may take
    expect(await printerAt(fake.uri, patience).print(order, () => {}, never)).toMatchObject({ state })
    expect(fake.asked).not.toContain(CANCEL)
  },
)

test.each([
  [done, 'cancelled'],
  [ippAnswer(0x0404), 'unknown'], // too late to be cancelled
])(
  'reports a job deleted after a cancel as cancelled only if the printer accepted the cancel',
  async (answer, state) => {
    const abort = new AbortController()
    fake = await startFake((operation) => {
      const looked = fake?.asked.includes(CANCEL) ? NOT_FOUND : job(5)
      return { [PRINTER]: ready, [PRINT]: taken, [JOB]: looked, [CANCEL]: answer }[operation] ?? done
    })
    const outcome = await printerAt(fake.uri).print(order, () => abort.abort(), abort.signal)
    expect(outcome).toMatchObject({ state })
  },
)

test('fails a job that is held until the time limit, because it never started', async () => {
  fake = await startFake((operation) => {
    const now = jobWith(fake?.asked.includes(CANCEL) ? 7 : 4, NEVER_BEGUN)
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: now }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri, { printMs: 100 }).print(order, () => {}, never)
  expect(outcome).toMatchObject({ state: 'failed', fault: { code: 'printer_stopped' } })
})

test.each([
  // reasons before     reasons after         CUPS               outcome
  ['none', 'media-empty-warning', true, 'unknown'],
  ['media-empty-warning', 'media-empty-warning', true, 'printed'],
  ['none', 'media-low-warning', true, 'printed'],
  ['none', 'media-empty-report', false, 'printed'],
])(
  'judges a completed job whose printer reasons went from %s to %s (CUPS: %s) as %s',
  async (before, after, isCups, state) => {
    fake = await startFake((operation) => {
      const reason = fake?.asked.includes(PRINT) ? after : before
      const device = isCups ? DRIVER_QUEUE : [READS_PDF]
      const printer = ippAnswer(0, [IPP.printer, [IPP.keyword, 'printer-state-reasons', reason], ...device])
      return { [PRINTER]: printer, [PRINT]: taken, [JOB]: job(9) }[operation] ?? done
    })
    expect(await printerAt(fake.uri).print(order, () => {}, new AbortController().signal)).toMatchObject({ state })
  },
)

test('gets the report of the printer after a short loss of connection', async () => {
  let asked = 0
  fake = await startFake((operation) => {
    if (operation === JOB && asked++ === 0) return 'hang up'
    return { [PRINTER]: ready, [PRINT]: taken, [JOB]: job(9) }[operation] ?? done
  })
  const outcome = await printerAt(fake.uri).print(order, () => {}, new AbortController().signal)
  expect(outcome).toEqual({ state: 'printed' })
})

test.each([
  // as the printer reports it   as listed
  ['none', []],
  ['media-empty-report', ['media-empty']],
  ['media-low-warning', ['media-low']],
  ['cover-open-error', ['cover-open']],
  ['media-jam', ['media-jam']],
])('reads the reason %s', async (written, read) => {
  const row = [IPP.keyword, 'printer-state-reasons', written] as const
  fake = await startFake(() => ippAnswer(0, [IPP.printer, [IPP.enum, 'printer-state', 5], row, READS_PDF]))
  expect(await printerAt(fake.uri).describe()).toMatchObject({ state: 'stopped', reasons: read })
})

test('reports a printer with unreadable answers as offline', async () => {
  fake = await startFake(() => Buffer.from('<html>'))
  expect(await printerAt(fake.uri).describe()).toMatchObject({ state: 'offline' })
})

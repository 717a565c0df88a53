import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderDots } from '../../documents/read-pdf.ts'
import { chooseMedia } from '../../jobs/media-guard.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { never, order, printerAt } from '../../testing/ipp-label.ts'
import { captureSocket, startCups, type PrivateCups } from '../../testing/private-cups.ts'
import { readZpl } from '../../testing/read-zpl.ts'

const ZEBRA = 'drv:///sample.drv/zebra.ppd'
const LASER = 'drv:///sample.drv/laserjet.ppd'
/** Queue defaults of an administrator that would spoil a label. */
const UNFIT_DEFAULTS = [
  'number-up-default=2',
  'job-sheets-default=standard',
  'job-hold-until-default=indefinite',
  'orientation-requested-default=4',
  'print-scaling-default=fit',
  'sides-default=two-sided-long-edge',
  'copies-default=3',
]

let cups: PrivateCups
let socket: Awaited<ReturnType<typeof captureSocket>>
beforeAll(async () => {
  cups = await startCups()
  socket = await captureSocket()
  await cups.addQueue('COARSE', socket.uri, ZEBRA)
  await cups.addQueue('PRETENDS', socket.uri, ZEBRA, ['printer-resolution-default=300dpi'])
  await cups.addQueue('FINE', socket.uri, ZEBRA, ['Resolution=300dpi'])
  await cups.addQueue('UNFIT', socket.uri, ZEBRA, ['Resolution=300dpi', ...UNFIT_DEFAULTS])
  await cups.addQueue('OFFICE', socket.uri, LASER, ['PageSize=A4', 'Resolution=600dpi'])
})
beforeEach(() => void socket.jobs.splice(0))
afterAll(async () => {
  await Promise.all([cups.stop(), socket.stop()])
})

const queue = (name: string) => printerAt(`${cups.uri}/printers/${name}`)
const LABEL = 'na_index-4x6_4x6in'

async function paperOn(name: string, paperFormat?: '4x6' | 'DK1247' | 'A4') {
  const config = { printerId: name, defaultOrSpecific: paperFormat ? 'specific' : 'default' } as const
  return chooseMedia({ ...order, isLabel: true }, await queue(name).describe(), {
    ...config,
    paperFormat: paperFormat ?? '4x6',
  })
}

test.each([
  // queue    format       media, or error code
  ['FINE', undefined, LABEL],
  ['FINE', '4x6', LABEL],
  ['FINE', 'DK1247', 'media_not_offered'],
  ['OFFICE', undefined, 'iso_a4_210x297mm'],
  ['OFFICE', '4x6', 'media_not_offered'],
  ['COARSE', undefined, 'resolution_too_low'],
  ['PRETENDS', undefined, 'resolution_too_low'],
] as const)(
  'chooses from the media a driver offers, since it does not know the loaded ones: %s, %s, %s',
  async (name, format, expected) => {
    expect((await queue(name).describe()).media_ready).toEqual([])
    const decided = await paperOn(name, format)
    expect(decided.ok ? decided.media : decided.fault.code).toBe(expected)
    if (!decided.ok && decided.fault.media) expect(decided.fault.media.from).toBe('offered')
  },
)

test.each(['FINE', 'UNFIT'])(
  'prints labels of 4 × 6 in on queue %s at 300 dpi, once and dot for dot, whatever its defaults',
  async (name) => {
    const pdf = aPdf({ pages: 2 })
    expect(await queue(name).print({ ...order, pdf, labels: 2, media: LABEL }, () => {}, never)).toEqual({
      state: 'printed',
    })
    expect(socket.jobs).toHaveLength(1)
    const drawn = readZpl(socket.jobs[0]!)
    const expected = await renderDots(pdf)
    expect(drawn.map(({ width, height, copies }) => ({ width, height, copies }))).toEqual([
      { width: 1200, height: 1800, copies: 1 },
      { width: 1200, height: 1800, copies: 1 },
    ])
    for (const [page, { black }] of drawn.entries()) expect(Buffer.compare(black, expected[page]!.black)).toBe(0)
  },
)

test.each(['COARSE', 'PRETENDS'])(
  'sends nothing to queue %s, which prints at 203 dpi whatever is requested',
  async (name) => {
    expect((await queue(name).describe()).resolutions_dpi).toEqual([203])
    const outcome = queue(name).print({ ...order, media: LABEL }, () => {}, never)
    await expect(outcome).rejects.toMatchObject({ fault: { code: 'resolution_too_low' } })
    expect(socket.jobs).toEqual([])
  },
)

test('is unknown at once with a CUPS that keeps no finished jobs, unless its end was seen; each label is printed once', async () => {
  const forgetful = await startCups({ forgetsJobs: true })
  try {
    await forgetful.addQueue('FINE', socket.uri, ZEBRA, ['Resolution=300dpi'])
    const began = performance.now()
    const states: string[] = []
    // CUPS forgets a job a moment after its end, which a look may hit now and then
    while (!states.includes('unknown') && states.length < 5) {
      const outcome = await printerAt(`${forgetful.uri}/printers/FINE`).print(
        { ...order, media: LABEL },
        () => {},
        never,
      )
      if (outcome.state !== 'printed')
        expect(outcome).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' } })
      states.push(outcome.state)
    }
    expect(states.at(-1)).toBe('unknown')
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(socket.jobs).toHaveLength(states.length)
  } finally {
    await forgetful.stop()
  }
})

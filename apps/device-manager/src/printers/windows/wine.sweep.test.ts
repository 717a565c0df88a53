import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderDots } from '../../documents/read-pdf.ts'
import { aPdf } from '../../testing/a-pdf.ts'
import { captureSocket, startCups, type PrivateCups } from '../../testing/private-cups.ts'
import { runOnWindows, whyNoWindows } from '../../testing/wine.ts'
import type { WindowsReport, WindowsTask } from '../../testing/windows-program.ts'
import { QL_MODELS } from '../brother/models.ts'
import { prepareOrder } from '../brother/prepare-order.ts'
import { INITIALISE } from '../brother/raster.ts'
import { ROLLS } from '../brother/rolls.ts'

const reason = whyNoWindows()
if (reason) process.stderr.write(`The tests of Windows are skipped: ${reason}.\n`)
const A_MINUTE_MS = 60_000

const dir = path.join(os.tmpdir(), `postroom-windows-${process.pid}`)
// stripes that do not compress, so that the job exceeds one write to Windows
const label = aPdf({ drawing: '[0.7 0.5] 0 d 432 w 0 216 m 288 216 l S' })
const sheet = aPdf({ width_mm: 210, height_mm: 297, pages: 2, drawing: '72 72 144 36 re f 300 500 3 200 re f' })
const small = aPdf({ width_mm: 148, height_mm: 210, drawing: '30 30 40 500 re f' })
const SIZES = { label: { width_mm: 101.6, height_mm: 152.4 }, sheet: { width_mm: 210, height_mm: 297 } }

let cups: PrivateCups
let ql: Awaited<ReturnType<typeof captureSocket>>
let laser: Awaited<ReturnType<typeof captureSocket>>
let report: WindowsReport

describe.skipIf(reason !== undefined)('the Windows spooler, under Wine', () => {
  beforeAll(async () => {
    fs.mkdirSync(dir)
    cups = await startCups()
    ql = await captureSocket()
    laser = await captureSocket()
    await cups.addQueue('Brother_QL-1110NWB', ql.uri, 'raw')
    await cups.addQueue('Laser', laser.uri, 'raw')
    const [tasks, reportFile] = [path.join(dir, 'tasks.json'), path.join(dir, 'report.json')]
    fs.writeFileSync(tasks, JSON.stringify([aLabel, aSheet, aSmall, tooLarge]))
    fs.writeFileSync(aLabel.order.pdf, label)
    fs.writeFileSync(aSheet.order.pdf, sheet)
    fs.writeFileSync(aSmall.order.pdf, small)
    const program = path.resolve(import.meta.dirname, '../../testing/windows-program.ts')
    await runOnWindows(program, [tasks, reportFile], { CUPS_SERVER: cups.host })
    report = JSON.parse(fs.readFileSync(reportFile, 'utf8')) as WindowsReport
  }, 2 * A_MINUTE_MS)
  afterAll(async () => {
    await Promise.all([cups.stop(), ql.stop(), laser.stop()])
    fs.rmSync(dir, { recursive: true, force: true })
  })

  test('lists its printers: a label printer with its rolls, another with the paper sizes of its driver', () => {
    expect(report.printers).toEqual([
      expect.objectContaining({ id: 'windows:Brother_QL-1110NWB', driver: 'brother', state: 'ready' }),
      expect.objectContaining({ id: 'windows:Laser', driver: 'windows', state: 'ready' }),
    ])
    const [brother, other] = report.printers as { media: unknown[]; resolutions_dpi: number[] }[]
    expect(brother?.media).toContainEqual({ name: 'DK-11247', width_mm: 104, height_mm: 164 })
    expect(other?.media).toContainEqual({
      name: 'A4',
      width_mm: expect.closeTo(210, 0),
      height_mm: expect.closeTo(297, 0),
    })
    expect(other?.resolutions_dpi).toContain(300)
  })

  test('forwards a raster byte for byte, with outcome unknown', async () => {
    const model = QL_MODELS.find(({ name }) => name === 'QL-1110NWB')!
    const roll = ROLLS.find(({ name }) => name === 'DK-11247')!
    const { kind, width_mm, length_mm } = roll
    const media = { kind, width_mm, length_mm, twoColour: false }
    const order = { ...aLabel.order, pdf: label }
    const prepared = prepareOrder(order, await renderDots(label), { isReady: true, isOneWay: true, model, roll, media })
    if (!prepared.ok) throw new Error('not prepared')
    expect(ql.jobs).toHaveLength(1)
    expect(ql.jobs[0]!.length).toBeGreaterThan(128 * 1024)
    expect(ql.jobs[0]!.equals(Buffer.concat([INITIALISE, ...prepared.pages]))).toBe(true)
    expect(report.outcomes[0]).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' }, spooled: 1 })
  })

  test.each([
    // paper   place among the tasks and the jobs
    ['A4', 1, 0, sheet],
    ['A5', 2, 1, small],
  ] as const)('draws on %s through the driver with every dot in its place', async (_paper, task, job, pdf) => {
    expect(report.outcomes[task]).toMatchObject({ state: 'unknown', fault: { code: 'outcome_unknown' }, spooled: 1 })
    const expected = await renderDots(pdf)
    const pages = rastered(laser.jobs[job]!)
    expect(pages).toHaveLength(expected.length)
    for (const [at, { width, height, isBlack }] of pages.entries()) {
      const { width: rowDots, height: rows, black } = expected[at]!
      // the paper is a point more or less than the page
      expect(Math.abs(width - rowDots) + Math.abs(height - rows)).toBeLessThan(10)
      let wrong = 0
      for (let y = 0; y < Math.min(height, rows); y++)
        for (let x = 0; x < Math.min(width, rowDots); x++) if (isBlack(x, y) !== (black[y * rowDots + x] === 1)) wrong++
      expect(wrong).toBe(0)
    }
  })

  test('sends no sheet that the driver has no paper size for', () => {
    expect(report.outcomes[3]).toMatchObject({ state: 'failed', fault: { code: 'media_not_offered' }, spooled: 0 })
  })
})

const common = { job_id: 'job-00001', type: 'label', copies: 1, labels: 1 } as const
const aLabel: WindowsTask = {
  printer: 'windows:Brother_QL-1110NWB',
  order: {
    ...common,
    kind: 'mailing',
    title: 'Llythyr i Gaerdydd',
    pdf: path.join(dir, 'label.pdf'),
    ...SIZES.label,
    media: 'DK-11247',
  },
}
const aSheet: WindowsTask = {
  printer: 'windows:Laser',
  order: { ...common, kind: 'form', title: 'CN23', pdf: path.join(dir, 'sheet.pdf'), ...SIZES.sheet, media: 'A4' },
}
const aSmall: WindowsTask = {
  ...aSheet,
  order: { ...aSheet.order, pdf: path.join(dir, 'small.pdf'), width_mm: 148, height_mm: 210, media: 'A5' },
}
const tooLarge: WindowsTask = {
  ...aSheet,
  order: { ...aSheet.order, width_mm: 1000, height_mm: 1400, media: undefined },
}

/** PostScript as dots, rendered by an independent program. */
function rastered(postScript: Buffer) {
  const folder = fs.mkdtempSync(path.join(dir, 'pages-'))
  const pattern = path.join(folder, '%d.pbm')
  const device = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pbmraw', '-r300', `-sOutputFile=${pattern}`, '-']
  execFileSync('gs', device, { input: postScript })
  return fs.readdirSync(folder).map((name) => {
    const bytes = fs.readFileSync(path.join(folder, name))
    const [head = '', width, height] = /^P4\s(?:#.*\n)*(\d+) (\d+)\s/.exec(bytes.toString('latin1', 0, 200)) ?? []
    const size = { width: Number(width), height: Number(height) }
    const rowBytes = Math.ceil(size.width / 8)
    const isBlack = (x: number, y: number): boolean =>
      ((bytes[head.length + y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
    return { ...size, isBlack }
  })
}

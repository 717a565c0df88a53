import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PNG } from 'pngjs'
import { expect, onTestFinished, test } from 'vitest'
import { ready } from 'zpl-renderer-js'
import { renderDots } from '../../documents/read-pdf.ts'
import { aCodedLabel } from '../../testing/a-coded-label.ts'
import { readZpl } from '../../testing/read-zpl.ts'
import { dotRows } from './dot-rows.ts'
import { NO_FACTS } from './language.ts'
import { ZPL } from './zpl.ts'

// Independent judges: a renderer of ZPL and an encoder of ZPL, both written by others.

test.each([
  // dpi  dots per mm  size in mm that gives whole inches of dots  compressed
  [203, 8, [101.5, 152.25], true],
  [203, 8, [101.5, 152.25], false],
  [300, 12, [100, 150], true],
  [300, 12, [100, 150], false],
] as const)(
  'zpl-renderer-js draws our label of %i dpi dot for dot (%i dots to the mm, %o mm, compressed: %s)',
  async (dpi, perMm, [width, height], isZebra) => {
    const { pdf } = await aCodedLabel(dpi)
    const [page] = await renderDots(pdf, dpi)
    const label = Buffer.from(ZPL.encode(dotRows(page!), dpi, {}, { ...NO_FACTS, isZebra })).toString('latin1')
    const { api } = await ready
    const drawn = await api.zplToBase64Async(label, width, height, perMm).catch((error: unknown) => {
      throw new Error(String(error).slice(0, 500)) // it would print its whole bundle
    })
    const png = PNG.sync.read(Buffer.from(drawn, 'base64'))
    expect([png.width, png.height]).toEqual([page!.width, page!.height])
    let differing = 0
    for (let at = 0; at < page!.black.length; at++)
      if ((png.data[at * 4]! < 128 ? 1 : 0) !== page!.black[at]) differing++
    expect(differing).toBe(0)
  },
  60_000,
)

/** A page of CUPS raster version 3, of one bit a dot, little-endian (CUPS Raster Format). */
function cupsRaster({ width, height, rowBytes, bits }: ReturnType<typeof dotRows>, dpi: number): Buffer {
  const header = Buffer.alloc(1796)
  const words: Record<number, number> = {
    276: dpi,
    280: dpi,
    340: 1,
    352: (width / dpi) * 72,
    356: (height / dpi) * 72,
  }
  Object.assign(words, { 372: width, 376: height, 384: 1, 388: 1, 392: rowBytes, 400: 3, 420: 1 })
  for (const [at, word] of Object.entries(words)) header.writeUInt32LE(Math.round(word), Number(at))
  return Buffer.concat([Buffer.from('3SaR'), header, bits])
}

test.each([203, 300] as const)(
  'the decoder of the fake printer reads what the filter of CUPS encodes, at %i dpi',
  async (dpi) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-label-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    execFileSync('ppdc', ['-d', folder, '/usr/share/cups/drv/sample.drv'], { stdio: 'ignore' })
    const [page] = await renderDots((await aCodedLabel(dpi)).pdf, dpi)
    const raster = path.join(folder, 'page.ras')
    fs.writeFileSync(raster, cupsRaster(dotRows(page!), dpi))
    const zpl = execFileSync('/usr/lib/cups/filter/rastertolabel', ['1', 'u', 't', '1', 'zePrintMode=Tear', raster], {
      env: { ...process.env, PPD: path.join(folder, 'zebra.ppd') },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 24,
    })
    const [drawn] = readZpl(zpl)
    const width = dotRows(page!).rowBytes * 8
    expect([drawn!.width, drawn!.height]).toEqual([width, page!.height])
    for (let y = 0; y < page!.height; y++) {
      const row = drawn!.black.subarray(y * width, y * width + page!.width)
      expect(Buffer.compare(row, page!.black.subarray(y * page!.width, (y + 1) * page!.width))).toBe(0)
    }
  },
)

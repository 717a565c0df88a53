import { readSymbols, readWithOtherDecoders } from '@postroom/documents/testing/read-back'
import { afterEach, expect, test } from 'vitest'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { aCodedLabel, CODES } from '../../testing/a-coded-label.ts'
import { fakeEplOnTcp } from '../../testing/fake-epl.ts'
import { fakeTsplOnTcp } from '../../testing/fake-tspl.ts'
import { fakeZplOnTcp } from '../../testing/fake-zpl.ts'
import { labelPrinterSetting } from './label-setting.ts'
import { tcpLabelPrinter } from './named-label-printers.ts'

let stop = async (): Promise<void> => {}
afterEach(() => stop())

const greys = ({ width, height, black }: DotPage) => ({
  width,
  height,
  dots: black.map((dot) => (dot === 1 ? 0 : 255)),
})

/** Every other dot of a page for a head of 600 dots, when the dots come in squares of four. */
function halved({ width, height, black }: DotPage): DotPage {
  const page = { width: width / 2, height: height / 2, black: new Uint8Array((width * height) / 4) }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const dot = black[y * width + x]!
      const at = (y >> 1) * page.width + (x >> 1)
      if (x % 2 === 0 && y % 2 === 0) page.black[at] = dot
      else if (page.black[at] !== dot) throw new Error(`a dot at ${x}, ${y} that is no square of four`)
    }
  return page
}

const zpl = (model: 'ZD421' | 'ZD421-300' | 'ZT411-600' | 'GK420d' | 'emulation') => () => fakeZplOnTcp({ model })
const tspl = (dpi: 203 | 300) => () => fakeTsplOnTcp({ dpi })
const silentTspl = () => fakeTsplOnTcp({ silent: 'always', busyFor: 0 })

test.each([
  // model                 stock           a fake printer        address                                              state
  ['GK420d', [4, 6], zpl('GK420d'), 'zpl', '?stock=gap', 'printed'],
  ['GK420d', [4, 4], zpl('GK420d'), 'zpl', '?stock=gap&size=4x4', 'printed'],
  ['ZD421', [4, 6], zpl('ZD421'), 'zpl', '?stock=mark', 'printed'],
  ['ZD421', [4, 4], zpl('ZD421'), 'zpl', '?stock=continuous', 'printed'],
  ['ZD421 with 300 dpi', [4, 6], zpl('ZD421-300'), 'zpl', '', 'printed'],
  ['ZT411 with 600 dpi', [4, 6], zpl('ZT411-600'), 'zpl', '', 'printed'],
  ['an emulation, such as Citizen CL-S521', [4, 6], zpl('emulation'), 'zpl', '?dpi=203&stock=gap', 'printed'],
  ['TSC DA210', [4, 6], tspl(203), 'tspl', '?dpi=203&stock=gap', 'printed'],
  ['TSC DA310', [4, 4], tspl(300), 'tspl', '?dpi=300&stock=continuous', 'printed'],
  ['Rollo X1038', [4, 6], silentTspl, 'tspl', '?dpi=203&stock=mark&status=off', 'unknown'],
  ['LP 2844', [4, 6], fakeEplOnTcp, 'epl', '?dpi=203&stock=gap', 'unknown'],
  ['LP 2844', [4, 4], fakeEplOnTcp, 'epl', '?dpi=203&stock=continuous', 'unknown'],
] as const)(
  'the codes on a label from %s, %o inches, can be read from the bytes it gets',
  async (_model, [width_in, height_in], start, language, names, state) => {
    const fake = await start()
    stop = fake.stop
    const { place, setting } = labelPrinterSetting(`${language}://127.0.0.1:${fake.port}${names}`)
    if (!('host' in place)) throw new Error('It is in the network')
    const printer = tcpLabelPrinter(place, setting, { pollMs: 5, statusMs: 500 })
    const { thermal_dpi: dpi = 203 } = await printer.describe()
    const grid = dpi === 203 ? 203 : 300
    const label = await aCodedLabel(grid, { width_in, height_in })
    const about = { job_id: 'job-00001', kind: 'mailing', type: 'label', title: 'Label', copies: 1, labels: 1 } as const
    const outcome = await printer.print(
      { ...about, ...label, media: `${width_in}x${height_in}` },
      () => {},
      new AbortController().signal,
    )
    expect(outcome.state).toBe(state)
    await expect.poll(() => fake.printed).toHaveLength(1)
    expect(fake.wrongs).toEqual([])
    const [printed] = fake.printed
    const page = dpi === 600 ? halved(printed!) : printed!
    const [expected] = await renderDots(label.pdf, grid)
    expect([page.width, page.height]).toEqual([width_in * grid, height_in * grid])
    expect(Buffer.compare(page.black, expected!.black)).toBe(0)
    expect(await readSymbols(greys(page))).toEqual(CODES)
    expect(await readWithOtherDecoders(greys(page), Object.keys(CODES))).toEqual(CODES)
  },
)

import { renderLabel } from '@postroom/documents/label/label'
import { aLabel } from '@postroom/documents/testing/label-builder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { plainLines } from '../../testing/plain-raster.ts'
import { QL_MODELS, type QlModel } from './models.ts'
import { placePage } from './place-page.ts'
import { ASK_STATUS, encodePage, INITIALISE, packBits, printInformation } from './raster.ts'
import { ROLLS, rollsFor, type Roll } from './rolls.ts'

const bytes = (hex: string) => [...Buffer.from(hex.replaceAll(' ', ''), 'hex')]
const modelOf = (name: string) => QL_MODELS.find((model) => model.name === name)!
const rollOf = (name: string) => ROLLS.find((roll) => roll.name === name)!

test.each([
  // roll                  kind       width length rows   bytes; the maker's own examples have no quality bit (40), some no recovery (80)
  ['103 x 164', 'die_cut', 104, 164, 1822, '1B 69 7A CE 0B 68 A4 1E 07 00 00 00 00'],
  ['102 mm, endless', 'endless', 102, 0, 1801, '1B 69 7A C6 0A 66 00 09 07 00 00 00 00'],
  ['29 x 90', 'die_cut', 29, 90, 991, '1B 69 7A CE 0B 1D 5A DF 03 00 00 00 00'],
  ['102 x 153', 'die_cut', 102, 153, 1660, '1B 69 7A CE 0B 66 99 7C 06 00 00 00 00'],
  ['62 mm, endless', 'endless', 62, 0, 1044, '1B 69 7A C6 0A 3E 00 14 04 00 00 00 00'],
] as const)('print information for %s', (_, kind, width_mm, length_mm, rows, hex) => {
  expect(printInformation(kind, { width_mm, length_mm }, rows, true)).toEqual(bytes(hex))
})

test('marks a page after the first', () => {
  expect(printInformation('endless', { width_mm: 62, length_mm: 0 }, 1044, false)).toEqual(
    bytes('1B 69 7A C6 0A 3E 00 14 04 00 00 01 00'),
  )
})

test('packs a row as in the maker’s example', () => {
  const row = [...Array<number>(20).fill(0), ...bytes('22 22 23 BA BF A2 22 2B')]
  expect([...packBits(Uint8Array.from(row))]).toEqual(bytes('ED 00 FF 22 05 23 BA BF A2 22 2B'))
})

/** Unpacks as TIFF 6.0 specifies. */
function unpack(packed: Uint8Array): number[] {
  const unpacked: number[] = []
  for (let at = 0; at < packed.length;) {
    const count = packed[at]!
    if (count > 128) unpacked.push(...Array<number>(257 - count).fill(packed[at + 1]!))
    else unpacked.push(...packed.subarray(at + 1, at + 2 + count))
    at += count > 128 ? 2 : count + 2
  }
  return unpacked
}

test('packs rows with any runs so that they unpack unchanged', () => {
  const runs = fc.array(fc.tuple(fc.constantFrom(0, 1, 255), fc.integer({ min: 1, max: 300 })), { maxLength: 30 })
  fc.assert(
    fc.property(runs, (lengths) => {
      const row = lengths.flatMap(([byte, length]) => Array<number>(length).fill(byte))
      expect(unpack(packBits(Uint8Array.from(row)))).toEqual(row)
    }),
    { numRuns: 200 },
  )
})

const aPage = (width: number, rows: readonly (readonly number[])[]): DotPage => {
  const black = new Uint8Array(width * rows.length)
  for (const [y, columns] of rows.entries()) for (const x of columns) black[y * width + x] = 1
  return { width, height: rows.length, black }
}

test('encodes a page for a wide printer with one byte per blank row', () => {
  const roll = { ...rollOf('DK-11247'), right: { 1296: 0 } }
  const setting = { model: modelOf('QL-1110NWB'), roll, media: { width_mm: 104, length_mm: 164 } }
  const page = encodePage(aPage(1296, [[], [1295]]), { ...setting, isFirst: true, isLast: true })
  expect([...page]).toEqual(
    bytes(
      `1B 69 61 01 1B 69 21 00 1B 69 7A CE 0B 68 A4 02 00 00 00 00 00 1B 69 4D 40 1B 69 41 01 1B 69 4B 08
      1B 69 64 00 00 4D 02 5A 67 00 06 00 80 81 00 E0 00 1A`.replaceAll(/\s/g, ''),
    ),
  )
})

const NARROW_PRELUDE = `1B 69 61 01 1B 69 21 00 1B 69 7A C6 0A 3E 00 01 00 00 00 00 00 1B 69 4D 40 1B 69 41 01`

test('sends a narrow printer plain mirrored rows after the margin of its roll, without compression', () => {
  const setting = { model: modelOf('QL-800'), roll: rollOf('DK-22205'), media: { width_mm: 62, length_mm: 0 } }
  const page = [...encodePage(aPage(696, [[0, 695]]), { ...setting, isFirst: true, isLast: false })]
  const row = new Uint8Array(90)
  row[12 >> 3] = 0x80 >> (12 & 7) // the last column
  row[707 >> 3] = 0x80 >> (707 & 7) // the first
  const prelude = bytes(`${NARROW_PRELUDE} 1B 69 4B 08 1B 69 64 23 00`.replaceAll(/\s/g, ''))
  expect(page).toEqual([...prelude, 0x67, 0x00, 90, ...row, 0x0c])
})

test('adds an empty red plane to every row for a two-colour roll', () => {
  const setting = { model: modelOf('QL-800'), roll: rollOf('DK-22251'), media: { width_mm: 62, length_mm: 0 } }
  const page = [...encodePage(aPage(696, [[]]), { ...setting, isFirst: true, isLast: true })]
  const blank = Array<number>(90).fill(0)
  const prelude = bytes(`${NARROW_PRELUDE} 1B 69 4B 09 1B 69 64 23 00`.replaceAll(/\s/g, ''))
  expect(page).toEqual([...prelude, 0x77, 0x01, 90, ...blank, 0x77, 0x02, 90, ...blank, 0x1a])
})

test('sends a page unpacked if a row grows by packing', () => {
  const noTwoBytesAlike = Array.from({ length: 1296 }, (_, x) => x).filter((x) => (x + (x >> 3)) % 2 === 0)
  const roll = { ...rollOf('DK-11247'), right: { 1296: 0 } }
  const setting = { model: modelOf('QL-1100'), roll, media: { width_mm: 104, length_mm: 164 } }
  const page = Buffer.from(encodePage(aPage(1296, [[], noTwoBytesAlike]), { ...setting, isFirst: true, isLast: true }))
  expect(page.subarray(page.length - 2 * 165 - 3, page.length - 2 * 165 - 1)).toEqual(Buffer.of(0x4d, 0x00))
  expect(page.subarray(page.length - 2 * 165 - 1, page.length - 2 * 165 + 2)).toEqual(Buffer.of(0x67, 0x00, 162))
})

const PAIRS = QL_MODELS.flatMap((model) => rollsFor(model).map((roll) => ({ model, roll })))

/** Compares a page with the one that is encoded dot by dot. */
function expectPlain(page: DotPage, model: QlModel, roll: Roll): void {
  const encoded = Buffer.from(encodePage(page, { model, roll, media: roll, isFirst: true, isLast: true }))
  const { isPacked, lines } = plainLines(page, model, roll)
  const prelude = encoded.subarray(0, encoded.length - lines.length - 1)
  if (model.compresses) expect([...prelude.subarray(-2)]).toEqual([0x4d, isPacked ? 2 : 0])
  expect(prelude.length).toBe(model.compresses ? 40 : 38)
  expect(Buffer.compare(encoded.subarray(prelude.length, -1), Buffer.from(lines))).toBe(0)
}

test('encodes any page of any roll as the maker describes it, dot by dot', () => {
  const run = fc.tuple(fc.constantFrom('white', 'black', 'bars', 'dots'), fc.integer({ min: 1, max: 400 }))
  const rows = fc.array(fc.array(run, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...PAIRS), rows, ({ model, roll }, runs) => {
      const columns = runs.map((row) =>
        row
          .flatMap(([kind, length]) => Array.from({ length }, (_, x) => INK[kind](x)))
          .flatMap((dot, x) => (dot && x < roll.dots ? x : [])),
      )
      expectPlain(aPage(roll.dots, columns), model, roll)
    }),
    { numRuns: 200 },
  )
})

const INK = {
  white: () => false,
  black: () => true,
  bars: (x: number) => x % 6 < 3,
  dots: (x: number) => (x * 2_654_435_761) % 7 < 3,
}

test('encodes a real label as the maker describes it', async () => {
  const [label] = await renderDots((await renderLabel(aLabel())).pdf)
  for (const [modelName, rollName] of [
    ['QL-1110NWB', 'DK-11247'],
    ['QL-1100', 'DK-22246'],
  ] as const) {
    const [model, roll] = [modelOf(modelName), rollOf(rollName)]
    expectPlain(placePage(label!, roll, model)!, model, roll)
  }
})

test.each([
  ['cleared', INITIALISE, '1B 40'],
  ['asked', ASK_STATUS, '1B 69 53'],
])('sends enough zero bytes to end any open command before %s', (_, sent, command) => {
  expect([...sent]).toEqual([...Array<number>(400).fill(0), ...bytes(command)])
})

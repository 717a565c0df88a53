import { describe, expect, it, test } from 'vitest'
import { code128, dataMatrix, qrCode } from './barcode.ts'

/** The modules of a symbol that its blocks cover, each counted once. */
const covered = ({ blocks }: ReturnType<typeof qrCode>) =>
  blocks().reduce((sum, { width, height }) => sum + width * height, 0)

describe('a QR code', () => {
  it('is a square that grows with its text', () => {
    const [short, long] = [qrCode('SPECIMEN 1'), qrCode('x'.repeat(100))]
    expect([short.columns, short.rows]).toEqual([21, 21])
    expect(long.rows).toBe(long.columns)
    expect(long.columns).toBeGreaterThan(21)
  })

  it('has its three finder patterns, and stays within its square', () => {
    const symbol = qrCode('SPECIMEN 1')
    const isBlack = (x: number, y: number) =>
      symbol.blocks().some((at) => x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height)
    const middles = [[3, 3], [17, 3], [3, 17]] as const // prettier-ignore
    expect(middles.map(([x, y]) => isBlack(x, y))).toEqual([true, true, true])
    expect(isBlack(7, 7)).toBe(false)
    for (const { x, y, width, height } of symbol.blocks())
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(21)
    expect(covered(symbol)).toBeGreaterThan(21 * 21 * 0.35)
    expect(covered(symbol)).toBeLessThan(21 * 21 * 0.65)
  })
})

test.each([
  [undefined, 32, 32],
  ['32x32', 32, 32],
  ['16x48', 48, 16],
] as const)('a Data Matrix of version %s has %i columns and %i rows', (version, columns, rows) => {
  const symbol = dataMatrix('SPECIMEN', version)
  expect([symbol.columns, symbol.rows]).toEqual([columns, rows])
  // its left column and its lowest row are black
  const last = (of: (block: { x: number; y: number; width: number; height: number }) => number) =>
    Math.max(...symbol.blocks().map(of))
  expect([last(({ x, width }) => x + width), last(({ y, height }) => y + height)]).toEqual([columns, rows])
})

it('a Code 128 ends with its stop pattern, which is 13 modules wide and begins and ends black', () => {
  const { columns, rows, blocks } = code128('TEST')
  // start, four characters, check, stop
  expect([columns, rows]).toEqual([11 * 6 + 13, 1])
  expect(blocks().at(0)).toMatchObject({ x: 0, width: 2 })
  const stop = blocks().slice(-4)
  expect(stop.map(({ x, width }) => [x - 66, width])).toEqual([[0, 2], [5, 3], [9, 1], [11, 2]]) // prettier-ignore
})

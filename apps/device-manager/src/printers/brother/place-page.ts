import type { DotPage } from '../../documents/pdf-to-dots.ts'
import type { QlModel } from './models.ts'
import type { Roll } from './rolls.ts'

/**
 * Centres a page on the print area of a roll, dot for dot: it cuts off only white and scales nothing. Undefined when ink
 * would be lost, unless the page `mayBeCut`: then it is exactly centred.
 */
export function placePage(page: DotPage, roll: Roll, model: QlModel, mayBeCut = false): DotPage | undefined {
  const height = roll.kind === 'endless' ? Math.max(page.height, model.rows_min) : roll.rows
  const ink = mayBeCut ? { across: seenOf(page.width, roll.dots), along: seenOf(page.height, height) } : inkOf(page)
  const left = offsetOf({ space: roll.dots, length: page.width, ink: ink.across })
  const top = roll.kind === 'endless' ? 0 : offsetOf({ space: height, length: page.height, ink: ink.along })
  if (left === undefined || top === undefined || (roll.kind === 'endless' && height > model.rows_max)) return undefined
  const black = new Uint8Array(roll.dots * height)
  for (let y = ink.along.from; y < ink.along.to; y++) {
    const row = page.black.subarray(y * page.width + ink.across.from, y * page.width + ink.across.to)
    black.set(row, (y + top) * roll.dots + ink.across.from + left)
  }
  return { width: roll.dots, height, black }
}

/** From the first dot of ink to the one after the last. */
interface Extent {
  from: number
  to: number
}

/** Where a page starts: centred, or moved as far as its ink needs. */
function offsetOf({ space, length, ink }: { space: number; length: number; ink: Extent }): number | undefined {
  if (ink.to - ink.from > space) return undefined
  const middle = Math.floor((space - length) / 2)
  return Math.min(Math.max(middle, -ink.from), space - ink.to)
}

/** The part of a length that remains visible when it is centred in a space. */
function seenOf(length: number, space: number): Extent {
  const cut = Math.max(0, Math.ceil((length - space) / 2))
  return { from: cut, to: Math.min(length, cut + space) }
}

function inkOf({ width, height, black }: DotPage): { across: Extent; along: Extent } {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    const row = black.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    left = Math.min(left, first)
    right += row.subarray(right).lastIndexOf(1) + 1
    top = Math.min(top, y)
    bottom = y + 1
  }
  if (right === 0) return { across: NOTHING, along: NOTHING }
  return { across: { from: left, to: right }, along: { from: top, to: bottom } }
}

const NOTHING: Extent = { from: 0, to: 0 }

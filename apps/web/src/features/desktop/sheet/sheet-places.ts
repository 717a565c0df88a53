import { DEFAULT_LABEL_POSITION, type LabelPosition, type LabelStock } from '@postroom/domain/media/label-stock'

type Grid = Pick<LabelStock, 'columns' | 'rows'>

/** A place on a sheet, counted from 0 in reading order. */
export type Place = number

export const placeCount = ({ columns, rows }: Grid): number => columns * rows

export const positionOf = ({ columns }: Grid, place: Place): LabelPosition => ({
  index: place % columns,
  row: Math.floor(place / columns),
})

export const placeAt = ({ columns }: Grid, { index, row }: LabelPosition): Place => row * columns + index

/** Every place of the sheet that is not used, in reading order. */
export const freePlaces = (grid: Grid, used: readonly Place[]): Place[] =>
  Array.from({ length: placeCount(grid) }, (_, place) => place).filter((place) => !used.includes(place))

/** The place that is chosen first: the default one, or the first of a sheet without it. @see spec §9 */
export function firstPlace(grid: Grid): Place {
  const place = placeAt(grid, DEFAULT_LABEL_POSITION)
  return place < placeCount(grid) ? place : 0
}

/** The next `count` free places from `start` on; after the last place of the sheet the first ones. Fewer if there are not as many. */
export function nextFree(grid: Grid, used: readonly Place[], start: Place, count: number): Place[] {
  const free = freePlaces(grid, used)
  const after = free.filter((place) => place >= start)
  const before = free.filter((place) => place < start)
  return inOrder([...after, ...before].slice(0, count))
}

/** Chooses a free place, or no longer; a used place stays as it is. */
export function toggled(chosen: readonly Place[], used: readonly Place[], place: Place): Place[] {
  if (used.includes(place)) return [...chosen]
  return chosen.includes(place) ? chosen.filter((other) => other !== place) : inOrder([...chosen, place])
}

/** Also chooses the free places from `anchor` to `place` in reading order. */
export function extended(chosen: readonly Place[], used: readonly Place[], anchor: Place, place: Place): Place[] {
  const [first, last] = anchor < place ? [anchor, place] : [place, anchor]
  const between = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return inOrder([...chosen, ...between.filter((one) => !used.includes(one))])
}

const STEPS: Readonly<Record<string, (at: LabelPosition, grid: Grid) => LabelPosition>> = {
  ArrowUp: ({ index, row }) => ({ index, row: row - 1 }),
  ArrowDown: ({ index, row }) => ({ index, row: row + 1 }),
  ArrowLeft: ({ index, row }) => ({ index: index - 1, row }),
  ArrowRight: ({ index, row }) => ({ index: index + 1, row }),
  Home: ({ row }) => ({ index: 0, row }),
  End: ({ row }, { columns }) => ({ index: columns - 1, row }),
  PageUp: ({ index }) => ({ index, row: 0 }),
  PageDown: ({ index }, { rows }) => ({ index, row: rows - 1 }),
}

/** The place to which a key moves, at the edge the same one; undefined for a key that does not move. */
export function moved(grid: Grid, place: Place, key: string): Place | undefined {
  const step = STEPS[key]
  if (!step) return undefined
  const { index, row } = step(positionOf(grid, place), grid)
  const isOn = index >= 0 && index < grid.columns && row >= 0 && row < grid.rows
  return isOn ? placeAt(grid, { index, row }) : place
}

/** Each place once, in reading order. */
export const inOrder = (places: Iterable<Place>): Place[] => [...new Set(places)].toSorted((a, b) => a - b)

/** One measured value. `row` is its row in docs/performance.md; a row may have several values, and some values none. */
export interface Figure {
  row?: number
  name: string
  value: number
  unit: 'ms' | 's' | 'a second' | 'a minute' | 'MB' | 'kB' | '×' | '%' | 'points' | 'pages' | 'requests' | 'warnings'
  /** Missing where a value is reported for comparison only. */
  target?: Target
}

export type Target = { atMost: number } | { atLeast: number }

/** How much a part of the benchmark measures. */
export interface Sizes {
  seconds: number
  batches: number
  shipments: number
  addresses: number
  devices: number
}

/** One part of the benchmark: it starts what it measures, and stops it. */
export type Part = (sizes: Sizes) => Promise<Figure[]>

export const isMet = (value: number, target: Target): boolean =>
  'atMost' in target ? value <= target.atMost : value >= target.atLeast

/** @param share 0.5 is the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

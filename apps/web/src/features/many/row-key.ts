import type { BatchRow } from '@postroom/contract/shipment-batch'

/** The key of a row: the check that it was bought in, the row of the file, and how often it was sent. */
const KEY = /^([\da-f-]{36}\.(\d+))(?:\.(\d+))?$/

/** The key under which a row is bought the first time. */
export const firstKey = (check: string, number: number): string => `${check}.${number}`

/**
 * The key under which a refused row is bought again. It is the same however often somebody opens the batch and tries again,
 * so the row is bought once.
 */
export function nextKey(key: string): string {
  const [, stem = key, , times = '1'] = KEY.exec(key) ?? []
  return `${stem}.${Number(times) + 1}`
}

/** The row of the file that a row of a batch comes from, or its place in a batch that was not made from one. */
export const numberOf = ({ key, position }: Pick<BatchRow, 'key' | 'position'>): number =>
  Number(KEY.exec(key)?.[2] ?? position + 1)

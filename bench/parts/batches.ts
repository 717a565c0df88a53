import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, type Figure, type Part } from '../figure.ts'
import { BATCH_ROWS, officeOf } from '../office.ts'
import { serverWithBuyers } from '../server-with-buyers.ts'

const SETTLED_MS = 10_000

/**
 * Batches of 1,000 letters, one after the other: the time of each, the first fetch of some of its labels, and the memory of
 * server and PostgreSQL before the first and after each.
 */
export const measureBatches: Part = async ({ batches }) => {
  const shop = await serverWithBuyers({ processes: 1, buyers: 1 })
  const office = officeOf(shop.urls[0]!, shop.buyers[0]!)
  const megabytes = (): number => Object.values(shop.memory()).reduce((all, bytes) => all + bytes / 1e6, 0)
  try {
    await sleep(SETTLED_MS)
    const idle = megabytes()
    const seconds: number[] = []
    const fetches: number[] = []
    const memory: number[] = []
    while (seconds.length < batches) {
      const batch = await office.buyBatch()
      seconds.push(batch.seconds)
      fetches.push(...(await office.fetchLabels(batch.rows)))
      await sleep(SETTLED_MS)
      memory.push(megabytes())
    }
    return figuresOf({ idle, seconds, fetches, memory })
  } finally {
    await shop.close()
  }
}

const figuresOf = (found: { idle: number; seconds: number[]; fetches: number[]; memory: number[] }): Figure[] => {
  const { idle, seconds, fetches, memory } = found
  const labels = (seconds.length * BATCH_ROWS).toLocaleString('en-GB')
  return [
    {
      row: 4,
      name: 'first fetch of a label, p95',
      value: percentile(fetches, 0.95),
      unit: 'ms',
      target: { atMost: 10 },
    },
    { row: 6, name: 'a batch of 1,000, median', value: percentile(seconds, 0.5), unit: 's', target: { atMost: 10 } },
    {
      row: 6,
      name: `the last batch, against the first, of ${labels}`,
      value: seconds.at(-1)! / seconds[0]!,
      unit: '×',
    },
    { row: 9, name: 'server and PostgreSQL, idle', value: idle, unit: 'MB', target: { atMost: 220 } },
    { row: 9, name: `after ${labels} purchases`, value: memory.at(-1)!, unit: 'MB', target: { atMost: 300 } },
    { row: 9, name: 'after the first 1,000', value: memory[0]!, unit: 'MB' },
  ]
}

import { fillSpending } from '../apps/server/src/testing/fill-spending.ts'
import { openShop } from './shop.ts'

/** `npm run spending-at-size -- 1000000`: measures the dashboard of an organisation with a million shipments in a year. */
const shipments = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 5
const PERIODS: readonly [string, Record<string, string>][] = [
  ['a month', { from: '2026-10-01', to: '2026-10-31' }],
  ['two months', { from: '2026-09-01', to: '2026-10-31' }],
  ['a year', { from: '2025-11-21', to: '2026-11-20' }],
]

const shop = await openShop()
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function timeOf(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    await call()
    times.push(performance.now() - begin)
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1]!.toFixed(1)
}

try {
  await shop.buy()
  print(`${await fillSpending(shop.database, shipments)} sums of ${shipments} shipments`)
  for (const [name, period] of PERIODS) {
    const query = new URLSearchParams(period).toString()
    print(`${name}: ${await timeOf(() => shop.ask(`/stamp/v1/spending?${query}`))} ms`)
  }
} finally {
  await shop.close()
}

import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import type { Shipment } from '@postroom/contract/shipment'
import { setTimeout as sleep } from 'node:timers/promises'
import { aDraft, serverWithBuyers } from './server-with-buyers.ts'

/**
 * `npm run bench-batches -- 10`: buys ten batches of 1,000 letters, one after the other. Reports the time of each, the first
 * fetch of some of its labels, and the memory of server and PostgreSQL before the first batch and after each.
 */
const batches = Number(process.argv[2] ?? 10)
const ROWS = 1_000
const FETCHED = 100
const ASK_EVERY_MS = 250
const SETTLED_MS = 10_000

const shop = await serverWithBuyers({ processes: 1, buyers: 1 })
const [url, buyer] = [shop.urls[0]!, shop.buyers[0]!]

async function ask<T>(path: string, body?: object): Promise<T> {
  const headers = { authorization: buyer.authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/stamp/v1${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** @returns the rows as they were bought */
async function buyBatch(name: string): Promise<ShipmentBatch['rows']> {
  const shipment = aDraft(buyer)
  const rows = Array.from({ length: ROWS }, (_, row) => ({ key: `${name}-row-${row}`, shipment }))
  let { state, id } = await ask<ShipmentBatch>('/shipment/batch', { rows })
  while (state === 'running') {
    await sleep(ASK_EVERY_MS)
    state = (await ask<{ data: ShipmentBatch[] }>('/shipment/batch')).data.find((batch) => batch.id === id)!.state
  }
  const done = await ask<ShipmentBatch>(`/shipment/batch/${id}`)
  if (done.bought !== ROWS) throw new Error(`only ${done.bought} of ${ROWS} were bought`)
  return done.rows
}

/** Milliseconds of each fetch, sorted. */
async function fetchLabels(rows: ShipmentBatch['rows']): Promise<number[]> {
  const times: number[] = []
  for (const { shipment_id } of rows.slice(0, FETCHED)) {
    const { docs } = await ask<Shipment>(`/shipment/${shipment_id}`)
    const begin = performance.now()
    await (await fetch(docs[0]!.url.replace(/^https?:\/\/[^/]+/, url))).arrayBuffer()
    times.push(performance.now() - begin)
  }
  return times.toSorted((a, b) => a - b)
}

const print = (...cells: (number | string)[]): void =>
  void process.stdout.write(`${cells.map((cell) => String(cell).padStart(12)).join('')}\n`)
const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
const memory = (): number[] => Object.values(shop.memory()).map(megabytes)

try {
  print('labels', 'seconds', 'label p50', 'label p95', 'server MB', 'postgres MB')
  await sleep(SETTLED_MS)
  print(0, '', '', '', ...memory())
  for (let batch = 1; batch <= batches; batch++) {
    const begin = performance.now()
    const rows = await buyBatch(`batch-${batch}`)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const times = await fetchLabels(rows)
    const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(1)
    await sleep(SETTLED_MS)
    print(batch * ROWS, seconds, at(0.5), at(0.95), ...memory())
  }
} finally {
  await shop.close()
}

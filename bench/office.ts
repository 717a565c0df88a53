import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import type { Shipment } from '@postroom/contract/shipment'
import { setTimeout as sleep } from 'node:timers/promises'
import { aDraft, type Buyer } from './server-with-buyers.ts'

export const BATCH_ROWS = 1_000
const FETCHED = 100
const ASK_EVERY_MS = 250
let batches = 0

/** The calls of an office at one server. */
export function officeOf(url: string, buyer: Buyer) {
  async function ask<T>(path: string, body?: object): Promise<T> {
    const headers = { authorization: buyer.authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/stamp/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  /** Buys a batch of a thousand letters. @returns the seconds it took, and its rows as they were bought */
  async function buyBatch(): Promise<{ seconds: number; rows: ShipmentBatch['rows'] }> {
    const begin = performance.now()
    const name = `batch-${batches++}`
    const shipment = aDraft(buyer)
    const rows = Array.from({ length: BATCH_ROWS }, (_, row) => ({ key: `${name}-row-${row}`, shipment }))
    let { state, id } = await ask<ShipmentBatch>('/shipment/batch', { rows })
    while (state === 'running') {
      await sleep(ASK_EVERY_MS)
      state = (await ask<{ data: ShipmentBatch[] }>('/shipment/batch')).data.find((batch) => batch.id === id)!.state
    }
    const seconds = (performance.now() - begin) / 1000
    const done = await ask<ShipmentBatch>(`/shipment/batch/${id}`)
    if (done.bought !== BATCH_ROWS) throw new Error(`only ${done.bought} of ${BATCH_ROWS} were bought`)
    return { seconds, rows: done.rows }
  }

  /** Fetches some labels of a batch for the first time. @returns the milliseconds of each */
  async function fetchLabels(rows: ShipmentBatch['rows']): Promise<number[]> {
    const times: number[] = []
    for (const { shipment_id } of rows.slice(0, FETCHED)) {
      const { docs } = await ask<Shipment>(`/shipment/${shipment_id}`)
      const begin = performance.now()
      await (await fetch(docs[0]!.url.replace(/^https?:\/\/[^/]+/, url))).arrayBuffer()
      times.push(performance.now() - begin)
    }
    return times
  }

  return { ask, buyBatch, fetchLabels }
}

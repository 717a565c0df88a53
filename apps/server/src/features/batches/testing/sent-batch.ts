import type { ShipmentBatch } from '@postroom/contract/shipment-batch'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Buyer } from '../../../testing/purchase-scene.ts'

export const BATCH = '/stamp/v1/shipment/batch'
export type Rows = { key: string; shipment: ReturnType<Buyer['draft']> }[]

export const rowsOf = (buyer: Buyer, prefix: string, count: number): Rows =>
  Array.from({ length: count }, (_, index) => ({ key: `${prefix}-${index}`, shipment: buyer.draft() }))

export const send = (buyer: Buyer, id: string, rows: Rows, query = '') =>
  buyer.post(`${BATCH}?batch_id=${id}${query}`, { rows })

export async function look(buyer: Buyer, id: string): Promise<ShipmentBatch> {
  const answer = await buyer.get(`${BATCH}/${id}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** Waits until a batch is done. */
export async function done(buyer: Buyer, id: string): Promise<ShipmentBatch> {
  for (let tries = 0; tries < 400; tries++) {
    const batch = await look(buyer, id)
    if (batch.state === 'done') return batch
    await sleep(150)
  }
  throw new Error(`Not done: ${JSON.stringify(await look(buyer, id))}`)
}

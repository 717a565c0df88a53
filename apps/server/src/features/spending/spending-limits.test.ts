import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import type { Spending } from '@postroom/contract/spending'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyRow } from '../../testing/copied-rows.ts'
import { PRICE, purchaseScene, replaceCarrier, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'

const DAY = '2025-03-03'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

const file = () => scene.buyer.get(`/stamp/v1/spending.csv?from=${DAY}&to=${DAY}`)

it('a file has at most 100,000 lines: a longer one is refused', async () => {
  const { id } = (await scene.buyer.buy('summed-up')).json<Shipment>()
  const addSums = (from: number, to: number) =>
    asOwner(
      scene.database.url,
      `insert into spending select '${scene.buyer.organisation}', 'day', 'service', '${DAY}', 'service ' || n, null,
        created_by, 1, 1, 0, 0, 0, 0 from purchase, generate_series(${from}, ${to}) n where id = '${id}'`,
    )
  await addSums(1, 100_000)
  const whole = await file()
  expect(whole.statusCode).toBe(200)
  expect(whole.body.trimEnd().split('\r\n')).toHaveLength(100_001)
  await addSums(100_001, 100_001)
  const refused = await file()
  expect([refused.statusCode, refused.json<ErrorBody>()]).toMatchObject([
    422,
    { code: 'too_many_lines', details: { limit: 100_000 } },
  ])
})

it('shows the fifty oldest refunds that are expected, and adds up all', async () => {
  const { id } = (await scene.buyer.buy('taken-back')).json<Shipment>()
  replaceCarrier(scene.context, { void: async () => ({ kind: 'unknown' }) })
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'A mistake' })
  const copy = `('00000000-0000-4000-8000-' || lpad(nth::text, 12, '0'))`
  const purchase = `'id', ${copy}, 'idem_key', 'copy-' || nth, 'carrier_no', 'COPY' || nth`
  await copyRow(scene.database.url, { table: 'purchase', where: `id = '${id}'`, changes: purchase }, 50)
  const request = `'purchase_id', ${copy}, 'asked_at', asked_at - nth * interval '1 minute'`
  await copyRow(scene.database.url, { table: 'void_request', where: `purchase_id = '${id}'`, changes: request }, 50)
  const { refunds } = (await scene.buyer.get(`/stamp/v1/spending?from=2026-11-20&to=2026-11-20`)).json<Spending>()
  expect(refunds).toMatchObject({ total: 51, amount: 51 * PRICE })
  expect(refunds.rows).toHaveLength(50)
  expect(refunds.rows.map((row) => row.id)).not.toContain(id)
})

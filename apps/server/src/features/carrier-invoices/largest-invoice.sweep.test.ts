import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { expect, it } from 'vitest'
import { copyRow } from '../../testing/copied-rows.ts'
import { anOperator } from '../../testing/operators.ts'
import { PRICE, purchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { importInvoice } from './testing/invoices.ts'

it('an invoice has at most 20,000 items of its period and its lines', { timeout: 120_000 }, async () => {
  const scene = await purchaseScene(100_00)
  const operator = await anOperator(scene)
  const { id, item_numbers } = (await scene.buyer.buy('like-these')).json<Shipment>()
  const copies = async (name: string, count: number) => {
    const changes = `'id', gen_random_uuid(), 'idem_key', '${name}' || nth, 'carrier_no', '${name}' || nth`
    await copyRow(scene.database.url, { table: 'purchase', where: `id = '${id}'`, changes }, count)
    await asOwner(
      scene.database.url,
      `insert into item_number (carrier_no, carrier_code, purchase_id)
      select carrier_no, carrier_code, id from purchase where carrier_no like '${name}%'`,
    )
  }
  await copies('MANY', 19_999)
  const rows = [{ item: item_numbers[0]!, gross: PRICE }]
  const full = await importInvoice(operator, { number: 'FULL' }, rows)
  expect(full.json()).toMatchObject({ lines: 1, agree: 1, differ: 19_999 })
  await copies('MORE', 1)
  const over = (await importInvoice(operator, { number: 'OVER' }, rows)).json<ErrorBody>()
  expect(over).toMatchObject({ code: 'too_many_lines', details: { limit: 20_000 } })
  await scene.close()
})

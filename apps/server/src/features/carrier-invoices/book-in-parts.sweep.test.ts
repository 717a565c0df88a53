import { expect, it } from 'vitest'
import type { CarrierInvoice } from '@postroom/contract/carrier-invoice'
import { fillLedger } from '../../testing/fill-ledger.ts'
import { anOperator } from '../../testing/operators.ts'
import { PRICE, purchaseScene } from '../../testing/purchase-scene.ts'
import { book, importInvoice } from './testing/invoices.ts'

it('books five hundred differences at a time, and says from where to go on', { timeout: 120_000 }, async () => {
  const scene = await purchaseScene(100_00)
  const operator = await anOperator(scene)
  await scene.buyer.buy('like-this-one')
  await fillLedger(scene.database.url, 501)
  const rows = Array.from({ length: 501 }, (_, n) => ({ item: `FILLED${n + 1}`, gross: PRICE + 1 }))
  const { id } = (await importInvoice(operator, { number: 'PARTS' }, rows)).json<CarrierInvoice>()
  const first = await book(operator, id)
  expect(first).toMatchObject({ refused: [], next: 500, invoice: { to_book: 1 } })
  const second = await book(operator, id, first.next)
  expect(second).toMatchObject({ refused: [], invoice: { to_book: 0 } })
  expect(second).not.toHaveProperty('next')
  await scene.close()
})

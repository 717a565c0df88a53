import { expect, it } from 'vitest'
import { fillLedger } from '../../testing/fill-ledger.ts'
import { PRICE, purchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { findAccountById } from './account.store.ts'
import { vatStatement } from './vat-statement.ts'

it('adds up more movements of a month than are read at once', { timeout: 120_000 }, async () => {
  const scene = await purchaseScene(100_00)
  await scene.buyer.buy('like-this-one')
  await fillLedger(scene.database.url, 5_000)
  const account = (await findAccountById(scene.context.db, scene.buyer.account))!
  const { rows } = await asOwner(
    scene.database.url,
    `select to_char(at at time zone 'Europe/London', 'YYYY-MM') as month, count(*)::int as n from transfer
     where chain = 'ledger:${account.id}' and kind = 'capture' group by 1`,
  )
  const months = rows as { month: string; n: number }[]
  let captured = 0
  for (const { month, n } of months) {
    const { groups } = await vatStatement(scene.context, account, month)
    expect(groups).toEqual([{ group: 'exempt', net: n * PRICE, vat: 0, gross: n * PRICE }])
    captured += n
  }
  expect(captured).toBe(5_001)
  await scene.close()
})

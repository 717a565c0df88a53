import { addDays } from '@postroom/domain/calendar'
import { pricesOf } from '@postroom/domain/testing/contracts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { findAccountById, type CarrierAccount } from '../accounts/account.store.ts'
import { priceListIdOn, withPriceLists } from './price-lists.rule.ts'

const LISTS = 51
const FIRST = '2026-01-01'

let scene: PurchaseScene
let account: CarrierAccount
beforeAll(async () => {
  scene = await purchaseScene(10_00)
  const { account: id, organisation } = scene.buyer
  await asOwner(
    scene.database.url,
    `set session_replication_role = replica; -- such old lists cannot be added any more
     insert into contract_price_list (organisation_id, carrier_account_id, effective_from, prices, sha256, added_by, added_on)
     select '${organisation}', '${id}', '${FIRST}'::date + nth, '${JSON.stringify(pricesOf(['1'], () => ({})))}',
       lpad(nth::text, 64, '0'), gen_random_uuid(), '2025-12-01' from generate_series(0, ${LISTS - 1}) nth;
     update carrier_account set pricing = 'post_office', contracts = (select jsonb_agg(jsonb_build_object(
       'id', id, 'effective_from', effective_from) order by effective_from) from contract_price_list) where id = '${id}'`,
  )
  account = (await findAccountById(scene.context.db, id))!
})
afterAll(() => scene.close())

/** The list that prices the account on its n-th day, and how often the database was asked for it. */
async function listed(n: number) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const day = addDays(FIRST, n)
  const [one] = await withPriceLists(scene.context.db, [account], [day])
  const asked = query.mock.calls.length
  query.mockRestore()
  const list = one!.listOn('post_office', day)
  expect(list.id).toBe(priceListIdOn(account, 'post_office', day))
  return { list, asked }
}

it('asks for each contract once, and for the oldest again when fifty newer ones were read', async () => {
  const all = Array.from({ length: LISTS }, (_, n) => n)
  for (const n of all.slice(0, -1)) expect((await listed(n)).asked).toBe(1)
  for (const n of all.slice(0, -1)) expect((await listed(n)).asked).toBe(0)
  expect((await listed(LISTS - 1)).asked).toBe(1)
  expect((await listed(LISTS - 1)).asked).toBe(0)
  expect((await listed(0)).asked).toBe(1)
})

it('makes the list of a contract once for each published list', async () => {
  const [one] = await withPriceLists(scene.context.db, [account], ['2026-03-31'])
  const before = one!.listOn('post_office', '2026-03-31')
  const after = one!.listOn('post_office', '2026-04-07')
  expect(after).not.toBe(before)
  expect(one!.listOn('post_office', '2026-04-06')).toBe(before)
  expect(one!.listOn('post_office', '2026-11-20')).toBe(after)
})

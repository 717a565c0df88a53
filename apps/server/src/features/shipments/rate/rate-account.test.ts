import type { ErrorBody } from '@postroom/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, aShipmentDraft, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(100_00)
})
afterAll(() => scene.close())

const closedAccount = async () => {
  const { rows } = await asOwner(
    scene.database.url,
    `insert into carrier_account (organisation_id, carrier_code, name, is_active)
     select organisation_id, carrier_code, 'Closed', false from carrier_account where id = '${scene.buyer.account}' returning id`,
  )
  return (rows[0] as { id: string }).id
}

test.each<[string, () => Promise<{ by?: string; carrier?: string }>, boolean]>([
  ['no account', async () => ({}), true],
  ['an open account of the organisation', async () => ({ by: scene.buyer.account }), true],
  ['a closed account', async () => ({ by: await closedAccount() }), false],
  ['an account of another organisation', async () => ({ by: (await aBuyer(scene, 0)).account }), false],
  ['an account that nobody has', async () => ({ by: crypto.randomUUID() }), false],
  ['an account of another carrier', async () => ({ by: scene.buyer.account, carrier: 'XX' }), false],
])('prices are asked for %s', async (_what, named, isAllowed) => {
  const { options, shipping_date, parcels } = aShipmentDraft({ by: scene.buyer.account })
  const answer = await scene.buyer.post('/stamp/v1/shipment/rate', {
    options,
    shipping_date,
    parcels,
    ...(await named()),
  })
  if (isAllowed) expect([answer.statusCode, answer.json<{ data: object[] }>().data.length > 0]).toEqual([200, true])
  else
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'by', code: 'not_allowed' }],
    })
})

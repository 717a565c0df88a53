import type { LightMyRequestResponse } from 'fastify'
import { aBuyer, type Buyer, type PurchaseScene } from './purchase-scene.ts'

/** A buyer in their own organisation, without money, who is also its manager, and an operator. */
export async function aManager(scene: PurchaseScene): Promise<Buyer> {
  const buyer = await aBuyer(scene, 0)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: ['administration', 'top_up', 'void'] })
    .where('organisation_id', '=', buyer.organisation)
    .execute()
  return buyer
}

export const topUp = (
  who: Buyer,
  money: { amount: number; reference: string },
  account = who.account,
): Promise<LightMyRequestResponse> => who.post(`/stamp/v1/carrieraccount/${account}/topup`, money)

export const changeAccount = (who: Buyer, change: object, account = who.account): Promise<LightMyRequestResponse> =>
  who.put(`/stamp/v1/carrieraccount/${account}`, change)

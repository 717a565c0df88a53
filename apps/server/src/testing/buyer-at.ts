import type { Shipment } from '@postroom/contract/shipment'
import { ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { callsWith, type Ask } from './call-server.ts'
import { aShipmentDraft, aSignedInBuyer } from './purchase-scene.ts'
import type { ThreeServers } from './three-servers.ts'

const BUY = '/stamp/v1/shipment/process'

interface Asked {
  at?: string
  by?: Ask
  shipping_date?: CalendarDate
}
/** A shipment, or the refusal to sell it. */
type Bought = Shipment & { code?: string }
export type BuyerAt = Awaited<ReturnType<typeof aBuyerAt>>

/** A member of another organisation, signed in, with an account without spending limits. */
export async function aBuyerAt({ context, url }: ThreeServers, credit: number) {
  const buyer = await aSignedInBuyer(context, credit)
  const { account, authorization } = buyer
  await context.db
    .updateTable('carrier_account')
    .set({ purchases_per_minute: null, pence_per_day: null })
    .where('id', '=', account)
    .execute()
  const ask = callsWith(authorization)
  return {
    ...buyer,
    ask,
    /** Buys a large letter: today through HAProxy, unless another address, day or authorization is given. */
    buy: (key: string, { at = url, by = ask, shipping_date = ukDateOf(new Date()) }: Asked = {}) =>
      by<Bought>(at, 'POST', `${BUY}?pending_id=${key}`, aShipmentDraft({ by: account, shipping_date })),
    balance: async () =>
      (await ask<{ balance: number }>(url, 'GET', `/stamp/v1/carrieraccount/${account}/balance`)).body.balance,
  }
}

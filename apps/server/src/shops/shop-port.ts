import type { ShopTrouble } from '@postroom/contract/shop'
import type { AddressText } from '@postroom/contract/address'
import type { Grams } from '@postroom/domain/measures'
import type { Pence } from '@postroom/domain/money'

/** One kind of goods in an order. What the shop does not know is absent. Weight and value are those of one piece. */
export interface OrderedGoods {
  description: string
  quantity: number
  weight?: Grams | undefined
  /** Absent where the shop sells in another currency than pounds. */
  value?: Pence | undefined
  sku: string
  hs_code: string
  origin_country: string
}

/** An order as the shop has it now. Texts are as the customer typed them, of any length. */
export interface SeenOrder {
  /** The shop's, unique in the shop. */
  id: string
  /** As customers know it: `#1042`. */
  number: string
  modified_at: Date
  /** `waiting`: not paid yet. `shipped`: somebody reported it, perhaps this server. */
  state: 'waiting' | 'unshipped' | 'shipped' | 'cancelled'
  to: AddressText
  goods: OrderedGoods[]
}

/** The report to a shop about an order that was bought. */
export interface ShippedReport {
  /** Identifies the report: the same one is never made twice. */
  reference: string
  service_name: string
  /** Absent for a service without tracking. */
  tracking?: { number: string; url: string } | undefined
  /** Whether an earlier attempt may have been carried out. */
  isRepeated: boolean
}

/**
 * An online shop. Every call may throw ShopFailure; a call that failed as `unreachable` may have been carried out all the
 * same.
 */
export interface ShopPort {
  /** Makes a call that changes nothing, to see whether shop and key are right. */
  check(): Promise<void>
  /** Orders modified at `since` or later, oldest change first, in pages; without `since` all that are unshipped. Orders may repeat. */
  ordersSince(since: Date | undefined): AsyncGenerator<SeenOrder[]>
  /** The order as it is now; nothing when the shop no longer has it. */
  orderNow(id: string): Promise<SeenOrder | undefined>
  /** Marks an order as shipped, once for its reference however often it is called. One that is shipped or cancelled stays so. */
  reportShipped(id: string, report: ShippedReport): Promise<void>
}

/** Why a call to a shop failed. */
export class ShopFailure extends Error {
  readonly trouble: ShopTrouble

  constructor(trouble: ShopTrouble) {
    super(`shop: ${trouble}`)
    this.name = 'ShopFailure'
    this.trouble = trouble
  }
}

/** Why a call to a shop failed; undefined when it did not. @throws every error that is no ShopFailure */
export async function troubleOf(call: () => Promise<unknown>): Promise<ShopTrouble | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    if (error instanceof ShopFailure) return error.trouble
    throw error
  }
}

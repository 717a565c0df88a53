import { saveLogin } from '../../carriers/shipping-v3/login.store.ts'
import type { ShippingV3 } from '../../carriers/shipping-v3/installation.ts'
import { shippingV3Carrier } from '../../carriers/shipping-v3/shipping-v3-carrier.ts'
import { settleOverdue } from '../../features/shipments/purchase/settle-purchases.ts'
import { purchaseScene, sellFor, type PurchaseScene } from '../purchase-scene.ts'
import { CLIENT, ShippingV3Stub, type StubAccount } from './shipping-v3-stub.ts'

/** A server that buys at the stub of the Shipping API v3, and the buyer's account there. */
export interface ShippingV3Scene extends PurchaseScene {
  stub: ShippingV3Stub
  account: StubAccount
  /** Settles what is overdue until nothing is in flight. @throws Error when something stays in flight */
  drain(): Promise<void>
}

export const LOGIN = { username: 'bindery', password: 'the password of the bindery', posting_location: '9000000001' }
/** Longer than the slowest answer in a test. */
const DRAIN_MS = 20_000

/** @param change of the adapter */
export async function shippingV3Scene(credit: number, change: Partial<ShippingV3> = {}): Promise<ShippingV3Scene> {
  const stub = await ShippingV3Stub.start()
  const scene = await purchaseScene(credit, { lease_ms: 300, wait_ms: 1_500 })
  const { context, buyer } = scene
  const { db, seal } = context
  sellAt(scene, stub, change)
  await saveLogin(db, seal, buyer.account, LOGIN)
  const account = stub.open(LOGIN.username, LOGIN.password)
  return {
    ...scene,
    stub,
    account,
    drain: async () => {
      const end = performance.now() + DRAIN_MS
      while (await isInFlight(scene)) {
        if (performance.now() > end) throw new Error('A purchase stays in flight')
        await settleOverdue(context)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    close: async () => {
      await scene.close()
      await stub.stop()
    },
  }
}

/** The server of a scene buys at a stub. */
export function sellAt({ context }: PurchaseScene, { url }: ShippingV3Stub, change: Partial<ShippingV3> = {}): void {
  const { db, seal } = context
  sellFor(context, shippingV3Carrier({ db, seal, url, ...CLIENT, answer_ms: 2_500, ...change }))
}

const isInFlight = async ({ context }: PurchaseScene): Promise<boolean> =>
  (await context.db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
    .executeTakeFirst()) !== undefined

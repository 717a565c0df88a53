import { clickAndDropCarrier } from '../../carriers/click-and-drop/click-and-drop-carrier.ts'
import { connectAccount } from '../../carriers/click-and-drop/connection.store.ts'
import type { RoyalMailTracking } from '../../carriers/royal-mail-tracking/tracking-api.ts'
import { settleOverdue } from '../../features/shipments/purchase/settle-purchases.ts'
import { purchaseScene, sellFor, type PurchaseScene } from '../purchase-scene.ts'
import { ClickAndDropStub, type StubAccount } from './click-and-drop-stub.ts'

/** A server that buys at the stub of Click & Drop, and the buyer's account there. */
export interface ClickAndDropScene extends PurchaseScene {
  stub: ClickAndDropStub
  account: StubAccount
  /** Settles what is overdue until nothing is in flight. @throws Error when something stays in flight */
  drain(): Promise<void>
}

const KEY = 'the key of the bindery'
/** Longer than the slowest answer in a test. */
const DRAIN_MS = 20_000

/**
 * @param horizon_ms how long an order that is not found may still appear
 * @param tracking the interface that knows where items are, where one is connected
 */
export async function clickAndDropScene(
  credit: number,
  horizon_ms = 0,
  tracking?: RoyalMailTracking,
): Promise<ClickAndDropScene> {
  const stub = await ClickAndDropStub.start()
  const scene = await purchaseScene(credit, { lease_ms: 300, wait_ms: 1_500 })
  const { context, buyer } = scene
  const { db, seal } = context
  sellFor(context, clickAndDropCarrier({ db, seal, url: stub.url, horizon_ms, answer_ms: 1_000, tracking }))
  await connectAccount(db, seal, buyer.account, KEY)
  const account = stub.open(KEY)
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

const isInFlight = async ({ context }: PurchaseScene): Promise<boolean> =>
  (await context.db
    .selectFrom('purchase')
    .select('id')
    .where('state', 'in', ['AUTHORISED', 'VOID_REQUESTED'])
    .executeTakeFirst()) !== undefined

import type { Shipment } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { answerWithin } from '../../carriers/answer-within.ts'
import type { CarrierPort } from '../../carriers/carrier-port.ts'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { brokenAfterDrain, drain } from '../../testing/after-the-drain.ts'
import { purchaseScene, type PurchaseScene } from '../../testing/purchase-scene.ts'

const CARRIER_MS = 250

type Bug = (carrier: CarrierPort) => Partial<CarrierPort>
type Story = (scene: PurchaseScene) => Promise<void>

const fault = (scene: PurchaseScene, call: 'purchase' | 'void', answer: 'lost' | 'late' | 'refused', delay_ms = 0) =>
  setSandboxSwitch(scene.context.db, { call, answer, delay_ms, remaining: 1 })

const answerLost: Story = async (scene) => {
  await fault(scene, 'purchase', 'lost', 500)
  await scene.buyer.buy('answer-lost')
  await drain(scene.context)
}

const orderLate: Story = async (scene) => {
  await fault(scene, 'purchase', 'late', 1_500)
  await scene.buyer.buy('order-late')
  await drain(scene.context)
  await sleep(1_500)
}

const voidLate: Story = async (scene) => {
  const { id } = (await scene.buyer.buy('void-late')).json<Shipment>()
  await fault(scene, 'void', 'late', 1_500)
  await fault(scene, 'void', 'refused')
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Torn' })
  await drain(scene.context)
  await sleep(1_500)
}

const timeoutIsNo: Bug = (carrier) => ({
  purchase: async (ref, order) => {
    const outcome = await answerWithin(CARRIER_MS / 2, () => carrier.purchase(ref, order))
    return outcome.kind === 'unknown' ? { kind: 'rejected', reason: 'No answer.' } : outcome
  },
})

const onlyLooks: Bug = (carrier) => ({
  resolve: async (ref) => ((await carrier.track(ref)).length > 0 ? carrier.resolve(ref) : { kind: 'tombstoned' }),
})

const newReference: Bug = (carrier) => ({ purchase: (_ref, order) => carrier.purchase(randomUUID(), order) })

const forgetful: Bug = (carrier) => {
  let asked = 0
  return { void: (ref) => carrier.void(ref, (asked += 1)) }
}

// the test of the tests: the same story ends well with the right carrier, and is reported with the wrong one
it.concurrent.each([
  ['M1 a time-out counts as a failure', timeoutIsNo, answerLost],
  ['M2 the carrier is asked, but the reference not made dead', onlyLooks, orderLate],
  ['M4 every attempt uses a new reference', newReference, answerLost],
  ['M9 the first answer to a void is not kept', forgetful, voidLate],
] as const satisfies [string, Bug, Story][])('%s: I9 reports it', async (_name, bug, story) => {
  for (const [carrierIs, reported] of [
    [() => ({}), []],
    [bug, ['I9']],
  ] as const) {
    const scene = await purchaseScene(100_00, { carrier_ms: CARRIER_MS, lease_ms: 400, wait_ms: 300 })
    scene.context.carrier = { ...scene.context.carrier, ...carrierIs(scene.context.carrier) }
    await story(scene)
    const broken = await brokenAfterDrain(scene.context.db)
    expect([...new Set(broken.map((row) => row.broken))]).toEqual(reported)
    await scene.close()
  }
})

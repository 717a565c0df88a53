import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWork } from '../testing/counted-work.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { signInto } from '../testing/sign-into.ts'
import { GROWTHS, withNested } from '../testing/growing-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { contractEndpoints } from './open-api/contract-endpoints.ts'

/**
 * The larger input may cost at most this many times the work of the smaller: linear work costs 8 times, quadratic 64.
 */
const TIMES_LARGER = 8
const TIMES_THE_WORK = 16
/** A call without a session may send 16 KiB, one with a session 1 MiB. */
const SMALLER_SIZE = { public: 200, session: 1_000 }
/** Below this amount of work the ratio says nothing, because background work is counted too. */
const LEAST = { blocks: 200_000, queries: 20 } as const
/** An error names 100 fields at most. */
const ERROR_MAX_BYTES = 32 * 1024

let scene: PurchaseScene
let own: OwnThings
beforeAll(async () => {
  scene = await purchaseScene(10_000_00, { carrier_ms: 5_000, lease_ms: 30_000, wait_ms: 10_000 })
  own = await thingsOf(scene, scene.buyer)
})
afterAll(() => scene.close())

it('no call takes more work than its size justifies, whichever part of it grows', { timeout: 900_000 }, async () => {
  const cases = contractEndpoints()
    .flatMap((endpoint) => Object.entries(GROWTHS).map(([what, grow]) => ({ endpoint, what, grow })))
    .filter(({ endpoint, grow }) => grow(validCall(endpoint, own), 1) !== undefined)
  expect(cases.length).toBeGreaterThan(60)
  const faults: string[] = []
  const counter = await countWork()
  for (const { endpoint, what, grow } of cases) {
    const send = async (size: number) => {
      const { authorization } = await signInto(scene, scene.buyer.organisation, { user: own.user })
      const request = requestOf(endpoint, grow(validCall(endpoint, own), size)!, authorization)
      if (typeof request.payload === 'string') request.payload = withNested(request.payload)
      return counter.during(async () => {
        const { statusCode, body } = await scene.app.inject(request)
        if (statusCode >= 500) faults.push(`${endpoint.id}, ${size} ${what}: answered ${statusCode}`)
        if (statusCode >= 400 && body.length > ERROR_MAX_BYTES)
          faults.push(`${endpoint.id}, ${size} ${what}: answered ${statusCode} with ${body.length} characters`)
      })
    }
    const size = SMALLER_SIZE[endpoint.auth]
    const [small, large] = [await send(size), await send(size * TIMES_LARGER)]
    for (const kind of ['blocks', 'queries'] as const)
      if (large[kind] > LEAST[kind] && large[kind] > TIMES_THE_WORK * small[kind])
        faults.push(`${endpoint.id}, ${what}: ${small[kind]} ${kind} became ${large[kind]}`)
  }
  await counter.close()
  expect(faults).toEqual([])
})

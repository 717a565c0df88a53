import { afterAll, beforeAll, expect, it } from 'vitest'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { untilWaiting } from '../testing/test-database.ts'
import { actOnUsers } from './act.ts'
import type { Requester } from './actor.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())

async function aColleague(): Promise<Requester> {
  const { organisation: organisation_id } = scene.buyer
  const { user: id } = await signInto(scene, organisation_id)
  return { id, organisation_id, plan: 'full', permissions: [], needs: {} }
}

it('a change of users waits for one of another user of the organisation', async () => {
  const [one, other] = [await aColleague(), await aColleague()]
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = actOnUsers(scene.context, one, () => {
    begun.resolve()
    return held.promise
  })
  await begun.promise
  let isBegun = false
  const second = actOnUsers(scene.context, other, async () => void (isBegun = true))
  await untilWaiting(scene.database.url, 1)
  expect(isBegun).toBe(false)
  held.resolve()
  await Promise.all([first, second])
  expect(isBegun).toBe(true)
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hubKey } from '../features/hubs/hub-key.store.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { asOwner } from '../testing/test-database.ts'
import { renewKey } from './hub-key.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())

const renew = () => {
  vi.stubEnv('DATABASE_URL', scene.database.url)
  return renewKey()
}

it('replaces the signing key', async () => {
  const before = await hubKey(scene.context.db)
  expect(await renew()).toEqual({
    text: 'The key is replaced. Each device manager gets the new key when it reconnects.\n',
    exitCode: 0,
  })
  expect((await hubKey(scene.context.db)).id).not.toBe(before.id)
})

it('does not claim that the key is replaced when it could not be', async () => {
  await asOwner(scene.database.url, 'alter table hub_key rename to hub_key_elsewhere')
  expect(await renew()).toEqual({ text: 'relation "hub_key" does not exist\n', exitCode: 1 })
})

import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendNotices } from '../notices/send-notices.ts'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../testing/purchase-scene.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { insertAccount } from './accounts/account.store.ts'
import { notifyOfChange } from './auth/notify-of-change.ts'
import { getUser } from './identity/user.store.ts'
import { followManifests } from './manifests/follow-manifests.ts'
import { openManifest } from './manifests/manifest.store.ts'
import { prepareReturnLabels } from './return-labels/prepare-return-labels.ts'

let scene: PurchaseScene
/** Calls of a carrier or a mail server. */
let calls = 0
/** Later than a run that does not wait for its answer ends. */
async function called<T>(answer: T): Promise<T> {
  await sleep(20)
  calls++
  return answer
}
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.mailer = { send: () => called(undefined) }
  replaceCarrier(scene.context, {
    manifests: {
      make: () => called({ kind: 'unknown' }),
      retry: () => called({ kind: 'unknown' }),
      look: (_account, number) => called({ kind: 'pending', number }),
    },
    returns: {
      services: async () => ({ kind: 'unknown' }),
      make: () => called({ kind: 'unknown' }),
    },
  })
})
afterAll(() => scene.close())

async function aNotice(): Promise<void> {
  const { db } = scene.context
  await notifyOfChange(
    db,
    await getUser(db, (await signInto(scene, scene.buyer.organisation)).user),
    'password_changed',
  )
}

async function aManifestInTheMaking(): Promise<void> {
  const { db } = scene.context
  const facts = { organisation_id: scene.buyer.organisation, carrier_code: DEFAULT_CARRIER.code, name: randomUUID() }
  await openManifest(db, await insertAccount(db, facts), null)
  await asOwner(
    scene.database.url,
    `update manifest set state = 'pending', number = '1', look_at = clock_timestamp() where number is null`,
  )
}

async function aPurchaseWithAReturnLabel(): Promise<void> {
  await asOwner(
    scene.database.url,
    `update carrier_account set return_service = 'TSN', returns_since = clock_timestamp() - interval '1 hour'`,
  )
  expect((await scene.buyer.buy(randomUUID())).statusCode).toBe(200)
}

it.each([
  // a server that was down must not do all that has become due at once
  ['sends ten notices', 10, aNotice, () => sendNotices(scene.context, quietLog)],
  ['looks at ten manifests', 10, aManifestInTheMaking, () => followManifests(scene.context)],
  ['prepares five return labels', 5, aPurchaseWithAReturnLabel, () => prepareReturnLabels(scene.context)],
] as const)('one run %s at most', async (_what, most, add, run) => {
  for (let added = 0; added <= most; added++) await add()
  calls = 0
  await run()
  expect(calls).toBe(most)
  await run()
  expect(calls).toBe(most + 1)
})

it('a run ends with the answer about a manifest whose time of day has come', async () => {
  expect((await scene.buyer.buy(randomUUID())).statusCode).toBe(200)
  await asOwner(
    scene.database.url,
    `update carrier_account set manifest_at = '00:00' where id = '${scene.buyer.account}'`,
  )
  calls = 0
  await followManifests(scene.context)
  expect(calls).toBe(1)
})

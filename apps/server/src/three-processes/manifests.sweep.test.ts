import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAccount } from '../carriers/click-and-drop/connection.store.ts'
import { sealUnder } from '../sealed-text.ts'
import { aBuyerAt } from '../testing/buyer-at.ts'
import { ClickAndDropStub, type StubAccount } from '../testing/click-and-drop/click-and-drop-stub.ts'
import { POSTROOM_SECRET_KEY } from '../testing/server-process.ts'
import { asOwner } from '../testing/test-database.ts'
import { threeServers, type ThreeServers } from '../testing/three-servers.ts'

const KEY = 'the key of the bindery'
/** Longer than the pause between two looks for manifests that are due. */
const A_LOOK_MS = 17_000

let stub: ClickAndDropStub
let account: StubAccount
let servers: ThreeServers
beforeAll(async () => {
  stub = await ClickAndDropStub.start()
  account = stub.open(KEY)
  servers = await threeServers({ CLICK_AND_DROP_URL: stub.url })
})
afterAll(async () => {
  await servers.stop()
  await stub.stop()
})

it('a manifest at a time of day is asked for once', { timeout: 60_000 }, async () => {
  const { db } = servers.context
  const buyer = await aBuyerAt(servers, 100_00)
  await connectAccount(db, sealUnder(POSTROOM_SECRET_KEY), buyer.account, KEY)
  expect((await buyer.buy('the-only-item')).status).toBe(200)
  await asOwner(
    servers.database.url,
    `update carrier_account set manifest_at = (now() at time zone 'Europe/London')::time where id = '${buyer.account}'`,
  )
  await expect.poll(() => account.manifests.count, { timeout: A_LOOK_MS }).toBe(1)
  await sleep(A_LOOK_MS) // every process has looked again
  expect(account.manifests.count).toBe(1)
  const rows = await db.selectFrom('manifest').select('state').execute()
  expect(rows).toEqual([{ state: 'made' }])
})

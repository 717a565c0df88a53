import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import type { Shipment } from '@postroom/contract/shipment'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimLate } from '../carriers/click-and-drop/reference.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { aPaymentOf, aShop } from '../testing/made-things.ts'
import { purchaseScene, replaceCarrier, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner, connectAsOwner } from '../testing/test-database.ts'
import { insertAccount } from './accounts/account.store.ts'
import { claimDue, openManifest } from './manifests/manifest.store.ts'
import { saveTerms } from './payments/automatic/automatic-topup.store.ts'
import { askForCard, beginDueCardLooks } from './payments/automatic/saved-card.store.ts'
import { beginDueLooks } from './payments/look.store.ts'
import { claimOverdue } from './shipments/purchase/purchase.store.ts'
import { claimImport } from './shops/shop.store.ts'

let scene: PurchaseScene
let pool: Pool
let user: string
beforeAll(async () => {
  scene = await purchaseScene(100_00, { wait_ms: 10, lease_ms: 60_000 })
  replaceCarrier(scene.context, { purchase: async () => ({ kind: 'unknown' }) })
  user = (await signInto(scene, scene.buyer.organisation)).user
  pool = connectAsOwner(scene.database.url).pool
})
afterAll(async () => {
  await pool.end()
  await scene.close()
})

const db = () => scene.context.db
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const anAccount = async () => {
  const facts = { organisation_id: scene.buyer.organisation, carrier_code: DEFAULT_CARRIER.code, name: randomUUID() }
  return insertAccount(db(), facts)
}

interface Queue {
  table: string
  key: string
  /** When a row is due: the column, and the hours after it. */
  due: string
  hoursAfter?: number
  /** @returns the key of a row */
  add: () => Promise<string>
  claim: (most: number) => Promise<string[]>
}

const QUEUES: Record<string, Queue> = {
  'purchases whose outcome is unknown': {
    table: 'purchase',
    key: 'id',
    due: 'lease_until',
    add: async () => (await scene.buyer.buy(randomUUID())).json<Shipment>().id,
    claim: async (most) => ids(await claimOverdue(db(), 60_000, most)),
  },
  payments: {
    table: 'payment',
    key: 'id',
    due: 'look_at',
    add: () => aPaymentOf(scene, scene.buyer, user),
    claim: async (most) => ids(await beginDueLooks(db(), most)),
  },
  'cards that are entered': {
    table: 'saved_card',
    key: 'id',
    due: 'look_at',
    add: async () => {
      const of = { organisation_id: scene.buyer.organisation, carrier_account_id: (await anAccount()).id }
      const terms = { threshold: toPence(1), amount: toPence(500), most_a_day: 1, agreed_by: user }
      return inTransaction(db(), async (tx) => {
        await saveTerms(tx, { ...of, ...terms })
        return (await askForCard(tx, of)).id
      })
    },
    claim: async (most) => ids(await beginDueCardLooks(db(), most)),
  },
  manifests: {
    table: 'manifest',
    key: 'id',
    due: 'look_at',
    add: async () => (await openManifest(db(), await anAccount(), null))!.id,
    claim: async (most) => ids(await claimDue(db(), most)),
  },
  shops: {
    table: 'shop',
    key: 'id',
    due: 'import_at',
    add: () => aShop(scene, scene.buyer, user, `https://${randomUUID()}.invalid`),
    claim: async (most) => {
      const claimed: string[] = []
      for (let left = most; left > 0; left--) {
        const shop = await claimImport(db())
        if (shop) claimed.push(shop.id)
      }
      return claimed
    },
  },
  'orders of Click & Drop that may appear late': {
    table: 'click_and_drop.reference',
    key: 'ref',
    due: 'asked_at',
    hoursAfter: 1,
    add: async () => {
      const { id } = await anAccount()
      const { rows } = await asOwner(
        scene.database.url,
        `with made as (insert into click_and_drop.connection (carrier_account_id, api_key) values ('${id}', 'v1.key') returning id)
         insert into click_and_drop.reference (ref, connection_id, state)
         select gen_random_uuid(), id, 'tombstoned' from made returning ref`,
      )
      return (rows as { ref: string }[])[0]!.ref
    },
    claim: async (most) => (await claimLate(db(), most)).map(({ ref }) => ref),
  },
}

it.each(Object.entries(QUEUES))('%s are claimed by the longest due, each once', async (_what, queue) => {
  const { table, key, due, hoursAfter = 0, add, claim } = queue
  const dueFor = async (hours: number): Promise<string> => {
    const row = await add()
    const at = `clock_timestamp() - interval '${hours + hoursAfter} hours'`
    await asOwner(scene.database.url, `update ${table} set ${due} = ${at} where ${key} = '${row}'`)
    return row
  }
  const one = await dueFor(1)
  const three = await dueFor(3)
  const two = await dueFor(2)
  await dueFor(-0.5)
  const other = await pool.connect()
  await other.query(`begin; select from ${table} where ${key} = '${three}' for update`)
  expect(await claim(1)).toEqual([two])
  await other.query('rollback')
  other.release()
  expect((await claim(9)).toSorted()).toEqual([one, three].toSorted())
  expect(await claim(9)).toEqual([])
})

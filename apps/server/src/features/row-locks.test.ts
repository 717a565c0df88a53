import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import type { Shipment } from '@postroom/contract/shipment'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerVoid, rememberReference } from '../carriers/sandbox/sandbox.store.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { aPaymentOf, aShop } from '../testing/made-things.ts'
import { aCaller } from '../testing/operators.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { insertAccount, lockSpendingAccount } from './accounts/account.store.ts'
import { lockMember } from './administration/member.store.ts'
import { insertToken, lockSessionToRenew } from './auth/session.store.ts'
import { claimRows, recordRowOutcome } from './batches/batch-queue.store.ts'
import { lockCode } from './hubs/enrolment.store.ts'
import { lockHub, saveHub } from './hubs/hub.store.ts'
import { insertPairing, lockPairing } from './hubs/pairing.store.ts'
import { getUser, isOperatorNow, lockUnchanged } from './identity/user.store.ts'
import { lockPurchase } from './ledger/adjustment.store.ts'
import { lockAutomaticTopUp, saveTerms } from './payments/automatic/automatic-topup.store.ts'
import { lockForLook } from './payments/look.store.ts'
import { findAnyPayment } from './payments/payment.store.ts'
import { lockPending, lockPrepared } from './pending/pending.store.ts'
import { lockCostCenter } from './references/budget.store.ts'
import { lockForSending } from './returns/return.store.ts'
import { lockMark, lockOrder } from './shops/shop-order.store.ts'

let scene: PurchaseScene
let organisation: string
let user: string
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  organisation = scene.buyer.organisation
  user = (await signInto(scene, organisation)).user
})
afterAll(() => scene.close())

const db = () => scene.context.db
const now = () => scene.context.now()
const sql = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as { id: string }[]
const bytes = (n: number) => Buffer.alloc(32, n)
const later = new Date('2036-01-01')

const anAccount = async (n: number) => {
  const facts = { organisation_id: organisation, carrier_code: DEFAULT_CARRIER.code, name: `Account ${n}` }
  return (await insertAccount(db(), facts)).id
}
const aHub = (n: number) => {
  const hub = { organisation_id: organisation, alias: 'Mailroom', public_key: bytes(n), paired_by: null }
  return inTransaction(db(), (tx) => saveHub(tx, hub))
}
const aPrepared = async () => {
  const answer = await scene.buyer.post('/stamp/v1/shipment/pending', scene.buyer.draft())
  return answer.json<{ pending_id: string }>().pending_id
}
const aMember = async () => (await signInto(scene, organisation)).user
const SHOPS = new Map<string, string>()
const anOrder = async (n: number) => {
  const shop = await aShop(scene, scene.buyer, user, `https://shop-${n}.invalid`)
  const id = await aPrepared()
  SHOPS.set(id, shop)
  await sql(`insert into shop_order (shop_id, external_id, organisation_id, number, pending_id, modified_at, fingerprint, country)
    values ('${shop}', 'order', '${organisation}', '1', '${id}', now(), '', 'GB')`)
  return id
}

interface Lock {
  table: string
  key?: string
  /** @returns the key of one of several rows */
  add: (n: number) => Promise<string>
  take: (tx: Tx, id: string, n: number) => Promise<unknown>
}

const LOCKS: Record<string, Lock> = {
  'a member that is changed': { table: 'app_user', add: aMember, take: (tx, id) => lockMember(tx, organisation, id) },
  'a user who signs in': {
    table: 'app_user',
    add: aMember,
    take: async (tx, id) => lockUnchanged(tx, await getUser(tx, id)),
  },
  'an operator who decides': { table: 'app_user', add: aMember, take: isOperatorNow },
  'a session that is renewed': {
    table: 'session',
    add: async (n) => {
      const { session: session_id } = await signInto(scene, organisation)
      const facts = { session_id, generation: 0, expires_at: later } as const
      await insertToken(db(), { ...facts, secret: `refresh ${n}`, kind: 'refresh' })
      return session_id
    },
    take: (tx, _id, n) => lockSessionToRenew(tx, `refresh ${n}`),
  },
  'an account that pays': {
    table: 'carrier_account',
    add: anAccount,
    take: (tx, id) => lockSpendingAccount(tx, organisation, id),
  },
  'an automatic top-up': {
    table: 'automatic_topup',
    key: 'carrier_account_id',
    add: async (n) => {
      const carrier_account_id = await anAccount(100 + n)
      const terms = { threshold: toPence(1), amount: toPence(500), most_a_day: 1, agreed_by: user }
      await inTransaction(db(), (tx) => saveTerms(tx, { organisation_id: organisation, carrier_account_id, ...terms }))
      return carrier_account_id
    },
    take: lockAutomaticTopUp,
  },
  'a payment that was looked at': {
    table: 'payment',
    add: () => aPaymentOf(scene, scene.buyer, user),
    take: async (tx, id) => lockForLook(tx, (await findAnyPayment(tx, id))!),
  },
  'a device manager': { table: 'hub', add: aHub, take: (tx, id) => lockHub(tx, organisation, { id }) },
  'an enrolment code': {
    table: 'enrolment_code',
    add: async (n) =>
      (
        await sql(`insert into enrolment_code (organisation_id, code_hash, starts_with, devices_max, expires_at)
        values ('${organisation}', '\\x${bytes(n).toString('hex')}', 'K7QM', 1, '2036-01-01') returning id`)
      )[0]!.id,
    take: (tx, _id, n) => lockCode(tx, bytes(n), now()),
  },
  'a device that shows a code': {
    table: 'pairing',
    add: (n) => {
      const keys = { code_hash: bytes(n), poll_token_hash: bytes(n), public_key: bytes(n) }
      return inTransaction(db(), (tx) =>
        insertPairing(tx, { ...keys, alias: 'Mailroom', expires_at: later, hub_id: null }),
      )
    },
    take: (tx, _id, n) => lockPairing(tx, bytes(n), now()),
  },
  'a prepared shipment': {
    table: 'pending_shipment',
    key: 'pending_id',
    add: aPrepared,
    take: (tx, id) => lockPending(tx, organisation, id),
  },
  'a prepared shipment, also one that is being bought': {
    table: 'pending_shipment',
    key: 'pending_id',
    add: aPrepared,
    take: (tx, id) => lockPrepared(tx, organisation, id),
  },
  'an order of a shop that has changed': {
    table: 'shop_order',
    key: 'pending_id',
    add: anOrder,
    take: (tx, id) => lockOrder(tx, SHOPS.get(id)!, 'order'),
  },
  'an order of a shop that is being sold': {
    table: 'shop_order',
    key: 'pending_id',
    add: (n) => anOrder(100 + n),
    take: (tx, id) => lockMark(tx, organisation, id),
  },
  'a cost centre': {
    table: 'cost_center',
    add: async (n) =>
      (
        await sql(`insert into cost_center (organisation_id, code, name) values ('${organisation}', 'C${n}', 'C')
        returning id`)
      )[0]!.id,
    take: async (tx, id) => {
      await lockCostCenter(tx, organisation, id)
      return true
    },
  },
  'a purchase whose charge changes': {
    table: 'purchase',
    add: async (n) => (await scene.buyer.buy(`locked-${n}`)).json<Shipment>().id,
    take: lockPurchase,
  },
  'a purchase that the sandbox voids': {
    table: 'sandbox.reference',
    key: 'ref',
    add: async () => {
      const ref = randomUUID()
      await rememberReference(db(), ref, { live: 1 })
      return ref
    },
    take: async (tx, ref) => !(await answerVoid(tx, ref, 1, false)),
  },
  'a returned item': {
    table: 'returned_item',
    add: async (n) => {
      const { id: shipment_id } = (await scene.buyer.buy(`returned-${n}`)).json<Shipment>()
      const wanted = { shipment_id, reason: 'refused', action: 'correct_address' }
      const by = await aCaller(scene, organisation, {})
      return (await by.post('/stamp/v1/return', wanted)).json<{ id: string }>().id
    },
    take: (tx, id) => lockForSending(tx, organisation, id),
  },
  'a batch of which a row has ended': {
    table: 'batch',
    add: async () => {
      const rows = [{ key: randomUUID(), shipment: scene.buyer.draft() }]
      const by = await aCaller(scene, organisation, {})
      const id = randomUUID()
      const made = await by.post(`/stamp/v1/shipment/batch?batch_id=${id}`, { rows })
      expect(made.statusCode, made.body).toBeLessThan(300)
      return id
    },
    take: async (tx, id) => {
      const claimed = await claimRows(tx, { lease_ms: 60_000, each: 9, limit: 9 })
      await recordRowOutcome(
        tx,
        claimed.find(({ batch_id }) => batch_id === id)!,
        { state: 'waiting', again_s: 1 },
      )
      return true
    },
  },
}

it.each(Object.entries(LOCKS))('%s is locked until the transaction ends, and no other', async (_what, lock) => {
  const { table, key = 'id', add, take } = lock
  const others = [await add(1), await add(2)]
  const id = await add(3)
  const isFree = async (row: string) => {
    const look = `select ${key} as id from ${table} where ${key}::text = '${row}' for no key update skip locked`
    return (await sql(look)).length === 1
  }
  await inTransaction(db(), async (tx) => {
    expect(await take(tx, id, 3)).toBeTruthy()
    expect(await Promise.all([id, ...others].map(isFree))).toEqual([false, true, true])
  })
  expect(await isFree(id)).toBe(true)
})

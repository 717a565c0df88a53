import type { Shipment, ShipmentDraftInput } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../db/in-transaction.ts'
import { copyRow } from '../testing/copied-rows.ts'
import { aPaymentOf, aWebhook } from '../testing/made-things.ts'
import { aBuyer, purchaseScene, replaceCarrier, type PurchaseScene } from '../testing/purchase-scene.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { signInto } from '../testing/sign-into.ts'
import { asOwner } from '../testing/test-database.ts'
import { insertAccount } from './accounts/account.store.ts'
import { followManifests } from './manifests/follow-manifests.ts'
import { openManifest } from './manifests/manifest.store.ts'
import { saveTerms } from './payments/automatic/automatic-topup.store.ts'
import { beginCharges } from './payments/automatic/charge.store.ts'
import { lookAtDueCards } from './payments/automatic/follow-card.ts'
import { askForCard } from './payments/automatic/saved-card.store.ts'
import { lookAtDue } from './payments/look-at-payment.ts'
import { readProviderDays } from './payments/read-provider-days.ts'
import type { StripeApi } from './payments/stripe-api.ts'
import { settleOverdue } from './shipments/purchase/settle-purchases.ts'
import { followShipments } from './tracking/follow-shipments.ts'
import { shareEvents } from './webhooks/report-events.store.ts'

// Workers take so much at a time that one process neither holds up others nor its own answers.

let scene: PurchaseScene
let user: string
beforeAll(async () => {
  scene = await purchaseScene(100_00, { wait_ms: 10, lease_ms: 60_000 })
  user = (await signInto(scene, scene.buyer.organisation)).user
})
afterAll(() => scene.close())

const sql = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as Record<string, string>[]
const copies = (table: string, id: string, changes: string, times: number) =>
  copyRow(
    scene.database.url,
    { table, where: `original.id = '${id}'`, changes: `'id', gen_random_uuid(), ${changes}` },
    times,
  )
const buy = async (change: Partial<ShipmentDraftInput> = {}) =>
  (await scene.buyer.buy(randomUUID(), scene.buyer.draft(change))).json<Shipment>().id
const TRACKED: Partial<ShipmentDraftInput> = {
  service: 'TR24',
  options: [{ code: 'tracked' }],
  parcels: [{ packaging: 'small_parcel', weight: { value: 400 } }],
}

/** An account whose card was charged or is asked for. */
async function aCard(): Promise<string> {
  const of = { organisation_id: scene.buyer.organisation, carrier_account_id: scene.buyer.account }
  const terms = { threshold: toPence(500_00), amount: toPence(500), most_a_day: 9, agreed_by: user }
  return inTransaction(scene.context.db, async (tx) => {
    await saveTerms(tx, { ...of, ...terms })
    return (await askForCard(tx, of)).id
  })
}

/** Each leaves `more` than are taken at a time to do, and returns how many are. */
const RUNS: [what: string, most: number, run: (more: number) => Promise<number>][] = [
  [
    'shipments on their way',
    50,
    async (more) => {
      let asked = 0
      const track = async () => {
        asked++
        return { kind: 'unknown' as const }
      }
      const id = await buy(TRACKED)
      await copies('purchase', id, `'idem_key', 'tracked-' || nth, 'carrier_no', 'TRACKED' || nth`, more - 1)
      await sql(`insert into organisation_setting (organisation_id, section, value, since)
        values ('${scene.buyer.organisation}', 'delivery_mails', '{"addressee": ["dispatched"], "sender": []}', now())`)
      replaceCarrier(scene.context, { track })
      await followShipments(scene.context, quietLog)
      return asked
    },
  ],
  [
    'purchases without an answer',
    10,
    async (more) => {
      replaceCarrier(scene.context, {
        purchase: async () => ({ kind: 'unknown' }),
        resolve: async () => ({ kind: 'unknown' }),
      })
      const key = randomUUID()
      await scene.buyer.buy(key)
      await sql(`update purchase set lease_until = now() - interval '1 hour' where idem_key = '${key}'`)
      const [{ id } = {}] = await sql(`select id from purchase where idem_key = '${key}'`)
      await copies('purchase', id!, `'idem_key', 'unanswered-' || nth`, more - 1)
      return (await settleOverdue(scene.context)).length
    },
  ],
  [
    'payments that may have changed',
    10,
    async (more) => {
      const id = await aPaymentOf(scene, scene.buyer, user)
      await sql(`update payment set look_at = now() where id = '${id}'`)
      await copies('payment', id, `'idem_key', gen_random_uuid(), 'reference', 'R' || nth`, more - 1)
      return (await lookAtDue({ ...scene.context, stripe: {} as StripeApi })).length
    },
  ],
  [
    'cards that are entered',
    10,
    async (more) => {
      let asked = 0
      const lookAtCardPage = async () => {
        asked++
        return 'open'
      }
      const id = await aCard()
      await sql(`update saved_card set look_at = now(), session_id = 'page', created_at = now() where id = '${id}'`)
      await copies('saved_card', id, `'session_id', 'page-' || nth, 'carrier_account_id', gen_random_uuid()`, more - 1)
      const stripe = { cards: { lookAtCardPage } } as unknown as StripeApi
      expect(await lookAtDueCards({ ...scene.context, stripe })).toEqual([])
      return asked
    },
  ],
  [
    'manifests that are being made',
    10,
    async (more) => {
      let asked = 0
      const look = async () => {
        asked++
        return { kind: 'unknown' as const }
      }
      replaceCarrier(scene.context, { manifests: { look, make: look, retry: look } })
      const { db } = scene.context
      const of = { organisation_id: scene.buyer.organisation, carrier_code: DEFAULT_CARRIER.code }
      for (let n = 0; n < more; n++)
        await openManifest(db, await insertAccount(db, { ...of, name: `Account ${n}` }), null)
      await sql(`update manifest set state = 'pending', number = '1', look_at = now()`)
      await followManifests(scene.context)
      return asked
    },
  ],
  [
    'days of Stripe’s balance',
    31,
    async (more) => {
      const asked: Date[] = []
      const movementsBetween = async (from: Date) => {
        asked.push(from)
        return []
      }
      const id = await aPaymentOf(scene, scene.buyer, user)
      await sql(`alter table payment disable trigger user;
        update payment set created_at = '2026-09-01T12:00:00Z' where id = '${id}'; alter table payment enable trigger user`)
      const now = () => new Date(Date.UTC(2026, 8, 1 + more, 12))
      await readProviderDays({ ...scene.context, now, stripe: { movementsBetween } as unknown as StripeApi })
      expect(asked[0]).toEqual(new Date('2026-08-31T23:00:00Z'))
      return asked.length
    },
  ],
  [
    'events for webhooks',
    1000,
    async (more) => {
      const other = await aBuyer(scene, 0)
      await aWebhook(scene, other)
      await sql(`insert into webhook_event (organisation_id, type, data)
        select organisation_id, type, data from webhook_event, generate_series(1, ${more}) limit ${more}`)
      await shareEvents(scene.context.db)
      const [left] = await sql('select count(*)::int as left from webhook_event where not is_shared')
      return more - Number(left!['left'])
    },
  ],
]

it.each(RUNS)('%s: %i at a time', async (_what, most, run) => {
  expect(await run(most + 1)).toBe(most)
})

/** Charges of saved cards. */
const begun = async () => {
  const [row] = await sql('select count(*) from payment where payment_method_id is not null')
  return Number(row!['count'])
}

it('saved cards: twenty are charged at a time', async () => {
  const { db } = scene.context
  const buyers = []
  for (let n = 0; n < 21; n++) buyers.push(await aBuyer(scene, 0))
  for (const { organisation: organisation_id, account: carrier_account_id } of buyers) {
    const agreed_by = (await signInto(scene, organisation_id)).user
    const terms = { threshold: toPence(10_00), amount: toPence(500), most_a_day: 9, agreed_by }
    const card = await inTransaction(db, async (tx) => {
      await saveTerms(tx, { organisation_id, carrier_account_id, ...terms })
      return askForCard(tx, { organisation_id, carrier_account_id })
    })
    await sql(`update automatic_topup set customer_id = carrier_account_id::text, state = 'on' where carrier_account_id = '${carrier_account_id}';
      update saved_card set state = 'saved', payment_method_id = 'pm-${card.id}', brand = 'visa', last4 = '4242', expires = '2036-01',
        session_id = 'page-${card.id}', look_at = null where id = '${card.id}'`)
  }
  await beginCharges(db)
  expect(await begun()).toBe(20)
  await beginCharges(db)
  expect(await begun()).toBe(21)
})

import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner } from '../../../testing/test-database.ts'
import type { StripeApi } from '../stripe-api.ts'
import type { CardFacts } from '../stripe-cards.ts'
import { saveTerms } from './automatic-topup.store.ts'
import { lookAtDueCards } from './follow-card.ts'
import { askForCard, findCard } from './saved-card.store.ts'

const HOUR_MS = 3_600_000
const ENTERED: CardFacts = { payment_method_id: 'pm_1', brand: 'visa', last4: '4242', expires: '2030-04' }

let scene: PurchaseScene
let account: string
let card: string
let called: string[]
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())
beforeEach(async () => {
  called = []
  await sql('delete from saved_card')
  ;({ account, card } = await aCard())
})

const sql = async (statement: string) => (await asOwner(scene.database.url, statement)).rows as { id: string }[]

/** An account whose manager is asked for a card; the page has no address yet. */
async function aCard() {
  const { organisation: organisation_id, account: carrier_account_id } = await aBuyer(scene, 0)
  const agreed_by = (await signInto(scene, organisation_id)).user
  const terms = { threshold: toPence(1), amount: toPence(500), most_a_day: 1, agreed_by }
  const { id } = await inTransaction(scene.context.db, async (tx) => {
    await saveTerms(tx, { organisation_id, carrier_account_id, ...terms })
    return askForCard(tx, { organisation_id, carrier_account_id })
  })
  return { account: carrier_account_id, card: id }
}

/** What Stripe says of a page. */
type Page = 'open' | 'expired' | CardFacts | Error

async function look(page: Page = 'open', afterMs = 0): Promise<unknown[]> {
  await sql('update saved_card set look_at = now() where look_at is not null')
  const cards = {
    lookAtCardPage: async (session: string) => {
      called.push(`look at ${session}`)
      if (page instanceof Error) throw page
      return page
    },
    endPage: async (session: string) => void called.push(`end ${session}`),
    detach: async (method: string) => void called.push(`detach ${method}`),
  }
  const { rows } = await asOwner(scene.database.url, `select created_at from saved_card where id = '${card}'`)
  const now = () => new Date((rows[0] as { created_at: Date }).created_at.getTime() + afterMs)
  return lookAtDueCards({ ...scene.context, now, stripe: { cards } as unknown as StripeApi })
}
const left = async () => (await sql('select id from saved_card')).map(({ id }) => id)

it('a page whose address nobody got is given up after an hour', async () => {
  await look('open', HOUR_MS)
  expect(await left()).toEqual([card])
  await look('open', HOUR_MS + 1)
  expect([await left(), called]).toEqual([[], []])
})

it('one that is not wanted any more is given up at once', async () => {
  await sql(`update saved_card set state = 'unwanted'`)
  await look()
  expect([await left(), called]).toEqual([[], []])
})

test.each<[string, Page, string, number]>([
  ['open is waited for', 'open', 'asked', 1],
  ['over is forgotten', 'expired', 'asked', 0],
  ['on which a card was entered saves it', ENTERED, 'saved', 1],
])('a page that is %s', async (_what, page, state, count) => {
  await sql(`update saved_card set session_id = 'page'`)
  expect(await look(page)).toEqual([])
  expect(called).toEqual(['look at page'])
  expect(await left()).toHaveLength(count)
  const found = await findCard(scene.context.db, account, state as 'asked' | 'saved')
  expect(found?.id).toBe(count === 0 ? undefined : card)
})

test('an open page that is not wanted any more is ended, before it is asked what was entered on it', async () => {
  await sql(`update saved_card set session_id = 'page', state = 'unwanted'`)
  await look('expired')
  expect([await left(), called]).toEqual([[], ['end page', 'look at page']])
})

test('a card that is not wanted any more is detached, and its page not asked about', async () => {
  await sql(`update saved_card set session_id = 'page', state = 'unwanted', payment_method_id = 'pm_1', brand = 'visa',
    last4 = '4242', expires = '2030-04'`)
  await look()
  expect([await left(), called]).toEqual([[], ['detach pm_1']])
})

test('a page about which Stripe does not answer delays no other', async () => {
  const other = await aCard()
  await sql(`update saved_card set session_id = 'page' where id = '${card}'`)
  await sql(`update saved_card set state = 'unwanted' where id = '${other.card}'`)
  const failure = new Error('Stripe is away')
  expect(await look(failure)).toEqual([failure])
  expect(await left()).toEqual([card])
})

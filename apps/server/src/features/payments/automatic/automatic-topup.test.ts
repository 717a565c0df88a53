import type { Payment } from '@postroom/contract/payment'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { pathOf, TERMS, topUpOf, turnOn, work, workLater } from '../../../testing/stripe/automatic-scene.ts'
import { paymentScene, type Customer, type PaymentScene } from '../../../testing/stripe/payment-scene.ts'
import type { Fault } from '../../../testing/stripe/stripe-stub.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { beginCharges } from './charge.store.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

let scene: PaymentScene
beforeAll(async () => {
  scene = await paymentScene()
})
afterEach(async () => {
  scene.stub.fault = () => undefined
  await asOwner(scene.database.url, `update automatic_topup set state = 'off', paused_for = null, unconfirmed = null`)
})
afterAll(async () => {
  expect(await brokenInvariants(scene.context.db)).toEqual([])
  await scene.close()
})

const stripes = () => scene.stub.account
const charges = () => stripes().events.filter(({ type }) => type === 'payment_intent.succeeded').length
const paymentsOf = async ({ manager, account }: Customer) =>
  (await manager.get(`/stamp/v1/carrieraccount/${account}/payment`)).json<{ data: Payment[] }>().data
const noticesOf = async ({ manager }: Customer) =>
  (await manager.get('/identity/v1/user/notice'))
    .json<{ data: { content: { event: string; reason?: string } }[] }>()
    .data.map(({ content }) => content)
const auditOf = async ({ account }: Customer) =>
  scene.context.db
    .selectFrom('audit_event')
    .select(['event', 'details'])
    .where('subject', '=', account)
    .orderBy('id')
    .execute()
/** The first call of this kind goes wrong. */
const failOnce = (wrong: string, fault: Fault) => {
  scene.stub.fault = (call) => {
    if (call !== wrong) return undefined
    scene.stub.fault = () => undefined
    return fault
  }
}

describe('a card is saved', () => {
  it('after a manager has agreed and entered it, and only then anything is charged', async () => {
    const customer = await scene.customer()
    expect(await topUpOf(customer)).toEqual({ state: 'off', charged: 0, is_card_asked: false })
    await work(scene)
    const opened = await customer.manager.put(pathOf(customer), TERMS)
    const again = await customer.manager.put(pathOf(customer), TERMS)
    expect(again.json()).toEqual(opened.json())
    expect(opened.json()).toMatchObject({ state: 'off', is_card_asked: true })
    await workLater(scene)
    expect(await customer.balance()).toBe(0)
    await turnOn(scene, customer)
    expect(await topUpOf(customer)).toEqual({
      state: 'on',
      terms: { threshold: 20_00, amount: 50_00, most_a_day: 3 },
      card: { brand: 'visa', last4: '4242', expires: '2030-04' },
      charged: 0,
      is_card_asked: false,
    })
    const log = (await customer.manager.get('/identity/v1/organisation/audit?event=automatic_topup_agreed')).json()
    expect(log).toMatchObject({
      data: [{ user_id: customer.manager.user, details: { consent: TERMS.consent } }, {}, {}],
    })
  })

  it('on one of twenty pages in a quarter of an hour', async () => {
    const customer = await scene.customer()
    const open = async () => (await customer.manager.put(pathOf(customer), TERMS)).statusCode
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push(await open())
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  it('also when the event of its page is lost', async () => {
    const customer = await scene.customer()
    const { url } = (await customer.manager.put(pathOf(customer), TERMS)).json<{ url: string }>()
    stripes().enterCard(stripes().sessions.get(url.split('/').at(-1)!)!)
    await workLater(scene)
    expect(await topUpOf(customer)).toMatchObject({ state: 'on' })
  })

  it('not when it was turned off meanwhile: the card is detached, however often Stripe fails', async () => {
    const customer = await scene.customer()
    const { url } = (await customer.manager.put(pathOf(customer), TERMS)).json<{ url: string }>()
    const session = stripes().sessions.get(url.split('/').at(-1)!)!
    expect((await customer.manager.delete(pathOf(customer))).json()).toMatchObject({ state: 'off' })
    const card = stripes().enterCard(session)
    failOnce('POST /v1/payment_methods/:id/detach', { kind: 'lost' })
    for (let n = 0; n < 3; n++) await workLater(scene)
    expect(card.customer).toBeNull()
    expect(await topUpOf(customer)).not.toHaveProperty('card')
    const { rows } = await asOwner(
      scene.database.url,
      `select 1 from saved_card where carrier_account_id = '${customer.account}'`,
    )
    expect(rows).toEqual([])
  })

  it('in place of the one before, which is detached', async () => {
    const customer = await scene.customer()
    const first = await turnOn(scene, customer)
    const second = await turnOn(scene, customer)
    await workLater(scene)
    expect([first.customer === null, second.customer === null]).toEqual([true, false])
  })

  test.each([
    [{ consent: '2020-01-01' }],
    [{ consent: undefined }],
    [{ amount: 4_99 }],
    [{ amount: 5_000_01 }],
    [{ threshold: 0 }],
    [{ most_a_day: 11 }],
  ])('not with %o', async (wrong) => {
    const customer = await scene.customer()
    expect((await customer.manager.put(pathOf(customer), { ...TERMS, ...wrong })).statusCode).toBe(400)
  })
})

describe('an account below its threshold is charged', () => {
  it('once, by many processes at the same moment', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer)
    const before = charges()
    await Promise.all(Array.from({ length: 6 }, () => work(scene)))
    await Promise.all(Array.from({ length: 6 }, () => workLater(scene)))
    expect(charges() - before).toBe(1)
    expect(await customer.balance()).toBe(50_00)
    expect(await paymentsOf(customer)).toMatchObject([{ state: 'paid', amount: 50_00, is_automatic: true }])
  })

  it('once, when another process has begun and not committed yet', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer)
    const other = await scene.context.db.startTransaction().execute()
    await beginCharges(other)
    const ours = beginCharges(scene.context.db)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await other.commit().execute()
    await ours
    expect(await paymentsOf(customer)).toHaveLength(1)
  })

  test.each(
    ['POST /v1/payment_intents', 'POST /v1/payment_intents/:id/confirm', 'GET /v1/payment_intents/:id'].flatMap(
      (call) => (['lost', 'down'] as const).map((kind) => [call, kind] as const),
    ),
  )('once, when the answer to %s is %s', async (call, kind) => {
    const customer = await scene.customer()
    await turnOn(scene, customer)
    const before = charges()
    let wrong = 4 // the client repeats a call twice
    scene.stub.fault = (called) => (called === call && wrong-- > 0 ? { kind } : undefined)
    for (let n = 0; n < 4; n++) await workLater(scene)
    expect(charges() - before).toBe(1)
    expect(await customer.balance()).toBe(50_00)
    expect(await paymentsOf(customer)).toHaveLength(1)
  })

  it('no more often in a day than was agreed', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer, 'accepts', { threshold: 500_00, most_a_day: 2 })
    for (let n = 0; n < 5; n++) await work(scene)
    expect(await customer.balance()).toBe(100_00)
    expect(await topUpOf(customer)).toMatchObject({ state: 'on', charged: 2 })
    const older = (hours: number) =>
      asOwner(
        scene.database.url,
        `update payment set created_at = created_at - interval '${hours} hours' where carrier_account_id = '${customer.account}'`,
      )
    await older(23)
    await work(scene)
    expect(await customer.balance()).toBe(100_00)
    await older(2)
    await work(scene)
    expect(await customer.balance()).toBe(150_00)
  })

  it('while it is on its way, the balance says so', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer)
    scene.stub.fault = () => ({ kind: 'down' })
    await work(scene)
    const balance = () => customer.manager.get(`/stamp/v1/carrieraccount/${customer.account}/balance`)
    expect((await balance()).json()).toMatchObject({ balance: 0, topping_up: 50_00 })
    expect((await customer.buy('too-early')).statusCode).toBe(402)
    scene.stub.fault = () => undefined
    await workLater(scene)
    expect((await balance()).json()).not.toHaveProperty('topping_up')
    expect((await customer.buy('too-early')).statusCode).toBe(200)
  })

  it('not when it is turned off before the charge, and once when during it; the card is detached after it', async () => {
    const customer = await scene.customer()
    const card = await turnOn(scene, customer)
    const before = charges()
    scene.stub.fault = () => ({ kind: 'down' })
    await work(scene)
    scene.stub.fault = () => undefined
    await customer.manager.delete(pathOf(customer))
    for (let n = 0; n < 2; n++) await workLater(scene)
    expect(charges() - before).toBe(0)
    expect(await paymentsOf(customer)).toMatchObject([{ state: 'failed' }])
    expect(card.customer).toBeNull()

    const second = await turnOn(scene, customer)
    scene.stub.fault = (call) => (call === 'POST /v1/payment_intents/:id/confirm' ? { kind: 'lost' } : undefined)
    const asked = scene.stub.fault
    scene.stub.fault = (call) =>
      asked(call) ? { kind: 'lost' } : call.startsWith('GET') && charges() > before ? { kind: 'down' } : undefined
    await work(scene)
    expect(charges() - before).toBe(1)
    expect(await customer.balance()).toBe(0)
    await customer.manager.delete(pathOf(customer))
    expect(second.customer).not.toBeNull()
    scene.stub.fault = () => undefined
    for (let n = 0; n < 2; n++) await workLater(scene)
    expect(await customer.balance()).toBe(50_00)
    expect(second.customer).toBeNull()
  })

  it('no more when the balance has risen before the card was charged', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer)
    const before = charges()
    scene.stub.fault = () => ({ kind: 'down' })
    await work(scene)
    scene.stub.fault = () => undefined
    await asOwner(scene.database.url, `select post(null, 'topup', 'bank', 'cust:${customer.account}', 3000)`)
    await workLater(scene)
    expect(charges() - before).toBe(0)
    expect(await topUpOf(customer)).toMatchObject({ state: 'on' })
  })
})

describe('a charge that is declined stops it until a manager acts', () => {
  test.each([
    ['declines', 'card_declined'],
    ['expired', 'card_expired'],
    ['insufficient_funds', 'insufficient_funds'],
  ] as const)('%s: %s', async (bank, paused_for) => {
    const customer = await scene.customer()
    const card = await turnOn(scene, customer, bank)
    for (let n = 0; n < 3; n++) await workLater(scene)
    expect(await topUpOf(customer)).toMatchObject({ state: 'paused', paused_for })
    expect(await paymentsOf(customer)).toMatchObject([{ state: 'failed' }])
    const { account: account_id } = customer
    expect(await noticesOf(customer)).toMatchObject([
      { event: 'top_up_stopped', reason: paused_for, account_id, amount: 50_00, name: expect.any(String) as unknown },
    ])
    const [charge] = await paymentsOf(customer)
    const events = await auditOf(customer)
    const saved = { event: 'card_saved', details: {} }
    expect(events.filter(({ event }) => event === 'card_saved')).toEqual([saved])
    expect(events.at(-1)).toEqual({
      event: 'automatic_topup_stopped',
      details: { reason: paused_for, payment: charge!.id },
    })
    card.bank = 'accepts'
    expect((await customer.manager.post(`${pathOf(customer)}/resume`)).json()).toMatchObject({ state: 'on' })
    await work(scene)
    expect(await customer.balance()).toBe(50_00)
  })

  it('also when its answer is lost, and when Stripe does not know the card', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer, 'declines')
    failOnce('POST /v1/payment_intents/:id/cancel', { kind: 'down' })
    await work(scene)
    await workLater(scene)
    expect(await topUpOf(customer)).toMatchObject({ paused_for: 'card_declined' })
    const other = await scene.customer()
    const card = await turnOn(scene, other)
    card.customer = null
    await work(scene)
    expect(await topUpOf(other)).toMatchObject({ paused_for: 'card_declined' })
  })

  it('and a new card ends the pause', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer, 'expired')
    await work(scene)
    await turnOn(scene, customer)
    await work(scene)
    expect(await customer.balance()).toBe(50_00)
  })
})

const asked = async () => {
  const customer = await scene.customer()
  await turnOn(scene, customer, 'wants_owner')
  for (let n = 0; n < 2; n++) await workLater(scene)
  return customer
}
const confirm = async (customer: Customer) => {
  const { url } = (await customer.manager.post(`${pathOf(customer)}/confirm`)).json<{ url?: string }>()
  return stripes().sessions.get(url?.split('/').at(-1) ?? '')!
}

describe('a charge that its owner must confirm', () => {
  it('is cancelled first, waits, and is paid once on a page that all managers share', async () => {
    const customer = await asked()
    expect(await topUpOf(customer)).toMatchObject({ state: 'unconfirmed', unconfirmed: 50_00 })
    expect(await noticesOf(customer)).toMatchObject([{ event: 'top_up_stopped', reason: 'authentication_required' }])
    expect([...stripes().intents.values()].at(-1)).toMatchObject({ status: 'canceled' })
    const [page, same] = await Promise.all([confirm(customer), confirm(customer)])
    expect(page.id).toBe(same.id)
    stripes().pay(page)
    await scene.deliver(stripes().events.at(-1)!)
    expect(await customer.balance()).toBe(50_00)
    expect(await topUpOf(customer)).toMatchObject({ state: 'on' })
    expect((await auditOf(customer)).at(-1)).toEqual({ event: 'automatic_topup_resumed', details: {} })
    await workLater(scene)
    expect(await customer.balance()).toBe(50_00)
    expect((await paymentsOf(customer)).map(({ state }) => state)).toEqual(['paid', 'failed'])
  })

  it('is not offered before Stripe says that it is cancelled', async () => {
    const customer = await scene.customer()
    await turnOn(scene, customer, 'wants_owner')
    scene.stub.fault = (call) => (call === 'POST /v1/payment_intents/:id/cancel' ? { kind: 'down' } : undefined)
    await work(scene)
    expect(await topUpOf(customer)).toMatchObject({ state: 'on' })
    expect((await customer.manager.post(`${pathOf(customer)}/confirm`)).json()).not.toHaveProperty('url')
    scene.stub.fault = () => undefined
    await workLater(scene)
    expect(await topUpOf(customer)).toMatchObject({ state: 'unconfirmed' })
  })

  it('can be dismissed: its page is ended first, so that it is not paid as well', async () => {
    const customer = await asked()
    const page = await confirm(customer)
    scene.stub.fault = () => ({ kind: 'down' })
    expect((await customer.manager.post(`${pathOf(customer)}/resume`)).statusCode).toBe(503)
    scene.stub.fault = () => undefined
    expect((await customer.manager.post(`${pathOf(customer)}/resume`)).json()).toMatchObject({ state: 'on' })
    expect(page.status).toBe('expired')
  })

  it('counts as confirmed when it is paid at the moment of the dismissal', async () => {
    const customer = await asked()
    stripes().pay(await confirm(customer))
    expect((await customer.manager.post(`${pathOf(customer)}/resume`)).json()).toMatchObject({ state: 'on' })
    expect(await customer.balance()).toBe(50_00)
  })

  it('pauses when its page ends unpaid', async () => {
    const customer = await asked()
    stripes().expire(await confirm(customer))
    await scene.deliver(stripes().events.at(-1)!)
    expect(await topUpOf(customer)).toMatchObject({ state: 'paused', paused_for: 'not_confirmed' })
  })
})

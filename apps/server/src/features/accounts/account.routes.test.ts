import type { StatementDay, StatementLine } from '@postroom/contract/carrier-account'
import type { ErrorBody } from '@postroom/contract/errors'
import { toPence } from '@postroom/domain/money'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { setSandboxSwitch } from '../../carriers/sandbox/sandbox.store.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import type { Mail } from '../../mail/mailer.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { listManagers } from '../administration/member.store.ts'
import { insertUser } from '../identity/user.store.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { queueLowBalanceNotices } from './watch-balances.ts'
import { sendNotices } from '../../notices/send-notices.ts'

let scene: PurchaseScene
let manager: Buyer
let stranger: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  manager = await aManager()
  stranger = await aManager()
})
afterAll(() => scene.close())

/** A buyer in their own organisation who is also its manager, and an operator. */
async function aManager(): Promise<Buyer> {
  const buyer = await aBuyer(scene, 0)
  await scene.context.db
    .updateTable('app_user')
    .set({ permissions: ['administration', 'top_up'] })
    .where('organisation_id', '=', buyer.organisation)
    .execute()
  return buyer
}

const topUp = (who: Buyer, body: object, key?: string, account = who.account): Promise<LightMyRequestResponse> =>
  scene.app.inject({
    method: 'POST',
    url: `/api/stamp/v1/carrieraccount/${account}/topup`,
    headers: { authorization: who.authorization, ...(key !== undefined && { 'idempotency-key': key }) },
    payload: body,
  })
const change = (who: Buyer, body: object, account = who.account): Promise<LightMyRequestResponse> =>
  scene.app.inject({
    method: 'PUT',
    url: `/api/stamp/v1/carrieraccount/${account}`,
    headers: { authorization: who.authorization },
    payload: body,
  })
const statement = async (who: Buyer, query = ''): Promise<StatementLine[]> =>
  (await who.get(`/stamp/v1/carrieraccount/${who.account}/statement${query}`)).json<{ data: StatementLine[] }>().data

const MONEY = { amount: 20_00, reference: 'BACS 4711' }

it("the list has the organisation's accounts, all or only those that can buy", async () => {
  const who = await aManager()
  const list = async (query: string) =>
    (await who.get(`/stamp/v1/carrieraccount?carrier_code=RM&length=100${query}`)).json<{
      data: object[]
      total: number
    }>()
  const own = { id: who.account, name: 'Franking', is_active: false, low_balance: null, pricing: 'online' }
  expect((await change(who, { name: 'Franking', is_active: false })).json()).toMatchObject(own)
  expect(await list('')).toMatchObject({ data: [own], total: 1 })
  expect((await list('&is_active=false')).total).toBe(1)
  expect((await list('&is_active=true')).total).toBe(0)
})

const open = (who: Buyer, body: object) => who.post('/stamp/v1/carrieraccount', body)

describe('opening an account', () => {
  const NEW = { purchases_per_minute: 300, pence_per_day: 2_000_00 }

  it('creates an empty, limited account, which can buy once money is booked', async () => {
    const who = await aManager()
    const opened = await open(who, { name: 'Returns' })
    const facts = {
      name: 'Returns',
      pricing: 'online',
      is_active: true,
      low_balance: null,
      limits: NEW,
      currency: 'GBP',
    }
    expect(opened.json()).toMatchObject(facts)
    const { id } = opened.json<{ id: string }>()
    expect((await who.buy('without-any-money', who.draft({ by: id }))).json<ErrorBody>().code).toBe(
      'insufficient_funds',
    )
    await topUp(who, MONEY, 'first-money', id)
    expect((await who.buy('with-some-money', who.draft({ by: id }))).statusCode).toBe(200)
    expect(await who.balance()).toBe(0)
    const list = await who.get('/stamp/v1/carrieraccount')
    expect(list.json<{ total: number }>().total).toBe(2)
  })

  it('accepts another price list, an alert and other limits', async () => {
    const limits = { purchases_per_minute: null, pence_per_day: 50_00 }
    const asked = { name: 'Counter', pricing: 'post_office', low_balance: 5_00, limits }
    expect((await open(await aManager(), asked)).json()).toMatchObject(asked)
  })

  it('is for managers', async () => {
    const refused = await open(scene.buyer, { name: 'Mine' })
    expect(refused.json<ErrorBody>().code).toBe('permission_denied')
  })

  test.each([
    ['no name', {}],
    ['a name with a line break', { name: 'a\nb' }],
    ['an unknown price list', { name: 'a', pricing: 'free' }],
    ['an opening balance', { name: 'a', balance: 100_00 }],
  ])('with %s is refused', async (_what, body) => {
    expect((await open(manager, body)).json<ErrorBody>().code).toBe('invalid_request')
  })
})

test('a name that documents cannot show is refused, when an account is opened and when it is changed', async () => {
  const name = 'Post 👍'
  for (const refused of [await open(manager, { name }), await change(manager, { name })])
    expect(refused.json<ErrorBody>()).toMatchObject({ code: 'character_not_printable', fields: [{ field: 'name' }] })
})

test.each(['statement', 'statement/day', 'change'] as const)('%s is for managers of its organisation', async (what) => {
  const call = (who: Buyer, account: string) => {
    if (what === 'change') return change(who, { name: 'Mine' }, account)
    return who.get(`/stamp/v1/carrieraccount/${account}/${what}`)
  }
  expect((await call(manager, manager.account)).statusCode).toBe(200)
  expect((await call(stranger, manager.account)).statusCode).toBe(404)
  expect((await call(scene.buyer, scene.buyer.account)).json<ErrorBody>().code).toBe('permission_denied')
})

describe('the statement', () => {
  let who: Buyer
  let bought: { id: string; meta_data: { tracking: string } }
  beforeAll(async () => {
    who = await aManager()
    await topUp(who, MONEY, 'money-comes-in')
    const draft = who.draft({ references: ['Order 7', '=1+1'] })
    bought = (await who.buy('label-to-be-paid', draft, { query: { handling_charge: '75' } })).json()
    await topUp(who, { amount: 1, reference: '-2+3' }, 'a-penny-comes-in')
  })

  it('shows every movement with the balance after it, and ends at the posted balance', async () => {
    const lines = await statement(who)
    const of = { shipment_id: bought.id, tracking: bought.meta_data.tracking, reference: 'Order 7, =1+1' }
    expect(lines.map(({ id: _id, at: _at, ...line }) => line)).toEqual([
      { kind: 'topup', amount: 20_00, balance: 20_00, reference: 'BACS 4711' },
      { kind: 'postage', amount: -PRICE, balance: 20_00 - PRICE, ...of },
      { kind: 'fee', amount: -75, balance: 20_00 - PRICE - 75, ...of },
      { kind: 'topup', amount: 1, balance: 20_00 - PRICE - 74, reference: '-2+3' },
    ])
    const { posted } = (await who.get(`/stamp/v1/carrieraccount/${who.account}/balance`)).json<{ posted: number }>()
    expect(lines.at(-1)?.balance).toBe(posted)
  })

  it('keeps the balances when paged from either end', async () => {
    const all = await statement(who)
    expect(await statement(who, '?start=1&length=2')).toEqual(all.slice(1, 3))
    expect(await statement(who, '?orderAsc=false&length=3')).toEqual(all.toReversed().slice(0, 3))
    const past = await who.get(`/stamp/v1/carrieraccount/${who.account}/statement?start=9`)
    expect(past.json()).toEqual({ data: [], total: 4, start: 9, length: 25 })
  })

  it('is the same from every side: any page, either order, any days; a balance is the sum of the lines before it', async () => {
    const busy = await aManager()
    for (const pence of [5_000, 100, 3]) await topUp(busy, { amount: pence, reference: `${pence}` })
    await scene.context.db
      .updateTable('app_user')
      .set({ permissions: ['administration', 'top_up', 'void'] })
      .where('organisation_id', '=', busy.organisation)
      .execute()
    const voided = (await busy.buy('letter-taken-back', undefined, { query: { handling_charge: '75' } })).json<{
      id: string
    }>()
    await busy.put(`/stamp/v1/shipment/${voided.id}/void`, { cancellation_reason: 'Wrong address' })
    await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'refused', delay_ms: 0, remaining: 1 })
    await busy.buy('letter-refused')
    await busy.buy('letter-kept')
    await setSandboxSwitch(scene.context.db, { call: 'purchase', answer: 'failing', delay_ms: 0, remaining: 1 })
    await busy.buy('letter-still-held')
    const all = await statement(busy)
    expect(all.map(({ kind }) => kind)).toEqual([
      'topup',
      'topup',
      'topup',
      'postage',
      'fee',
      'refund',
      'fee_refund',
      'postage',
    ])
    // days in the order of the lines, except one: the clock was set back
    const dayOf = [1, 1, 2, 2, 3, 2, 4, 5].map((day) => `2026-03-0${day}`)
    const byId = all.map(({ id }, index) => `when ${id} then ${at(dayOf[index]!, '12:00:00')}`).join(' ')
    await asOwner(
      scene.database.url,
      `alter table transfer disable trigger user;
       update transfer set at = case id ${byId} else at end where chain = 'ledger:${busy.account}';
       alter table transfer enable trigger user`,
    )
    const lines = await statement(busy)
    let sum = 0
    for (const line of lines) expect(line.balance, String(line.id)).toBe((sum += line.amount))
    for (const [from, to] of [
      [undefined, undefined],
      ['2026-03-02', undefined],
      [undefined, '2026-03-02'],
      ['2026-03-02', '2026-03-04'],
      ['2026-03-06', undefined],
    ]) {
      const within = lines.filter((_, index) => (from ?? '') <= dayOf[index]! && dayOf[index]! <= (to ?? '9'))
      const days = `${from ? `&dateFrom=${from}` : ''}${to ? `&dateTo=${to}` : ''}`
      for (const orderAsc of [true, false])
        for (const start of [0, 1, 3, 8])
          expect(await statement(busy, `?orderAsc=${orderAsc}&start=${start}&length=3${days}`)).toEqual(
            (orderAsc ? within : within.toReversed()).slice(start, start + 3),
          )
    }
    const byDay = await busy.get(`/stamp/v1/carrieraccount/${busy.account}/statement/day?dateFrom=2026-03-02`)
    const sums = byDay.json<{ data: StatementDay[]; total: number }>()
    expect(sums.total).toBe(sums.data.length)
    let balance = 5_100
    for (const row of sums.data) expect(row.balance, `${row.day} ${row.kind}`).toBe((balance += row.amount))
    expect(balance).toBe(sum)
  })

  it('starts and ends at UK midnight, in summer time too', async () => {
    const days = await aManager()
    for (const reference of ['last of 30 June', 'first of 1 July', 'last of 1 July', 'first of 2 July'])
      await topUp(days, { amount: 100, reference })
    const instants = [
      at('2026-06-30', '22:59:59'),
      at('2026-06-30', '23:00:00'),
      at('2026-07-01', '22:59:59'),
      at('2026-07-01', '23:00:00'),
    ]
    await moveInTime(days.account, instants)
    const lines = await statement(days, '?dateFrom=2026-07-01&dateTo=2026-07-01')
    expect(lines.map(({ reference, balance }) => [reference, balance])).toEqual([
      ['first of 1 July', 200],
      ['last of 1 July', 300],
    ])
  })

  it('by day adds up each kind, with the balance that the last movement of the day left', async () => {
    const days = await aManager()
    for (const reference of ['30 June', '1 July', '1 July again', '2 July'])
      await topUp(days, { amount: 1_000, reference })
    await days.buy('letter-of-the-second', undefined, { query: { handling_charge: '75' } })
    await moveInTime(days.account, [
      at('2026-06-30', '22:59:59'),
      at('2026-06-30', '23:00:00'),
      at('2026-07-01', '22:59:59'),
      ...Array.from({ length: 5 }, () => at('2026-07-01', '23:00:00')),
    ])
    const byDay = async (query: string) =>
      (await days.get(`/stamp/v1/carrieraccount/${days.account}/statement/day${query}`)).json<{
        data: StatementDay[]
        total: number
      }>()
    const all = await byDay('')
    expect(all.data).toEqual([
      { day: '2026-06-30', kind: 'topup', movements: 1, amount: 1_000, balance: 1_000 },
      { day: '2026-07-01', kind: 'topup', movements: 2, amount: 2_000, balance: 3_000 },
      { day: '2026-07-02', kind: 'topup', movements: 1, amount: 1_000, balance: 4_000 },
      { day: '2026-07-02', kind: 'postage', movements: 1, amount: -PRICE, balance: 4_000 - PRICE },
      { day: '2026-07-02', kind: 'fee', movements: 1, amount: -75, balance: 4_000 - PRICE - 75 },
    ])
    const second = await byDay('?dateFrom=2026-07-02&orderAsc=false&start=1&length=1')
    expect(second).toMatchObject({ data: [all.data[3]], total: 3 })
    expect((await byDay('?dateTo=2026-07-01')).data).toEqual(all.data.slice(0, 2))
  })

  it('is a CSV file in which no text is a formula', async () => {
    const file = await who.get(`/stamp/v1/carrieraccount/${who.account}/statement.csv`)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="statement.csv"')
    const [header, ...lines] = file.body.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(header).toBe('at,kind,reference,tracking,shipment_id,amount_gbp,balance_gbp')
    expect(lines.map((line) => line.replace(/^[^,]+,/, ''))).toEqual([
      'topup,BACS 4711,,,20,20',
      `postage,"Order 7, =1+1",${bought.meta_data.tracking},${bought.id},-3.2,16.8`,
      `fee,"Order 7, =1+1",${bought.meta_data.tracking},${bought.id},-0.75,16.05`,
      `topup,'-2+3,,,0.01,16.06`,
    ])
  })

  it('leaves the books balanced', async () => {
    expect(await brokenInvariants(scene.context.db)).toEqual([])
  })
})

/** An instant in UTC, as SQL. */
const at = (day: string, time: string): string => `timestamptz '${day}T${time}Z'`

/** Changes the times of an account's movements, which only the database owner can do. */
async function moveInTime(account: string, instants: readonly string[]): Promise<void> {
  const cases = instants.map((instant, index) => `when ${index + 1} then ${instant}`).join(' ')
  await asOwner(
    scene.database.url,
    `alter table transfer disable trigger user;
     update transfer set at = case seq ${cases} end where chain = 'ledger:${account}';
     alter table transfer enable trigger user`,
  )
}

const managersOf = async ({ organisation }: Buyer) =>
  (await listManagers(scene.context.db, organisation)).map(({ email }) => email)

const retryNow = () => asOwner(scene.database.url, 'update outbox set due_at = now()')

describe('a low balance', () => {
  const mails: Mail[] = []
  const look = async (send: (mail: Mail) => Promise<void> = async (mail) => void mails.push(mail)) => {
    await queueLowBalanceNotices(scene.context)
    await sendNotices({ ...scene.context, mailer: { send } }, quietLog)
  }
  const sentSubjects = async () => {
    mails.length = 0
    await look()
    return mails.map(({ subject }) => subject)
  }

  it('notifies the managers once each time it falls below the threshold', async () => {
    await sentSubjects() // discards notices of earlier tests
    const who = await aManager()
    await topUp(who, { amount: 10_00, reference: 'first' })
    expect((await change(who, { low_balance: 10_00 })).json()).toMatchObject({ low_balance: 10_00, name: 'Royal Mail' })
    expect(await sentSubjects()).toEqual([]) // not below
    await who.buy('makes-it-fall-below')
    expect(await sentSubjects()).toEqual(['Low balance / Solde bas\u202f: Royal Mail'])
    expect(mails[0]?.text).toContain('is £6.80.')
    await who.buy('makes-it-fall-further')
    expect(await sentSubjects()).toEqual([]) // already notified
    await topUp(who, { amount: 10_00, reference: 'second' })
    expect(await sentSubjects()).toEqual([])
    for (const key of ['falls-again-1', 'falls-again-2']) await who.buy(key)
    expect(await sentSubjects()).toEqual(['Low balance / Solde bas\u202f: Royal Mail'])
    await change(who, { low_balance: null })
    expect(await sentSubjects()).toEqual([])
  })

  it('mails the managers when a user asks for a top-up, a few times a quarter of an hour', async () => {
    await sentSubjects() // discards notices of earlier tests
    const who = await aManager()
    const ask = (account = who.account) => who.post(`/stamp/v1/carrieraccount/${account}/ask-top-up`, { missing: 2_05 })
    expect((await ask()).json()).toEqual({ account_id: who.account })
    expect(await sentSubjects()).toEqual(['Top-up requested / Demande d’approvisionnement\u202f: Royal Mail'])
    expect(mails[0]?.text).toContain('£2.05 is missing.')
    expect(mails[0]?.text).toContain('il manque 2,05\u00a0£')
    expect((await ask(stranger.account)).statusCode).toBe(404)
    await ask()
    await ask()
    expect((await ask()).statusCode).toBe(429)
    expect(await sentSubjects()).toHaveLength(2)
  })

  it('is notified by one of several servers only, and again when the mail failed', async () => {
    const who = await aManager()
    await change(who, { low_balance: toPence(1) })
    await look(() => Promise.reject(new Error('no mail today')))
    await retryNow()
    mails.length = 0
    await Promise.all([look(), look(), look()])
    expect(mails).toHaveLength(1)
  })

  it("a manager's failing address does not keep the notice from the others, and nobody is notified twice", async () => {
    const [office, other] = [await aManager(), await aManager()]
    await insertUser(scene.context.db, {
      organisation_id: office.organisation,
      username: 'mair',
      email: 'mair@example.com',
      fullname: 'Mair Prosser',
      password_hash: 'none',
      plan: 'full',
      permissions: ['administration'],
      roles: ['manager'],
    })
    const emails = (await Promise.all([office, other].map(managersOf))).flat()
    expect(emails).toHaveLength(3)
    for (const who of [office, other]) await change(who, { low_balance: toPence(1) })

    for (const refused of emails) {
      await asOwner(scene.database.url, 'update carrier_account set low_since = null')
      const reached: string[] = []
      const send = async ({ to }: Mail) => {
        if (to === refused) throw new Error('no such person')
        if (emails.includes(to)) reached.push(to)
      }
      for (let looks = 0; looks < 3; looks++) {
        await look(send)
        await retryNow()
      }
      expect(reached.toSorted()).toEqual(emails.filter((email) => email !== refused).toSorted())
    }
  })
})

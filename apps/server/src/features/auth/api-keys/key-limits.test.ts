import type { AuditEntry } from '@postroom/contract/audit-log'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { openDatabase } from '../../../db/database.ts'
import { openDefaultAccount } from '../../accounts/account.store.ts'
import { creditAccount } from '../../ledger/ledger.store.ts'
import { aKey } from '../../../testing/made-things.ts'
import { aBuyer, PRICE, purchaseScene, type Buyer, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner, untilWaiting } from '../../../testing/test-database.ts'

let scene: PurchaseScene
/** Another server process on the same database. */
let second: FastifyInstance
let now: Date
let buyer: Buyer
let maker: string
/** Another account of the buyer's organisation. */
let other: string
let stop: () => Promise<void>
beforeAll(async () => {
  scene = await purchaseScene(0, { carrier_ms: 10_000, lease_ms: 20_000, wait_ms: 20_000 })
  scene.context.now = () => now
  const { db, pool, platformPool } = await openDatabase(scene.database.url)
  second = await buildApp(
    { ...scene.context, db, pool, platformPool },
    { logLevel: 'silent', isReady: async () => true },
  )
  stop = async () => {
    await second.close()
    await db.destroy()
  }
})
afterAll(async () => {
  await stop()
  await scene.close()
})
beforeEach(async () => {
  now = new Date('2026-11-20T10:00:30Z')
  buyer = await aBuyer(scene, 100_00)
  maker = (await signInto(scene, buyer.organisation)).user
  other = await openDefaultAccount(scene.context.db, buyer.organisation)
  await creditAccount(scene.context.db, other, toPence(100_00))
})

type Limits = Parameters<typeof aKey>[3]
const keyWith = (limits?: Limits) => aKey(scene, buyer.organisation, maker, limits)
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, authorization: string, payload?: object, app = scene.app) =>
  app.inject({ method, url: `/api${path}`, headers: { authorization }, ...(payload && { payload }) })
const buy = (authorization: string, key: string, by = buyer.account, app = scene.app) =>
  ask('POST', `/stamp/v1/shipment/process?pending_id=${key}`, authorization, buyer.draft({ by }), app)
const codeOf = (answer: LightMyRequestResponse) =>
  answer.statusCode < 400 ? answer.statusCode : answer.json<ErrorBody>().code
const balance = (authorization: string, app?: FastifyInstance) =>
  ask('GET', '/stamp/v1/carrieraccount', authorization, undefined, app)
/** Does something in a transaction that stays open. @returns commits it */
async function held(statement: string): Promise<() => Promise<void>> {
  const administrator = new pg.Client({ connectionString: scene.database.url })
  await administrator.connect()
  await administrator.query('begin')
  await administrator.query(statement)
  return async () => {
    await administrator.query('commit')
    await administrator.end()
  }
}
const count = (codes: readonly unknown[], code: unknown) => codes.filter((each) => each === code).length

describe('calls a minute', () => {
  it('are counted for all processes together, until the next minute', async () => {
    const { authorization } = await keyWith({ calls_per_minute: 10 })
    const calls = Array.from({ length: 16 }, (_, n) => balance(authorization, n % 2 ? second : scene.app))
    const answers = await Promise.all(calls)
    expect(count(answers.map(codeOf), 200)).toBe(10)
    const refused = answers.find(({ statusCode }) => statusCode === 429)!
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual(['too_many_requests', '30'])
    now = new Date('2026-11-20T10:01:00Z')
    expect(codeOf(await balance(authorization))).toBe(200)
  })

  it('a process whose clock is behind starts no minute again', async () => {
    const { authorization } = await keyWith({ calls_per_minute: 2 })
    const codes: unknown[] = []
    for (const minute of ['10:01', '10:00', '10:01', '10:00']) {
      now = new Date(`2026-11-20T${minute}:59Z`)
      codes.push(codeOf(await balance(authorization)))
    }
    expect(codes).toEqual([200, 200, 'too_many_requests', 'too_many_requests'])
  })

  it('the last use is noted once in each minute', async () => {
    const { authorization, id } = await keyWith()
    const used = async () => {
      const { rows } = await asOwner(scene.database.url, `select last_used_at, xmin from api_key where id = '${id}'`)
      return rows[0] as { last_used_at: Date | null; xmin: string }
    }
    expect((await used()).last_used_at).toBeNull()
    await balance(authorization)
    const first = await used()
    expect(first.last_used_at).toEqual(new Date('2026-11-20T10:00:00Z'))
    await balance(authorization)
    expect(await used()).toEqual(first)
    now = new Date('2026-11-20T10:01:10Z')
    await balance(authorization)
    expect((await used()).last_used_at).toEqual(new Date('2026-11-20T10:01:00Z'))
  })
})

describe('money a day', () => {
  it('two processes and two accounts at once do not exceed it, and what is refused reaches no carrier', async () => {
    const { authorization } = await keyWith({ pence_per_day: toPence(4 * PRICE) })
    const carrier = scene.context.carriers['RM']!
    let asked = 0
    scene.context.carriers = {
      RM: { ...carrier, purchase: (...given) => (asked++, carrier.purchase(...given)) },
    }
    const codes = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        codeOf(
          await buy(
            authorization,
            `limit-of-a-day-${n}`,
            n % 4 < 2 ? buyer.account : other,
            n % 2 ? second : scene.app,
          ),
        ),
      ),
    )
    scene.context.carriers = { RM: carrier }
    expect([count(codes, 200), count(codes, 'key_spending_limit')]).toEqual([4, 6])
    expect(asked).toBeLessThanOrEqual(4)
  })

  it('counts a purchase from another account that is still on its way', async () => {
    const { authorization } = await keyWith({ pence_per_day: toPence(PRICE) })
    const { authorization: manager } = await signInto(scene, buyer.organisation)
    const center = await ask('POST', '/stamp/v1/costcenter', manager, {
      code: 'BIND',
      name: 'Bindery',
      is_active: true,
    })
    const id = center.json<{ id: string }>().id
    const release = await held(`select from cost_center where id = '${id}' for no key update`)
    const slow = buyer.draft({ costcenter: [{ id }] })
    const first = ask('POST', '/stamp/v1/shipment/process?pending_id=still-on-its-way', authorization, slow)
    await untilWaiting(scene.database.url, 1)
    const later = buy(authorization, 'from-another-account', other, second)
    await Promise.race([later, untilWaiting(scene.database.url, 2)])
    await release()
    expect([codeOf(await first), codeOf(await later)]).toEqual([200, 'key_spending_limit'])
  })

  it('counts for each key, and neither test prints nor what others buy', async () => {
    const limits = { pence_per_day: toPence(PRICE) }
    const [one, two] = [await keyWith(limits), await keyWith(limits)]
    await buyer.buy('bought-without-a-key')
    await ask('POST', '/stamp/v1/shipment/process?test=true', one.authorization, buyer.draft())
    expect(codeOf(await buy(one.authorization, 'within-the-limit'))).toBe(200)
    expect(codeOf(await buy(two.authorization, 'of-another-key'))).toBe(200)
    const refused = await buy(one.authorization, 'beyond-the-limit')
    expect(refused.json()).toMatchObject({ code: 'key_spending_limit', details: { pence_per_day: PRICE } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(codeOf(await buy(one.authorization, 'within-the-limit'))).toBe(200)
  })
})

describe('accounts', () => {
  it('a key does nothing with other accounts, and does not see what was bought from them', async () => {
    const all = await keyWith()
    const { id } = (await buy(all.authorization, 'from-the-first-account')).json<Shipment>()
    const { authorization } = await keyWith({ accounts: [other] })
    const { parcels, to, from } = buyer.draft()
    const place = (address: typeof to) => ({ postal_code: address?.postal_code })
    const rate = { shipping_date: '2026-11-20', parcels, to: place(to), from: place(from) }
    const calls = [
      buy(authorization, 'from-another-account'),
      buy(authorization, 'from-the-first-account'),
      ask('POST', '/stamp/v1/shipment/rate', authorization, { ...rate, by: buyer.account }),
      ask('GET', `/stamp/v1/carrieraccount/${buyer.account}/balance`, authorization),
      ask('GET', `/stamp/v1/shipment/${id}`, authorization),
      ask('GET', `/stamp/v1/shipment/${id}/tracking`, authorization),
      ask('GET', `/stamp/v1/shipment/${id}/docs/label.pdf`, authorization),
      ask('PUT', `/stamp/v1/shipment/${id}/void`, authorization, { cancellation_reason: 'Wrong' }),
    ]
    expect(new Set((await Promise.all(calls)).map(codeOf))).toEqual(new Set(['api_key_not_allowed']))
    expect(codeOf(await buy(authorization, 'from-its-own-account', other))).toBe(200)
    const ids = async (path: string, by: string) =>
      (await ask(path.includes('search') ? 'POST' : 'GET', path, by)).json<{ data: { id: string }[]; total: number }>()
    expect((await ids('/stamp/v1/carrieraccount', authorization)).data.map((account) => account.id)).toEqual([other])
    expect((await ids('/stamp/v1/shipment/search', authorization)).total).toBe(1)
    expect((await ids('/stamp/v1/shipment/search', all.authorization)).total).toBe(2)
  })

  it('an account that is closed is closed to keys', async () => {
    const { authorization } = await keyWith({ accounts: [other] })
    await asOwner(scene.database.url, `update carrier_account set is_active = false where id = '${other}'`)
    expect(codeOf(await buy(authorization, 'from-a-closed-account', other))).toBe('invalid_request')
  })
})

describe('what is bought', () => {
  it('names the key, to everybody and in the audit log; a repetition buys nothing again', async () => {
    const { authorization } = await keyWith()
    const bought = (await buy(authorization, 'order-1042')).json<Shipment>()
    expect(bought).toMatchObject({ bought_by: maker, bought_with: 'Web shop' })
    const again = await buy(authorization, 'order-1042')
    expect([again.json<Shipment>().id, again.headers['idempotent-replayed']]).toEqual([bought.id, 'true'])
    expect((await buyer.get(`/stamp/v1/shipment/${bought.id}`)).json()).toMatchObject({ bought_with: 'Web shop' })
    const { authorization: manager } = await signInto(scene, buyer.organisation)
    const log = (await ask('GET', '/identity/v1/organisation/audit', manager)).json<{ data: AuditEntry[] }>()
    expect(log.data).toMatchObject([{ event: 'postage_bought', user_id: maker, key_name: 'Web shop' }])
  })

  it('has documents at addresses without a token, which the key downloads with its header only', async () => {
    const { authorization } = await keyWith()
    const { docs } = (await buy(authorization, 'with-documents')).json<Shipment>()
    const url = new URL(docs[0]!.url)
    expect(url.search).toBe('')
    const label = await ask('GET', url.pathname.replace('/api', ''), authorization)
    expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf'])
    const secret = authorization.replace('Bearer ', '')
    const inAddress = await scene.app.inject({ method: 'GET', url: `${url.pathname}?access_token=${secret}` })
    expect(codeOf(inAddress)).toBe('document_link_expired')
  })
})

it.each([
  ['is revoked', (id: string) => `update api_key set secret_hash = null, revoked_at = now() where id = '${id}'`],
  ['gets a new secret', (id: string) => `update api_key set secret_hash = sha256('another') where id = '${id}'`],
])('a purchase that waits for its locks while the key %s buys nothing', async (_what, change) => {
  const { id, authorization } = await keyWith()
  const release = await held(change(id))
  const answer = buy(authorization, `while-it-changes-${id}`)
  await Promise.race([answer, untilWaiting(scene.database.url, 1)])
  await release()
  expect(codeOf(await answer)).toBe('api_key_invalid')
  expect(await buyer.balance()).toBe(100_00)
})

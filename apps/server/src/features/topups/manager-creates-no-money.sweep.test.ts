import type { Shipment } from '@postroom/contract/shipment'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toPence } from '@postroom/domain/money'
import { purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { brokenInvariants } from '../ledger/invariants.store.ts'
import { creditAccount } from '../ledger/ledger.store.ts'
import { aCustomer, anOperator, approve, aRequest, reject, topUp, type Caller } from '../../testing/operators.ts'

const START = 20_00

let scene: PurchaseScene
let operator: Caller
beforeAll(async () => {
  scene = await purchaseScene(0)
  operator = await anOperator(scene)
})
afterAll(() => scene.close())

/** An organisation with money, and a large top-up that waits for a second operator. */
interface Office {
  customer: Buyer
  manager: Caller
  request: string
  accounts: string[]
  shipments: string[]
  count: number
}

async function anOffice(): Promise<Office> {
  const { manager, ...customer } = await aCustomer(scene)
  await creditAccount(scene.context.db, customer.account, toPence(START))
  const { id } = await aRequest(operator, customer.account)
  return { customer, manager, request: id, accounts: [customer.account], shipments: [], count: 0 }
}

const USERS = '/identity/v1/organisation/user'
const one = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]

/** Calls a manager can try, each with random numbers. The answers do not matter: only the resulting balance does. */
const ATTEMPTS: Record<string, (office: Office, n: number, amount: number) => Promise<unknown>> = {
  topUp: ({ manager, accounts }, n, amount) => topUp(manager, one(accounts, n)!, { amount, reference: 'BACS 1' }),
  topUpUnderTheKey: ({ manager, accounts }, n) =>
    topUp(manager, one(accounts, n)!, { amount: 5_000_00, reference: 'BACS 900' }, 'some-known-key'),
  approve: ({ manager, request }) => approve(manager, request),
  reject: ({ manager, request }) => reject(manager, request),
  openAccount: async ({ manager, accounts }, _n, amount) => {
    const opened = await manager.post('/stamp/v1/carrieraccount', { name: 'More', low_balance: amount })
    accounts.push(opened.json<{ id: string }>().id)
  },
  openRichAccount: ({ manager }, _n, balance) => manager.post('/stamp/v1/carrieraccount', { name: 'Rich', balance }),
  changeAccount: ({ manager, accounts }, n, pence_per_day) =>
    manager.put(`/stamp/v1/carrieraccount/${one(accounts, n)}`, {
      is_active: n % 3 > 0,
      limits: { purchases_per_minute: null, pence_per_day },
    }),
  grantOneself: ({ manager }) => manager.put(`${USERS}/${manager.user}`, { roles: ['manager', 'operator'] }),
  invite: (office, n) =>
    office.manager.post(USERS, {
      username: `x-${office.customer.organisation}-${office.count++}`,
      email: 'x@example.com',
      fullname: 'X',
      plan: 'full',
      roles: [['operator'], ['manager'], ['sender', 'operator']][n % 3],
    }),
  budget: ({ manager }, n, amount) =>
    manager.post('/stamp/v1/costcenter', {
      code: `c${n}`,
      name: 'C',
      budget: { amount, period: 'month', on_exceed: 'warn' },
    }),
  buy: async (office, n) => {
    const draft = office.customer.draft({ by: one(office.accounts, n)! })
    const bought = await office.manager.post(`/stamp/v1/shipment/process?pending_id=key-${office.count++}-buy`, draft)
    if (bought.statusCode === 200) office.shipments.push(bought.json<Shipment>().id)
  },
  void: async ({ manager, shipments }, n) => {
    const path = `/stamp/v1/shipment/${one(shipments, n)}/void`
    const twice = () => manager.put(path, { cancellation_reason: 'Wrong' })
    if (shipments.length > 0) await Promise.all([twice(), twice()])
  },
}

/** Pence on all accounts of an organisation, held or not. */
async function worthOf({ customer }: Office): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select sum(balance)::bigint as sum from account, carrier_account
    where organisation_id = ${customer.organisation} and account.id in ('cust:' || carrier_account.id, 'held:' || carrier_account.id)`.execute(
    scene.context.db,
  )
  return rows[0]!.sum
}

const attempts = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(ATTEMPTS)), fc.nat(11), fc.constantFrom(1, 320, 1_000_00, 100_000_00)),
  { minLength: 5, maxLength: 12 },
)

it("no sequence of a manager’s calls raises the organisation's money", async () => {
  const tried = new Set<string>()
  await fc.assert(
    fc.asyncProperty(attempts, async (sequence) => {
      const office = await anOffice()
      for (const [name, n, amount] of sequence) {
        tried.add(name)
        await ATTEMPTS[name]!(office, n, amount)
        expect(await worthOf(office), name).toBeLessThanOrEqual(START)
      }
    }),
    { numRuns: 40 },
  )
  expect([...tried].toSorted()).toEqual(Object.keys(ATTEMPTS).toSorted())
  expect(await brokenInvariants(scene.context.db)).toEqual([])
}, 120_000)

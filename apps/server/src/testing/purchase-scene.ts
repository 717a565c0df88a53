import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { permissionsOf } from '@postroom/domain/people/roles'
import type { Plan } from '@postroom/domain/catalogue/services'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { offlineLookup } from '../addresses/offline-lookup.ts'
import { buildApp } from '../app.ts'
import type { CarrierPort } from '../carriers/carrier-port.ts'
import { connectCarriers } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { openDefaultAccount } from '../features/accounts/account.store.ts'
import { insertSession, insertToken } from '../features/auth/session.store.ts'
import { insertOrganisation, insertUser } from '../features/identity/user.store.ts'
import { creditAccount } from '../features/ledger/ledger.store.ts'
import { sealUnder } from '../sealed-text.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'

/** 1st class large letter to 100 g, online, April 2026. */
export const PRICE = 320

/** A server with a prepaid account, the sandbox carrier and a fixed clock. */
export interface PurchaseScene {
  database: TestDatabase
  context: Context
  app: FastifyInstance
  buyer: Buyer
  close(): Promise<void>
}

/** A signed-in user with a prepaid account of their organisation. */
export interface Buyer {
  organisation: string
  account: string
  /** The authorization header of the user. */
  authorization: string
  /** A valid shipment paid from the account, with some fields changed. */
  draft(change?: Partial<ShipmentDraftInput>): ShipmentDraftInput
  /** Buys under a key, as the web app does. */
  buy(key: string | undefined, draft?: ShipmentDraftInput, more?: Ask): Promise<LightMyRequestResponse>
  get(path: string): Promise<LightMyRequestResponse>
  post(path: string, body?: object): Promise<LightMyRequestResponse>
  put(path: string, body: object): Promise<LightMyRequestResponse>
  /** Pence available to spend. */
  balance(): Promise<number>
}

interface Ask {
  test?: boolean
  /** Further query parameters: the price list, and fees. */
  query?: Partial<Record<'pricing' | 'with_pickup' | 'handling_charge', string>>
  headers?: Record<string, string>
}

export async function purchaseScene(
  credit: number,
  { carrier_ms = 300, ...timings }: Partial<Timings> = {},
  own?: TestDatabase,
): Promise<PurchaseScene> {
  const database = own ?? (await testDatabase())
  const context: Context = {
    db: database.db,
    pool: database.pool,
    platformPool: database.platformPool,
    listeningPool: database.listeningPool,
    now: () => new Date('2026-11-20T10:00:00Z'),
    carriers: connectCarriers(database.db, { now: () => context.now() }),
    addressLookup: offlineLookup,
    mailer: { send: async () => {} },
    seal: sealUnder('the secret key of a test'),
    checkpoint: () => {},
    settings: {
      publicUrl: 'http://postroom.test',
      apiBase: '/api',
      companyName: 'Postroom',
      locale: 'en-GB',
      seller: { name: 'Postroom', address: [] },
      projectVariant: 'uk',
      priceTerms: {},
      topUpLimit: toPence(1_000_00),
      retentionDays: 730,
      privateHosts: true,
      hubInstance: 'default',
      purchaseTimings: { lease_ms: 600, wait_ms: 2_000, settle_every_ms: 50, ...timings },
    },
  }
  replaceCarrier(context, { timeout_ms: carrier_ms })
  const app = await buildApp(context, { logLevel: 'silent', isReady: () => Promise.resolve(true) })
  const buyer = await aBuyer({ context, app }, credit)
  return {
    database,
    context,
    app,
    buyer,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** `carrier_ms` is the time-out of the default carrier. */
type Timings = NonNullable<Context['settings']['purchaseTimings']> & { carrier_ms: number }

/** The carrier of a draft that names none. */
export const defaultCarrier = ({ carriers }: Pick<Context, 'carriers'>): CarrierPort => carriers[DEFAULT_CARRIER.code]!

/** Changes how the default carrier answers. */
export function replaceCarrier(context: Context, change: Partial<CarrierPort>): void {
  context.carriers = { ...context.carriers, [DEFAULT_CARRIER.code]: { ...defaultCarrier(context), ...change } }
}

/** The server sells what another carrier sells: nothing of the sandbox is left. */
export function sellFor(context: Context, carrier: CarrierPort): void {
  context.carriers = { ...context.carriers, [DEFAULT_CARRIER.code]: carrier }
}

/** Another organisation with one user, signed in, and one account holding `credit` pence. */
export async function aBuyer(
  { context, app }: Pick<PurchaseScene, 'context' | 'app'>,
  credit: number,
  plan: Plan = 'full',
): Promise<Buyer> {
  const { organisation, account, authorization } = await aSignedInBuyer(context, credit, plan)
  const headers = { authorization }
  const draft: Buyer['draft'] = (change) => aShipmentDraft({ by: account, ...change })
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, more: Record<string, string> = {}) =>
    app.inject({ method, url: `/api${path}`, headers: { ...headers, ...more }, ...(body && { payload: body }) })
  return {
    organisation,
    account,
    authorization,
    draft,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    buy: (key, wanted = draft(), { test = false, query: also = {}, headers: more = {} } = {}) => {
      const query = new URLSearchParams({
        ...(key !== undefined && { pending_id: key }),
        test: String(test),
        ...also,
      }).toString()
      return ask('POST', `/stamp/v1/shipment/process?${query}`, wanted, more)
    },
    balance: async () => {
      const answer = await ask('GET', `/stamp/v1/carrieraccount/${account}/balance`)
      return answer.json<{ balance: number }>().balance
    },
  }
}

/** What is stored of such a buyer, for calls to any server of the database. */
export async function aSignedInBuyer({ db, now }: Pick<Context, 'db' | 'now'>, credit: number, plan: Plan = 'full') {
  const { id: organisation } = await insertOrganisation(db, 'Llewellyn Bindery Ltd')
  const username = `user-${randomBytes(4).toString('hex')}`
  const account = await openDefaultAccount(db, organisation)
  if (credit > 0) await creditAccount(db, account, toPence(credit))
  const user = await insertUser(db, {
    organisation_id: organisation,
    username,
    email: `${username}@example.com`,
    fullname: 'Angharad Kendall',
    password_hash: 'none',
    plan,
    permissions: permissionsOf(['sender'], plan),
    roles: ['sender'],
  })
  const ends_at = new Date(now().getTime() + 3_600_000)
  const times = { started_at: now(), renewed_at: now(), ends_at }
  const place = { user_agent: '', address: '' }
  const session = await insertSession(db, { user_id: user.id, xsrf_token: 'none', ...times, ...place })
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, { secret: token, kind: 'access', session_id: session.id, generation: 0, expires_at: ends_at })
  return { organisation, account, authorization: `Bearer ${token}` }
}

/** A large letter of 80 g by 1st class, London to Cardiff. */
export const aShipmentDraft = (change: Partial<ShipmentDraftInput> & { by: string }): ShipmentDraftInput => ({
  service: '1',
  options: [],
  shipping_date: '2026-11-20',
  from: { company_name: 'Llewellyn Bindery Ltd', address1: '4 Bute Street', city: 'Cardiff', postal_code: 'CF10 5AL' },
  to: { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' },
  parcels: [{ packaging: 'large_letter', weight: { value: 80, units: 'G' } }],
  ...change,
})

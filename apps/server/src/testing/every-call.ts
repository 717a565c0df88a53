import { postalAddressSchema } from '@postroom/contract/address'
import type { Endpoint } from '@postroom/contract/endpoint'
import { OWN_MAILING_KEY } from '@postroom/contract/organisation-settings'
import type { Shipment } from '@postroom/contract/shipment'
import { toPence } from '@postroom/domain/money'
import { PERMISSIONS, type Permission } from '@postroom/domain/people/permissions'
import type { Plan } from '@postroom/domain/catalogue/services'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { insertSession, insertToken } from '../features/auth/session.store.ts'
import { saveHub } from '../features/hubs/hub.store.ts'
import { insertPayment } from '../features/payments/payment.store.ts'
import { insertUser } from '../features/identity/user.store.ts'
import { keepOutcome, openManifest } from '../features/manifests/manifest.store.ts'
import { storeShop } from '../features/shops/shop.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { hashPassword } from '../features/auth/password.ts'
import { EXAMPLE_FIELDS } from '../http/open-api/example-fields.ts'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { exampleRequest } from '../http/open-api/example.ts'
import { MEDIA_TYPES } from '../http/route-schema.ts'
import { aBuyer, aShipmentDraft, type Buyer, type PurchaseScene } from './purchase-scene.ts'

/** One thing of every kind, owned by one organisation. */
export type OwnThings = Awaited<ReturnType<typeof thingsOf>>

/** Makes one of everything that a call can name. */
export async function thingsOf(scene: PurchaseScene, buyer: Buyer) {
  const caller = await signInto(scene, buyer.organisation)
  const bought = await buyer.buy('order-1042-label', buyer.draft(), {
    headers: { authorization: caller.authorization },
  })
  const shipment = bought.json<Shipment>()
  const made = async (id: string): Promise<Record<string, string>> => {
    const endpoint = contractEndpoints().find((declared) => declared.id === id)!
    const { body, ...example } = exampleRequest(endpoint)
    const named = withOwn(body, { account: buyer.account, shipment: shipment.id, duplicate: '', topUpToConfirm: '' })
    const request = requestOf(endpoint, { ...example, body: named }, caller.authorization)
    return (await scene.app.inject(request)).json()
  }
  await made('putUserData')
  const colleague = await signInto(scene, buyer.organisation)
  await scene.app.inject({
    method: 'PUT',
    url: `/api/identity/v1/user/data?key=${OWN_MAILING_KEY}`,
    headers: { authorization: colleague.authorization },
    payload: {},
  })
  const hub = { organisation_id: buyer.organisation, alias: 'Mailroom', public_key: randomBytes(32), paired_by: null }
  return {
    account: buyer.account,
    user: caller.user,
    colleague: colleague.user,
    invited: await invitedInto(scene, buyer.organisation),
    session: (await signInto(scene, buyer.organisation, { user: caller.user })).session,
    shipment: shipment.id,
    link: new URL(shipment.docs[0]!.url).searchParams.get('access_token')!,
    rulerLink: new URL((await made('createRulerPage'))['url']!).searchParams.get('access_token')!,
    address: (await made('createAddress'))['id']!,
    duplicate: (await made('createAddress'))['id']!,
    shipper: (await made('saveShipper'))['id']!,
    goods: (await made('saveGoods'))['id']!,
    pending: (await made('savePending'))['pending_id']!,
    batch: (await made('saveBatch'))['id']!,
    manual: (await made('createManualShipment'))['id']!,
    returned: (await made('recordReturn'))['id']!,
    hub: await inTransaction(scene.context.db, (tx) => saveHub(tx, hub)),
    manifest: await aManifest(scene, buyer),
    topUpToApprove: await largeTopUp(scene, buyer),
    topUpToReject: await largeTopUp(scene, buyer),
    payment: await aPaymentOf(scene, buyer, caller.user),
    invoice: await anInvoiceOf(scene, caller.authorization, shipment.id),
    ...(await aPaidTopUp(scene, buyer)),
    shop: await aShop(scene, buyer, caller.user),
  }
}

/** A shop that no call reaches. @returns its id */
const aShop = (
  { context: { db } }: PurchaseScene,
  { organisation, account }: Buyer,
  connected_by: string,
): Promise<string> => {
  const place = { kind: 'shopify', name: 'Bindery', url: 'https://shop.invalid' } as const
  const sender = postalAddressSchema.parse(aShipmentDraft({ by: account }).from)
  return inTransaction(db, (tx) =>
    storeShop(tx, { ...place, organisation_id: organisation, connected_by, sender }, () => 'v1.not opened'),
  )
}

/** A manifest as of a carrier that wants them. @returns its id */
async function aManifest({ context: { db } }: PurchaseScene, { account, organisation }: Buyer): Promise<string> {
  const opened = (await openManifest(db, { id: account, organisation_id: organisation }, null))!
  return (await keepOutcome(db, opened, { kind: 'made', number: '1', pdf: Buffer.from('%PDF-1.7') })).id
}

/** A top-up that another operator requested. @returns its id */
async function largeTopUp(
  scene: PurchaseScene,
  { account, organisation }: Buyer,
  reference = 'BACS 900',
): Promise<string> {
  const { authorization } = await signInto(scene, organisation)
  const request = {
    method: 'POST',
    url: `/api/stamp/v1/carrieraccount/${account}/topup`,
    headers: { authorization },
    payload: { amount: 5_000_00, reference },
  } as const
  return (await scene.app.inject(request)).json<{ id: string }>().id
}

/** A top-up that another operator requested, and the line of a bank statement that paid it. */
async function aPaidTopUp(scene: PurchaseScene, buyer: Buyer): Promise<{ topUpToConfirm: string; bankLine: string }> {
  const { authorization } = await signInto(scene, buyer.organisation)
  const reference = `BACS ${randomBytes(4).toString('hex')}`
  const topUpToConfirm = await largeTopUp(scene, buyer, reference)
  await scene.app.inject({
    method: 'POST',
    url: `/api/stamp/v1/bankstatement/csv?account=${buyer.account}`,
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: `date,amount,reference\n2026-11-20,5000,${reference}`,
  })
  const line = scene.context.db.selectFrom('bank_line').select('id').where('text', '=', reference)
  return { topUpToConfirm, bankLine: (await line.executeTakeFirstOrThrow()).id }
}

/** A payment that was begun at Stripe, which the scene does not have. @returns its id */
async function aPaymentOf(
  { context }: PurchaseScene,
  { account, organisation }: Buyer,
  created_by: string,
): Promise<string> {
  const facts = { organisation_id: organisation, carrier_account_id: account, idem_key: randomUUID(), created_by }
  return (await inTransaction(context.db, (tx) => insertPayment(tx, { ...facts, amount: toPence(20_00) })))!.id
}

/** An invoice whose first line charges a shipment. @returns its id */
async function anInvoiceOf(scene: PurchaseScene, authorization: string, shipment: string): Promise<string> {
  const request = {
    method: 'POST',
    url: '/api/stamp/v1/carrierinvoice?number=1&dateFrom=2026-11-01&dateTo=2026-11-30',
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: `item_number,net,vat\n${shipment},2.67,0.53\n`,
  } as const
  return (await scene.app.inject(request)).json<{ id: string }>().id
}

interface Standing {
  plan?: Plan
  permissions?: readonly Permission[]
  expired?: boolean
  /** Any existing user. */
  user?: string
}

/** Of the password in the examples; slow to compute, so computed once. */
const passwordHash = hashPassword(EXAMPLE_FIELDS['password']?.[0] as string)

/** A signed-in user of the organisation; by default a new one with every permission. */
export async function signInto({ context }: PurchaseScene, organisation: string, standing: Standing = {}) {
  const { db, now } = context
  const { plan = 'full', permissions = PERMISSIONS, expired = false } = standing
  const username = `user-${randomBytes(6).toString('hex')}`
  const user = standing.user ?? (await newUser())
  const ends_at = new Date(now().getTime() + (expired ? -1 : 3_600_000))
  const place = { user_agent: 'test', address: '192.0.2.1' }
  const secret = randomBytes(32).toString('base64url')
  const session = await inTransaction(db, async (tx) => {
    const times = { started_at: now(), renewed_at: now(), ends_at }
    const opened = await insertSession(tx, { user_id: user, xsrf_token: 'none', ...times, ...place })
    await insertToken(tx, { secret, kind: 'access', session_id: opened.id, generation: 0, expires_at: ends_at })
    return opened
  })
  return { authorization: `Bearer ${secret}`, user, session: session.id }

  async function newUser(): Promise<string> {
    const facts = { organisation_id: organisation, username, email: `${username}@example.com`, fullname: 'Tomos Wynne' }
    const { id } = await insertUser(db, {
      ...facts,
      password_hash: await passwordHash,
      plan,
      permissions: [...permissions],
      roles: [],
    })
    return id
  }
}

/** A user who has not set a password yet. @returns their id */
async function invitedInto({ context }: PurchaseScene, organisation_id: string): Promise<string> {
  const username = `invited-${randomBytes(6).toString('hex')}`
  const facts = {
    organisation_id,
    username,
    email: `${username}@example.com`,
    fullname: 'Nia Bevan',
    plan: 'full',
  } as const
  return (await insertUser(context.db, { ...facts, password_hash: null, permissions: [], roles: ['sender'] })).id
}

/** The value of a parameter, by the path it is in. A path that is missing here has no valid call. */
const NAMED_BY: readonly [path: RegExp, name: string, of: (own: OwnThings) => string][] = [
  [/^\/stamp\/v1\/carrieraccount\//, 'accountId', (own) => own.account],
  [/^\/stamp\/v1\/carrieraccount\//, 'manifestId', (own) => own.manifest],
  [/\/payment\/\{paymentId\}$/, 'paymentId', (own) => own.payment],
  [/^\/stamp\/v1\/shipment\/pending\//, 'pending_id', (own) => own.pending],
  [/^\/stamp\/v1\/shop\//, 'shopId', (own) => own.shop],
  [/^\/stamp\/v1\/shipper\//, 'id', (own) => own.shipper],
  [/^\/stamp\/v1\/goods\//, 'id', (own) => own.goods],
  [/^\/stamp\/v1\/shipment\/batch\//, 'id', (own) => own.batch],
  [/^\/stamp\/v1\/shipment\/manual\//, 'id', (own) => own.manual],
  [/^\/stamp\/v1\/topup\/.*\/approve$/, 'requestId', (own) => own.topUpToApprove],
  [/^\/stamp\/v1\/topup\/.*\/reject$/, 'requestId', (own) => own.topUpToReject],
  [/^\/stamp\/v1\/bankline\//, 'lineId', (own) => own.bankLine],
  [/^\/stamp\/v1\/carrierinvoice\//, 'invoiceId', (own) => own.invoice],
  [/^\/stamp\/v1\/return\//, 'id', (own) => own.returned],
  [/^\/stamp\/v1\/shipment\//, 'id', (own) => own.shipment],
  [/^\/stamp\/v1\/address\//, 'id', (own) => own.address],
  [/^\/iot\/v1\/hub\//, 'id', (own) => own.hub],
  [/^\/iot\/v1\/pairing\//, 'id', (own) => own.hub],
  [/^\/identity\/v1\/organisation\/user\/\{userId\}\/invitation$/, 'userId', (own) => own.invited],
  [/^\/identity\/v1\/(?:organisation\/)?user\//, 'userId', (own) => own.colleague],
  [/^\/identity\/v1\/organisation\/settings\/own\//, 'userId', (own) => own.colleague],
  [/^\/identity\/v1\/user\/session\//, 'sessionId', (own) => own.session],
]

/** The documented example of a call, about things that exist. @throws Error for a parameter without a value */
export function validCall(endpoint: Endpoint, own: OwnThings) {
  const { params, query, body } = exampleRequest(endpoint)
  const known = NAMED_BY.filter(([path]) => path.test(endpoint.path))
  for (const name of Object.keys(params)) {
    const row = known.find(([, named]) => named === name)
    if (row) params[name] = row[2](own)
    else if (/id$/i.test(name) && name !== 'pending_id') throw new Error(`${endpoint.path}: what is {${name}}?`)
  }
  if (endpoint.id === 'processShipment') query['pending_id'] = randomUUID()
  if (endpoint.id.startsWith('downloadDocument')) query['access_token'] = own.link
  if (endpoint.id === 'downloadRulerPage') query['access_token'] = own.rulerLink
  return { params, query, body: withOwn(body, own) }
}

/** The body with the ids in it, where it names an account, a shipment or the duplicates of an address. */
function withOwn(
  body: unknown,
  own: Pick<OwnThings, 'account' | 'shipment' | 'duplicate' | 'topUpToConfirm'>,
): unknown {
  if (typeof body !== 'object' || body === null) return body
  return {
    ...body,
    ...('by' in body && { by: own.account }),
    // its example has none, as a franking label needs none
    ...('service' in body && 'from' in body && !('to' in body) && { to: body.from }),
    ...('shipment_id' in body && { shipment_id: own.shipment }),
    ...('proposal' in body && { proposal: own.topUpToConfirm }),
    ...('duplicates' in body && { duplicates: [own.duplicate] }),
  }
}

/** The call as it is sent, each from its own address so that no limit of attempts applies. */
export function requestOf(
  endpoint: Endpoint,
  { params, query, body }: ReturnType<typeof validCall>,
  authorization?: string,
): InjectOptions {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  )
  const type = endpoint.bodyType ?? 'json'
  return {
    method: endpoint.method,
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': MEDIA_TYPES[type] }),
    },
    ...(body !== undefined && { payload: WRITTEN[type](body) }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const WRITTEN: Record<NonNullable<Endpoint['bodyType']>, (body: unknown) => string> = {
  json: (body) => JSON.stringify(body),
  form: (body) =>
    new URLSearchParams(
      Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, textOf(value)]),
    ).toString(),
  csv: (body) => textOf(body),
  xml: (body) => textOf(body),
}

/** A second organisation beside the scene's own. */
export const strangerOf = (scene: PurchaseScene): Promise<Buyer> => aBuyer(scene, 100_00)

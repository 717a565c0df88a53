import type { Endpoint } from '@postroom/contract/endpoint'
import { OWN_MAILING_KEY } from '@postroom/contract/organisation-settings'
import type { Shipment } from '@postroom/contract/shipment'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { saveHub } from '../features/hubs/hub.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { exampleRequest } from '../http/open-api/example.ts'
import { MEDIA_TYPES } from '../http/route-schema.ts'
import { aPasskey } from './a-passkey.ts'
import { aBuyer, type Buyer, type PurchaseScene } from './purchase-scene.ts'
import {
  aContractOf,
  anEnrolmentCode,
  aKey,
  aManifest,
  anInvoiceOf,
  aPaidTopUp,
  aPaymentOf,
  aReturnLabel,
  aShop,
  aWebhook,
  largeTopUp,
} from './made-things.ts'
import { invitedInto, signInto } from './sign-into.ts'

/** One thing of every kind, owned by one organisation. */
export type OwnThings = Awaited<ReturnType<typeof thingsOf>>

/** Makes one of everything that a call can name. @param n which of its organisation; each has an account of its own */
export async function thingsOf(scene: PurchaseScene, buyer: Buyer, n = 1) {
  const caller = await signInto(scene, buyer.organisation)
  const nth = n === 1 ? '' : `-${n}`
  const bought = await buyer.buy(`order-1042-label${nth}`, buyer.draft(), {
    headers: { authorization: caller.authorization },
  })
  const shipment = bought.json<Shipment>()
  const made = async (id: string, change: object = {}): Promise<Record<string, string>> => {
    const endpoint = contractEndpoints().find((declared) => declared.id === id)!
    const { body, ...example } = exampleRequest(endpoint)
    const own = { account: buyer.account, shipment: shipment.id, duplicate: '', topUpToConfirm: '' }
    const named = { ...(withOwn(body, own) as object), ...change }
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
    shipper: (await made('saveShipper', { alias: `Mailroom${nth}` }))['id']!,
    goods: (await made('saveGoods', { description: `Books${nth}` }))['id']!,
    pending: (await made('savePending'))['pending_id']!,
    batch: (await made('saveBatch'))['id']!,
    manual: (await made('createManualShipment'))['id']!,
    returnLabel: await aReturnLabel(scene, buyer, shipment.id),
    returned: (await made('recordReturn'))['id']!,
    enrolment: await anEnrolmentCode(scene, buyer.organisation),
    hub: await inTransaction(scene.context.db, (tx) => saveHub(tx, hub)),
    manifest: await aManifest(scene, buyer),
    topUpToApprove: await largeTopUp(scene, buyer),
    topUpToReject: await largeTopUp(scene, buyer),
    payment: await aPaymentOf(scene, buyer, caller.user),
    contract: await aContractOf(scene, buyer, caller.authorization),
    invoice: await anInvoiceOf(scene, caller.authorization, shipment.id, n),
    ...(await aPaidTopUp(scene, buyer)),
    passkey: await aPasskey(scene.context, caller.user),
    apiKey: (await aKey(scene, buyer.organisation, caller.user)).id,
    shop: await aShop(scene, buyer, caller.user, `https://shop${nth}.invalid`),
    ...(await aWebhook(scene, buyer)),
  }
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
  [/^\/stamp\/v1\/bankline\/.*\/confirm$/, 'lineId', (own) => own.bankLine],
  [/^\/stamp\/v1\/bankline\/.*\/aside$/, 'lineId', (own) => own.lineToSetAside],
  [/^\/stamp\/v1\/contractprices\//, 'listId', (own) => own.contract],
  [/^\/stamp\/v1\/carrierinvoice\//, 'invoiceId', (own) => own.invoice],
  [/^\/stamp\/v1\/return\//, 'id', (own) => own.returned],
  [/\/returnlabel\//, 'labelId', (own) => own.returnLabel],
  [/^\/stamp\/v1\/shipment\//, 'id', (own) => own.shipment],
  [/^\/stamp\/v1\/address\//, 'id', (own) => own.address],
  [/^\/iot\/v1\/enrolment\//, 'id', (own) => own.enrolment],
  [/^\/iot\/v1\/hub\//, 'id', (own) => own.hub],
  [/^\/iot\/v1\/pairing\//, 'id', (own) => own.hub],
  [/^\/identity\/v1\/organisation\/user\/\{userId\}\/invitation$/, 'userId', (own) => own.invited],
  [/^\/identity\/v1\/(?:organisation\/)?user\//, 'userId', (own) => own.colleague],
  [/^\/identity\/v1\/organisation\/settings\/own\//, 'userId', (own) => own.colleague],
  [/^\/identity\/v1\/organisation\/apikey\//, 'keyId', (own) => own.apiKey],
  [/^\/identity\/v1\/user\/session\//, 'sessionId', (own) => own.session],
  [/^\/identity\/v1\/user\/passkey\//, 'passkeyId', (own) => own.passkey],
  [/^\/stamp\/v1\/webhook\//, 'webhookId', (own) => own.webhook],
  [/^\/stamp\/v1\/webhook\//, 'eventId', (own) => own.webhookEvent],
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

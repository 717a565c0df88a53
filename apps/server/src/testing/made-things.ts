import { postalAddressSchema } from '@postroom/contract/address'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { toPence } from '@postroom/domain/money'
import { KEY_SCOPES } from '@postroom/domain/people/api-keys'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { newApiKeySecret, startOf } from '../api-key-secret.ts'
import { insertKey } from '../features/auth/api-keys/api-key.store.ts'
import { insertCode } from '../features/hubs/enrolment.store.ts'
import { insertPayment } from '../features/payments/payment.store.ts'
import { keepOutcome, openManifest } from '../features/manifests/manifest.store.ts'
import { openReturnLabel } from '../features/return-labels/return-label.store.ts'
import { storeShop } from '../features/shops/shop.store.ts'
import { reportEvents, shareEvents } from '../features/webhooks/report-events.store.ts'
import { insertWebhook } from '../features/webhooks/webhook.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { EXAMPLE_CALLS } from '../http/open-api/example-fields.ts'
import { MEDIA_TYPES } from '../http/route-schema.ts'
import { aShipmentDraft, type Buyer, type PurchaseScene } from './purchase-scene.ts'
import { signInto } from './sign-into.ts'

/** A shop that no call reaches. @returns its id */
export const aShop = (
  { context: { db } }: PurchaseScene,
  { organisation, account }: Buyer,
  connected_by: string,
  url = 'https://shop.invalid',
): Promise<string> => {
  const place = { kind: 'shopify', name: 'Bindery', url } as const
  const sender = postalAddressSchema.parse(aShipmentDraft({ by: account }).from)
  return inTransaction(db, (tx) =>
    storeShop(tx, { ...place, organisation_id: organisation, connected_by, sender }, () => 'v1.not opened'),
  )
}

/** Every scope that one key may have together. */
export const COMBINED_SCOPES = KEY_SCOPES.filter((scope) => scope !== 'provisioning')

/** An API key of a user that opens every scope but provisioning. @returns its id, and its authorization header */
export async function aKey(
  { context: { db } }: { context: Pick<Context, 'db'> },
  organisation_id: string,
  made_by: string,
  limits: Partial<Parameters<typeof insertKey>[1]> = {},
): Promise<{ id: string; authorization: string }> {
  const secret = newApiKeySecret()
  const facts = { organisation_id, made_by, name: 'Web shop', starts_with: startOf(secret), scopes: COMBINED_SCOPES }
  const open = { accounts: null, calls_per_minute: 600, pence_per_day: null, last_day: '2027-11-20' }
  const id = await inTransaction(db, (tx) => insertKey(tx, { ...facts, ...open, ...limits }, secret))
  return { id, authorization: `Bearer ${secret}` }
}

/** A manifest as of a carrier that wants them. @returns its id */
export async function aManifest({ context: { db } }: PurchaseScene, { account, organisation }: Buyer): Promise<string> {
  const opened = (await openManifest(db, { id: account, organisation_id: organisation }, null))!
  return (await keepOutcome(db, opened, { kind: 'made', number: '1', pdf: Buffer.from('%PDF-1.7') })).id
}

/** A return label with a QR code, and without a document. @returns its id */
export async function aReturnLabel(
  { context: { db } }: PurchaseScene,
  { organisation }: Buyer,
  shipment: string,
): Promise<string> {
  const purchase = { id: shipment, organisation_id: organisation, carrier_code: DEFAULT_CARRIER.code }
  const asked = { idem_key: 'return-label', asked_by: null, service: 'TSS' }
  const { id } = (await openReturnLabel(db, purchase, asked))!
  const made = { state: 'made' as const, number: randomUUID(), qr: Buffer.from(`PNG of ${shipment}`) }
  await db.updateTable('return_label').set(made).where('id', '=', id).execute()
  return id
}

/** A top-up that another operator requested. @returns its id */
export async function largeTopUp(
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

/** A top-up that another operator requested, the line of a bank statement that paid it, and another line. */
export async function aPaidTopUp(
  scene: PurchaseScene,
  buyer: Buyer,
): Promise<{ topUpToConfirm: string; bankLine: string; lineToSetAside: string }> {
  const { authorization } = await signInto(scene, buyer.organisation)
  const reference = `BACS ${randomBytes(4).toString('hex')}`
  const topUpToConfirm = await largeTopUp(scene, buyer, reference)
  await scene.app.inject({
    method: 'POST',
    url: `/api/stamp/v1/bankstatement/csv?account=${buyer.account}`,
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: `date,amount,reference\n2026-11-20,5000,${reference}\n2026-11-20,1,Interest ${reference}`,
  })
  const lines = scene.context.db.selectFrom('bank_line').select('id').where('text', 'like', `%${reference}`)
  const [bankLine, lineToSetAside] = await lines.orderBy('amount', 'desc').execute()
  return { topUpToConfirm, bankLine: bankLine!.id, lineToSetAside: lineToSetAside!.id }
}

/** A payment that was begun at Stripe, which the scene does not have. @returns its id */
export async function aPaymentOf(
  { context }: PurchaseScene,
  { account, organisation }: Buyer,
  created_by: string,
): Promise<string> {
  const facts = { organisation_id: organisation, carrier_account_id: account, idem_key: randomUUID(), created_by }
  return (await inTransaction(context.db, (tx) => insertPayment(tx, { ...facts, amount: toPence(20_00) })))!.id
}

/** An invoice whose first line charges a shipment. @returns its id */
export async function anInvoiceOf(
  scene: PurchaseScene,
  authorization: string,
  shipment: string,
  number = 1,
): Promise<string> {
  const request = {
    method: 'POST',
    url: `/api/stamp/v1/carrierinvoice?number=${number}&dateFrom=2026-11-01&dateTo=2026-11-30`,
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: `item_number,net,vat\n${shipment},2.67,0.53\n`,
  } as const
  return (await scene.app.inject(request)).json<{ id: string }>().id
}

/** Prices that an account will have. @returns their id */
export async function aContractOf(scene: PurchaseScene, { account }: Buyer, authorization: string): Promise<string> {
  const request = {
    method: 'POST',
    url: `/api/stamp/v1/carrieraccount/${account}/contractprices?effective_from=2027-02-01`,
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: EXAMPLE_CALLS['addContractPrices']!.body as string,
  } as const
  return (await scene.app.inject(request)).json<{ id: string }>().id
}

/** A webhook that no call reaches, and the event that it is to be sent. */
export async function aWebhook(
  { context: { db } }: PurchaseScene,
  { account, organisation: organisation_id }: Buyer,
): Promise<{ webhook: string; webhookEvent: string }> {
  const webhook = randomUUID()
  await inTransaction(db, async (tx) => {
    const facts = { id: webhook, organisation_id, url: 'https://hooks.invalid', secret: 'v1.not opened' }
    await insertWebhook(tx, { ...facts, events: ['balance.low'] })
    const data = { account_id: account, balance: 0, low_balance: 1 }
    await reportEvents(tx, { organisation_id, type: 'balance.low', data })
  })
  await shareEvents(db)
  const delivery = db.selectFrom('webhook_delivery').select('event_id').where('webhook_id', '=', webhook)
  return { webhook, webhookEvent: (await delivery.executeTakeFirstOrThrow()).event_id }
}

/** A code with which a device manager may pair itself. */
export async function anEnrolmentCode({ context }: PurchaseScene, organisation_id: string): Promise<string> {
  const code = { code_hash: randomBytes(32), starts_with: 'K7QM', devices_max: 10, expires_at: new Date('2036-01-01') }
  return (await inTransaction(context.db, (tx) => insertCode(tx, { organisation_id, ...code }))).id
}

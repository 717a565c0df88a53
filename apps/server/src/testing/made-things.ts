import { postalAddressSchema } from '@postroom/contract/address'
import { toPence } from '@postroom/domain/money'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertPayment } from '../features/payments/payment.store.ts'
import { keepOutcome, openManifest } from '../features/manifests/manifest.store.ts'
import { storeShop } from '../features/shops/shop.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { MEDIA_TYPES } from '../http/route-schema.ts'
import { aShipmentDraft, type Buyer, type PurchaseScene } from './purchase-scene.ts'
import { signInto } from './sign-into.ts'

/** A shop that no call reaches. @returns its id */
export const aShop = (
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
export async function aManifest({ context: { db } }: PurchaseScene, { account, organisation }: Buyer): Promise<string> {
  const opened = (await openManifest(db, { id: account, organisation_id: organisation }, null))!
  return (await keepOutcome(db, opened, { kind: 'made', number: '1', pdf: Buffer.from('%PDF-1.7') })).id
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

/** A top-up that another operator requested, and the line of a bank statement that paid it. */
export async function aPaidTopUp(
  scene: PurchaseScene,
  buyer: Buyer,
): Promise<{ topUpToConfirm: string; bankLine: string }> {
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
export async function aPaymentOf(
  { context }: PurchaseScene,
  { account, organisation }: Buyer,
  created_by: string,
): Promise<string> {
  const facts = { organisation_id: organisation, carrier_account_id: account, idem_key: randomUUID(), created_by }
  return (await inTransaction(context.db, (tx) => insertPayment(tx, { ...facts, amount: toPence(20_00) })))!.id
}

/** An invoice whose first line charges a shipment. @returns its id */
export async function anInvoiceOf(scene: PurchaseScene, authorization: string, shipment: string): Promise<string> {
  const request = {
    method: 'POST',
    url: '/api/stamp/v1/carrierinvoice?number=1&dateFrom=2026-11-01&dateTo=2026-11-30',
    headers: { authorization, 'content-type': MEDIA_TYPES.csv },
    payload: `item_number,net,vat\n${shipment},2.67,0.53\n`,
  } as const
  return (await scene.app.inject(request)).json<{ id: string }>().id
}

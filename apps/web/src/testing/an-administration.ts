import type { ApiKey } from '@postroom/contract/api-key'
import type { Member } from '@postroom/contract/administration'
import type { AuditEntry } from '@postroom/contract/audit-log'
import type { StatementDay, StatementLine } from '@postroom/contract/carrier-account'
import type { ListedDevice } from '@postroom/contract/device-list'
import type { Payment } from '@postroom/contract/payment'
import type { ComparedPrice } from '@postroom/contract/price-list'
import type { Shop } from '@postroom/contract/shop'
import type { VatStatement } from '@postroom/contract/vat-statement'
import type { Webhook, WebhookDelivery } from '@postroom/contract/webhook'
import { aShipment } from './a-shipment.ts'
import { USER } from './a-user.ts'
import { account, pageOf } from './answers.ts'

/** One example of each row that the parts of the administration list. */

export const MEMBER: Member = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  username: 'priya@bindery',
  fullname: 'Priya Desmond',
  email: 'priya@bindery.example',
  plan: 'full',
  roles: ['sender'],
  status: 'active',
  created_at: '2026-03-03T09:00:00.000Z',
  is_provisioned: false,
}

export const MOVEMENT: StatementLine = {
  id: 1,
  at: '2026-11-19T10:30:00.000Z',
  kind: 'postage',
  amount: -7_889,
  balance: 42_410,
  reference: 'INV-20435',
}

export const DAY: StatementDay = { day: '2026-11-19', kind: 'postage', movements: 22, amount: -7_889, balance: 42_410 }

export const VAT: VatStatement = {
  month: '2026-11',
  account_name: 'Office',
  seller: { name: 'Postroom', address: [], vat_number: 'GB980780684' },
  buyer: { name: 'Office', address: [] },
  groups: [{ group: 'standard', net: 304, vat: 61, gross: 365 }],
  days: [{ day: '2026-11-05', net: 304, vat: 61, gross: 365 }],
}

export const PAYMENT: Payment = {
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a21',
  account_id: account.id,
  amount: 50_00,
  reference: '0B6F2F0A',
  state: 'paid',
  taken_back: 0,
  is_automatic: false,
  created_at: '2026-11-19T10:30:00.000Z',
}

export const DEVICE: ListedDevice = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
  alias: 'Packing bench',
  paired_by: 'Dev Prosser',
  paired_at: '2026-11-01T09:00:00.000Z',
  connected: true,
  version: '1.0.0',
  newer_version: '1.1.0',
  printers: [{ id: 'p1', name: 'QL-1110NWB', kinds: ['shipping'], error_code: 'media_empty' }],
}

export const PRICE: ComparedPrice = {
  service: '1',
  format: 'letter',
  area: 'UK',
  compensation_gbp: 20,
  from_g: 1,
  to_g: 100,
  vat: 'exempt',
  before: 170,
  price: 180,
}

/** Prices of the list that is in force. */
export const pricesOf = (...prices: ComparedPrice[]) => ({
  ...pageOf(prices),
  lists: [{ id: 'online-2026-04-07', effective_from: '2026-04-07', state: 'current' as const }],
  shown: 'online-2026-04-07',
})

export const ENTRY: AuditEntry = {
  number: 12_397,
  at: '2026-11-19T13:10:00.000Z',
  event: 'signed_in',
  details: { plan: 'lite' },
  ip: '203.0.113.18',
  hash: '9f3c61d084be27a5'.repeat(4),
}

export const HOOK: Webhook = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c04',
  url: 'https://erp.example.com/postroom',
  events: ['shipment.bought', 'shipment.delivered'],
  state: 'on',
  created_at: '2026-11-20T09:00:00.000Z',
  waiting: 0,
  failed: 0,
}

export const DELIVERY: WebhookDelivery = {
  event_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c09',
  event: 'shipment.bought',
  state: 'delivered',
  attempts: 1,
  created_at: '2026-11-26T09:00:00.000Z',
  tried_at: '2026-11-26T09:00:01.000Z',
  status: 204,
}

export const API_KEY: ApiKey = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  name: 'Web shop',
  starts_with: 'prk_aB3dE6',
  scopes: ['rates', 'buy'],
  accounts: null,
  calls_per_minute: 60,
  pence_per_day: 200_00,
  last_day: '2027-05-20',
  state: 'active',
  made_by: USER.id,
  made_at: '2026-11-20T09:00:00.000Z',
}
export const API_KEY_SECRET = 'prk_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2qR8c0ab1f3'

export const SHOP: Shop = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  kind: 'woocommerce',
  name: 'Bindery',
  url: 'https://shop.bindery.example',
  from: aShipment().from,
  connected_at: '2026-11-20T09:00:00.000Z',
  imported_at: '2026-11-27T09:15:00.000Z',
  reports: { waiting: 0, failed: 0 },
}

import type { Printed } from '@postroom/contract/evidence'
import type { PostalAddress } from '@postroom/contract/address'
import type { EvidencePart } from '@postroom/documents/account/evidence'
import { formatPounds } from '@postroom/documents/account/vat-table'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import { toPence } from '@postroom/domain/money'
import { numbersOf } from '../../documents/draw-document.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import type { findTracking } from '../tracking/tracking.store.ts'

interface Known {
  purchase: Purchase
  /** The user who bought it; absent when they were erased. */
  buyer: string | undefined
  printed: readonly Printed[]
  scans: Awaited<ReturnType<typeof findTracking>>['events']
}

type Row = readonly [name: string, value: string]

/** Everything that is known of a bought shipment, in the order of its way. Facts that nobody gave are left out. */
export const evidenceParts = ({ purchase, buyer, printed, scans }: Known): EvidencePart[] =>
  [
    { title: 'Declared', rows: declared(purchase) },
    { title: 'Bought and charged', rows: charged(purchase, buyer) },
    { title: 'Printed', rows: printed.map(printRow) },
    { title: 'Scanned by the carrier', rows: scans.map(scanRow) },
  ].map(({ title, rows }) => ({ title, rows: rows.length > 0 ? rows : [['Nothing is known', '']] }))

const UNITS = { G: 'g', KG: 'kg', LB: 'lb', CM: 'cm', IN: 'in' } as const

function declared({ draft, quote }: Purchase): Row[] {
  const [parcel] = draft.parcels
  const dim = parcel?.dim
  const sides = dim && [dim.length, dim.width, dim.height].filter((side) => side !== undefined).join(' x ')
  const rows: [string, string | undefined][] = [
    ['From', lineOf(draft.from)],
    ['To', lineOf(draft.to)],
    ['Format', parcel?.packaging.replaceAll('_', ' ')],
    ['Weight', parcel && `${parcel.weight.value} ${UNITS[parcel.weight.units]}`],
    ['Size', dim && `${sides} ${UNITS[dim.units]}`],
    ['Posting day', draft.shipping_date],
    ['Cover', `£${quote.delivery.compensation_gbp}`],
    ...(draft.customs?.contents_items ?? []).map((item): [string, string] => [
      'Goods',
      `${item.quantity} x ${item.description}, ${formatPounds(toPence(item.value))}`,
    ]),
  ]
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

const lineOf = (address: PostalAddress): string => {
  const { town, country } = addressLines(address)
  const { company_name, name, address1, address2, address3 } = address
  return [company_name, name, address1, address2, address3, ...town, country].filter(Boolean).join(', ')
}

function charged(purchase: Purchase, buyer: string | undefined): Row[] {
  const { id, quote, payable, labels, created_at, references } = purchase
  return [
    ['Shipment', id],
    ['Item numbers', numbersOf(purchase).join(', ')],
    ['Service', quote.service.name],
    ['Bought', [inUkTime(created_at), buyer && `by ${buyer}`].filter(Boolean).join(' ')],
    ...(references.length > 0 ? [['Reference', references.join(', ')] as const] : []),
    ...quote.explanation.map(({ description, amount }): Row => [
      description,
      amount === 0 ? '' : formatPounds(toPence(amount)),
    ]),
    ['Paid', `${formatPounds(payable)}${labels > 1 ? ` for ${labels} items` : ''}`],
    ['Price list', `${quote.tariff.id}, in force from ${quote.tariff.effective_from}`],
  ]
}

const printRow = ({ document, at, place, by, state }: Printed): Row => [
  inUkTime(new Date(at)),
  `${[document, place && `at ${place}`, by && `by ${by}`].filter(Boolean).join(' ')}: ${state ?? 'no report'}`,
]

const scanRow = ({ at, description, place, item_number }: Known['scans'][number]): Row => [
  inUkTime(at),
  [short(description), short(place), item_number].filter(Boolean).join(', '),
]

/** A carrier may report any text. */
const SCAN_CHARS = 200
const short = (text: string): string => (text.length > SCAN_CHARS ? `${text.slice(0, SCAN_CHARS)}…` : text)

const inUkTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/London' }).format(at)

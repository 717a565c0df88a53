import { ADDRESS_CSV_COLUMNS, type SavedAddress } from '@postroom/contract/address-book'
import type { ReturnReason } from '@postroom/domain/post/returns'
import fs from 'node:fs'
import path from 'node:path'
import { readCsv } from '../csv/read-csv.ts'
import type { AddressFields } from '../features/address-book/address.store.ts'
import type { DemoUsername } from './seed-organisation.ts'

type Cells = (column: string) => string

function rowsOf(file: string, columns: readonly string[]): Cells[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const { rows, problems } = readCsv(text, columns, 1000)
  if (problems.length > 0) throw new Error(`${file}: ${JSON.stringify(problems)}`)
  return rows.map(
    ({ cells }) =>
      (column) =>
        cells.get(column) ?? '',
  )
}

/** The address book of the demo organisation. People and firms are invented; telephone numbers are reserved for fiction. */
export const demoAddresses = (): AddressFields[] =>
  rowsOf('addresses.csv', [...ADDRESS_CSV_COLUMNS, 'correction_status', 'invalid_reason']).map((cell) => ({
    code: cell('code'),
    name: cell('name'),
    company_name: cell('company_name'),
    address1: cell('address1'),
    address2: cell('address2'),
    address3: '',
    city: cell('city'),
    state_province: cell('state_province'),
    postal_code: cell('postal_code'),
    country: cell('country'),
    phone1: cell('phone1'),
    email: cell('email'),
    isResidential: cell('isResidential') === 'true',
    visibility: cell('visibility') as SavedAddress['visibility'],
    tags: cell('tags').split(';').filter(Boolean),
    correction_status: cell('correction_status') as SavedAddress['correction_status'],
    suggested: null,
    invalid_reason: (cell('invalid_reason') || null) as ReturnReason | null,
  }))

/** What becomes of a demo shipment after the purchase; '' is bought and printed. */
export type Fate = '' | 'not_printed' | 'on_hold' | 'rejected' | 'voided' | 'void_requested' | 'refused' | 'returned'

/** A purchase of the history, in the order of time. */
export interface DemoShipment {
  /** How long ago: '3d 09:12' is that time on the third working day before today, '25m' is 25 minutes ago. */
  when: string
  by: DemoUsername
  /** The code of an address. */
  to: string
  packaging: string
  grams: number
  service: string
  option: string
  cost_center: string
  reference: string
  quantity: number
  fate: Fate
}

const SHIPMENT_COLUMNS = [
  'when',
  'by',
  'to',
  'packaging',
  'grams',
  'service',
  'option',
  'cost_center',
  'reference',
  'quantity',
  'fate',
]

/** Two weeks of purchases of the demo organisation, oldest first. */
export const demoShipments = (): DemoShipment[] =>
  rowsOf('shipments.csv', SHIPMENT_COLUMNS).map((cell) => ({
    when: cell('when'),
    by: cell('by') as DemoUsername,
    to: cell('to'),
    packaging: cell('packaging'),
    grams: Number(cell('grams')),
    service: cell('service'),
    option: cell('option'),
    cost_center: cell('cost_center'),
    reference: cell('reference'),
    quantity: Number(cell('quantity')),
    fate: cell('fate') as Fate,
  }))

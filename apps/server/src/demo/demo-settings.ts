import type { CostCenterFields } from '@postroom/contract/shipment-references'

/** Senders by alias. */
export const SENDERS = {
  Bindery: {
    name: '',
    company_name: 'Llewellyn Bindery Ltd',
    address1: '3 Stryd y Bont',
    city: 'Machynlleth',
    postal_code: 'SY20 8AE',
    phone1: '01632 960100',
  },
  Studio: {
    name: 'Angharad Kendall',
    company_name: 'Llewellyn Bindery Ltd',
    address1: '4 Bute Street',
    city: 'Cardiff',
    postal_code: 'CF10 5AL',
    phone1: '029 2018 0140',
  },
} as const

export const COST_CENTERS: readonly CostCenterFields[] = [
  { code: 'BIND', name: 'Bindery orders', is_active: true, budget: budget(900_00) },
  { code: 'SUBS', name: 'Subscriptions', is_active: true, budget: budget(450_00) },
  { code: 'EDIT', name: 'Editions', is_active: true, budget: budget(250_00) },
  { code: 'OFF', name: 'Office', is_active: true, budget: budget(10_00) },
  { code: 'FAIR', name: 'Book fair', is_active: false },
]

function budget(amount: number) {
  return { amount, period: 'month', on_exceed: 'warn' } as const
}

export const REFERENCE_FIELDS = [
  { label: 'Order number', required: false, choices: [], pattern: '' },
  { label: 'Ordered by', required: false, choices: ['Post', 'Telephone', 'Web shop'], pattern: '' },
]

/** Money received, in pence. */
export const TOP_UPS = [
  { when: '11d 08:30', amount: 300_00, reference: 'BACS 1187' },
  { when: '5d 08:30', amount: 250_00, reference: 'BACS 1203' },
] as const

/** Shipments posted without Postroom, to an address by its code. */
export const MANUAL = [
  {
    when: '9d 16:30',
    to: 'GLAS',
    carrier: 'Parcelforce',
    service_name: 'express48',
    number: 'PB1234567',
    price: 14_95,
  },
  {
    when: '6d 12:15',
    to: 'BERL',
    carrier: 'DHL',
    service_name: 'Parcel Connect',
    number: 'JD0146000712',
    price: 17_40,
  },
  {
    when: '2d 16:45',
    to: 'LLEW',
    carrier: 'Royal Mail',
    service_name: '2nd Class, at the counter',
    number: '',
    price: 1_55,
  },
] as const

/** Shipments prepared at a desk that wait in the mailroom, to an address by its code; without grams they must be weighed. */
export const PENDING = [
  {
    when: '1d 16:40',
    to: 'DERR',
    packaging: 'small_parcel',
    grams: 0,
    reference: 'B-5531',
    note: 'Two ledgers. Please tape both ends.',
  },
  { when: '1d 16:52', to: 'OBAN', packaging: 'small_parcel', grams: 1700, reference: 'B-5532', note: '' },
  { when: '85m', to: 'NORW', packaging: 'large_letter', grams: 190, reference: 'S-2055', note: '' },
  { when: '60m', to: 'NEWC', packaging: 'large_letter', grams: 205, reference: 'S-2056', note: '' },
  {
    when: '45m',
    to: 'HAYW',
    packaging: 'medium_parcel',
    grams: 0,
    reference: 'E-0723',
    note: 'Proofs, needed by Friday.',
  },
  { when: '30m', to: 'FAIR', packaging: 'letter', grams: 40, reference: '', note: '' },
  { when: '15m', to: 'EDIN', packaging: 'small_parcel', grams: 0, reference: 'E-0724', note: '' },
] as const

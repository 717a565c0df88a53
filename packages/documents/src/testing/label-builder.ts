import type { PostalAddress } from '@postroom/contract/address'
import type { Grams } from '@postroom/domain/measures'
import { A4_SHEET } from '@postroom/domain/media/media-size'
import type { LabelContent } from '../label/label-content.ts'

export const anAddress = (change: Partial<PostalAddress> = {}): PostalAddress => ({
  name: 'Siân Ŵyn Brontë-Łukasik',
  company_name: 'Harbourside Stationers',
  address1: 'Flat 3, Hafan Deg',
  address2: '14 Fore Street',
  address3: '',
  city: 'St Ives',
  state_province: '',
  postal_code: 'TR26 1HE',
  country: 'GB',
  phone1: '',
  email: '',
  ...change,
})

/** The longest address that the contract accepts, with every line filled with `character`. */
export const aFullAddress = (character: string): PostalAddress => {
  const line = (length: number) => character.repeat(length)
  const lines = { address1: line(80), address2: line(80), address3: line(80), city: line(40), state_province: line(40) }
  return anAddress({ ...lines, name: line(80), company_name: line(64), postal_code: line(15) })
}

/** The longest address of ordinary words that the contract accepts. */
export const LONGEST_ADDRESS: PostalAddress = anAddress({
  name: words('Name', 80),
  company_name: words('Company', 64),
  address1: words('First', 80),
  address2: words('Second', 80),
  address3: words('Third', 80),
  city: words('City', 40),
  state_province: words('State', 40),
})

/** Text of `length` characters that begins with `name` and ends with 'end'. */
function words(name: string, length: number): string {
  return `${name} ${'abcdefgh '.repeat(9)}`.slice(0, length - 4).trim() + ' end'
}

export const aLabel = (change: Partial<LabelContent> = {}): LabelContent => ({
  test: false,
  channel: 'online',
  service: '1SF',
  service_name: '1st Class Signed For',
  cover_gbp: 20,
  packaging: 'large_letter',
  weight: 250 as Grams,
  shipping_date: '2026-11-23',
  to: anAddress(),
  from: anAddress({
    name: 'Angharad Kendall',
    company_name: 'Llewellyn Bindery Ltd',
    address1: 'Unit 4, Glanyrafon Estate',
    address2: '',
    city: 'Aberystwyth',
    postal_code: 'SY23 3JQ',
  }),
  references: ['PO-4471', 'Spring order'],
  sheet: A4_SHEET,
  size: '4x6',
  label_name: '',
  positions: [],
  numbers: ['ZZ000000005GB'],
  era: '',
  slogan: '',
  vsi_line1: '1ST CLASS SIGNED FOR',
  vsi_line2: 'LARGE LETTER',
  created_at: new Date('2026-11-21T10:00:00Z'),
  ...change,
})

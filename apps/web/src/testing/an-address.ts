import type { ListedAddress } from '@postroom/contract/address-book'

/** An address of the book, with some fields changed. */
export const anAddress = (change: Partial<ListedAddress> = {}): ListedAddress => ({
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c01',
  code: 'TREWIN',
  name: 'Perran Trewin',
  company_name: 'Trewin Frames',
  address1: '2 Quay St',
  address2: '',
  address3: '',
  city: 'Truro',
  state_province: '',
  postal_code: 'TR1 3QP',
  country: 'GB',
  phone1: '',
  email: '',
  isResidential: false,
  visibility: 'Public',
  tags: ['Catalogue'],
  correction_status: 'unverified',
  invalid_reason: null,
  suggested: null,
  addressee: 'trewin',
  sent: 9,
  last_sent_at: '2026-11-18T10:00:00.000Z',
  is_twice: false,
  ...change,
})

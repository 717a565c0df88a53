import {
  countAddresses,
  listAddresses,
  type AddressDraft,
  type ListedAddress,
  type SavedAddress,
} from '@postroom/contract/address-book'
import { screen, within } from '@testing-library/dom'
import { beforeEach } from 'vitest'
import { anAddress } from './an-address.ts'
import { server } from './fake-server.ts'
import { openPage } from './open-page.tsx'

export const TREWIN = anAddress()
export const HAFREN = anAddress({
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  company_name: 'Hafren Books',
  name: '',
  city: 'Newtown',
  postal_code: 'SY16 2PQ',
  correction_status: 'verified',
  addressee: 'hafren',
  tags: [],
  sent: 0,
  last_sent_at: null,
})

/** What the server answers after it saved the address. */
export const savedAs = (draft: AddressDraft): SavedAddress => {
  const { addressee: _addressee, sent: _sent, last_sent_at: _at, is_twice: _twice, ...saved } = TREWIN
  return { ...saved, ...draft }
}

let book: ListedAddress[]

/** What the list answers from now on, in the order of names. @returns the calls of the list */
export function listed(addresses: ListedAddress[] = book) {
  book = addresses
  return server.on(listAddresses, ({ query }) => ({ data: book, total: book.length, start: query.start, length: 100 }))
}

/** An address book of two, before each test. */
export function useBook(): void {
  beforeEach(() => {
    listed([HAFREN, TREWIN])
    server.on(countAddresses, () => ({
      all: book.length,
      states: { unchecked: 1, difference: 0, wrong: 0, returned: 0, twice: 0 },
      tags: [{ tag: 'Catalogue', count: 1 }],
    }))
  })
}

export const open = async () => {
  const user = openPage('/app/addressbook')
  await screen.findByRole('rowheader', { name: /Trewin Frames/ })
  return user
}
export const row = (name: RegExp) => screen.getByRole('rowheader', { name }).closest<HTMLElement>('[role=row]')!
export const drawer = () => within(screen.getByRole('complementary'))
export const openTrewin = async () => {
  const user = await open()
  await user.click(screen.getByText('Trewin Frames'))
  await screen.findByRole('complementary', { name: 'Trewin Frames' })
  return user
}

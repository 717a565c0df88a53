import {
  changeAddresses,
  countAddresses,
  createAddress,
  exportAddresses,
  importAddresses,
  listAddresses,
  mergeAddresses,
  updateAddress,
  type AddressDraft,
  type ListedAddress,
  type SavedAddress,
} from '@postroom/contract/address-book'
import { validateAddress } from '@postroom/contract/address-calls'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anAddress } from '../../testing/an-address.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { draftOf } from './merged-address.ts'

const TREWIN = anAddress()
const HAFREN = anAddress({
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
const savedAs = (draft: AddressDraft): SavedAddress => {
  const { addressee: _addressee, sent: _sent, last_sent_at: _at, is_twice: _twice, ...saved } = TREWIN
  return { ...saved, ...draft }
}

/** What the list answers, in the order of names. */
let book: ListedAddress[]
const listed = () =>
  server.on(listAddresses, ({ query }) => ({ data: book, total: book.length, start: query.start, length: 100 }))
beforeEach(() => {
  book = [HAFREN, TREWIN]
  listed()
  server.on(countAddresses, () => ({
    all: book.length,
    states: { unchecked: 1, difference: 0, wrong: 0, returned: 0, twice: 0 },
    tags: [{ tag: 'Catalogue', count: 1 }],
  }))
})
afterEach(() => void vi.restoreAllMocks())

const open = async () => {
  const user = openPage('/app/addressbook')
  await screen.findByRole('rowheader', { name: /Trewin Frames/ })
  return user
}
const row = (name: RegExp) => screen.getByRole('rowheader', { name }).closest<HTMLElement>('[role=row]')!
const drawer = () => within(screen.getByRole('complementary'))
const openTrewin = async () => {
  const user = await open()
  await user.click(screen.getByText('Trewin Frames'))
  await screen.findByRole('complementary', { name: 'Trewin Frames' })
  return user
}

it('lists names, places, states, tags and use', async () => {
  await open()
  expect(row(/Trewin/).textContent).toBe('Trewin Frames Perran TrewinTruroTR1 3QPNot checkedCatalogue18 Nov 20269')
  expect(row(/Hafren/).textContent).toBe('Hafren BooksNewtownSY16 2PQVerified0')
  expect(screen.getByRole('radio', { name: 'Not checked 1' })).toBeVisible()
  expect(screen.getByText('2 addresses')).toBeVisible()
})

it('narrows the list by words, visibility, tag and state, and sorts it', async () => {
  const user = await open()
  const calls = listed()
  await user.type(screen.getByRole('searchbox'), 'tru')
  await user.click(screen.getByRole('button', { name: /Who sees it/ }))
  await user.click(screen.getByRole('option', { name: 'Only me' }))
  await user.click(screen.getByRole('button', { name: /^.*Tag$/ }))
  await user.click(screen.getByRole('option', { name: 'Catalogue' }))
  await user.click(screen.getByRole('radio', { name: /Returned/ }))
  await user.click(await screen.findByRole('columnheader', { name: /Town/ }))
  await waitFor(() =>
    expect(calls.at(-1)?.query).toMatchObject({
      q: 'tru',
      visibility: 'Private',
      tag: 'Catalogue',
      state: 'returned',
      orderBy: 'city',
      orderAsc: 'true',
    }),
  )
  book = []
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('Nothing found for ‘trux’')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all addresses' }))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(await screen.findByText('Trewin Frames')).toBeVisible()
})

it('shows an address beside the list, follows the arrow keys, and gives the focus back on Escape', async () => {
  const user = await open()
  row(/Hafren/).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('complementary', { name: 'Hafren Books' })).toBeVisible()
  expect(drawer().getByText('Nothing sent yet')).toBeVisible()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('complementary', { name: 'Trewin Frames' })).toBeVisible()
  expect(drawer().getByText('9 sent, last on 18 Nov 2026')).toBeVisible()
  expect(drawer().getByRole('link', { name: 'Send a parcel' })).toHaveAttribute(
    'href',
    `/app/shipping-single?address=${TREWIN.id}`,
  )
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
  await waitFor(() => expect(row(/Trewin/)).toHaveFocus())
})

it('saves a changed address, and keeps unsaved changes while the drawer shows another one', async () => {
  const saved = server.on(updateAddress, ({ body }) => savedAs(body))
  const user = await openTrewin()
  const town = () => drawer().getByRole('textbox', { name: 'Town or city' })
  await user.clear(town())
  await user.type(town(), 'Falmouth')
  expect(drawer().getByText('Not saved')).toBeVisible()
  await user.click(screen.getByText('Hafren Books'))
  await waitFor(() => expect(town()).toHaveValue('Newtown'))
  await user.click(screen.getByText('Trewin Frames'))
  await waitFor(() => expect(town()).toHaveValue('Falmouth'))
  await user.click(drawer().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(saved).toMatchObject([{ params: { id: TREWIN.id }, body: { ...draftOf(TREWIN), city: 'Falmouth' } }])
})

it('drops changes that are cancelled', async () => {
  const user = await openTrewin()
  await user.type(drawer().getByRole('textbox', { name: 'Town or city' }), 'x')
  await user.click(drawer().getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByText('Trewin Frames'))
  expect(drawer().getByRole('textbox', { name: 'Town or city' })).toHaveValue('Truro')
})

it('adds a new address, checked like the server checks it', async () => {
  const added = server.on(createAddress, ({ body }) => savedAs(body))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'New address' }))
  await waitFor(() => expect(drawer().getByRole('textbox', { name: 'Name' })).toHaveFocus())
  await user.keyboard('Idris Pembroke')
  await user.click(drawer().getByRole('button', { name: 'Save' }))
  expect((await drawer().findAllByText('Fill this in.')).length).toBeGreaterThan(1)
  await user.type(drawer().getByRole('textbox', { name: 'Address' }), '17 Chalcot Road')
  await user.type(drawer().getByRole('textbox', { name: 'Town or city' }), 'London')
  await user.type(drawer().getByRole('textbox', { name: 'Postcode' }), 'NW1 8LH')
  await user.type(drawer().getByRole('combobox', { name: 'Tags' }), 'press{Enter}')
  await user.click(drawer().getByRole('radio', { name: /Only me/ }))
  await user.click(drawer().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(added).toHaveLength(1))
  expect(added[0]?.body).toMatchObject({
    name: 'Idris Pembroke',
    city: 'London',
    tags: ['press'],
    visibility: 'Private',
  })
})

it('shows a field that the server refuses at that field', async () => {
  const fields = [{ field: 'visibility', code: 'not_allowed' as const, message: '' }]
  server.on(updateAddress, () => new Refusal('invalid_request', { fields }))
  const user = await openTrewin()
  await user.click(drawer().getByRole('radio', { name: /Only me/ }))
  await user.click(drawer().getByRole('button', { name: 'Save' }))
  expect(await drawer().findByText('Only its owner can make an address private.')).toBeVisible()
})

const SUGGESTED = { ...draftOf(TREWIN), address1: '2 Quay Street', postal_code: 'TR1 2HD' }
const textOf = ({ code: _c, tags: _t, visibility: _v, isResidential: _r, ...text }: typeof SUGGESTED) => text

it('shows what a suggestion changes, and takes it over only when asked', async () => {
  book = [HAFREN, anAddress({ suggested: textOf(SUGGESTED) })]
  const saved = server.on(updateAddress, ({ body }) => savedAs(body))
  const kept = server.on(changeAddresses, () => ({ changed: 1 }))
  const user = await openTrewin()
  expect(drawer().getByText('The address differs in 2 places from the suggested one.')).toBeVisible()
  expect([...document.querySelectorAll('del, ins')].map(({ textContent }) => textContent?.trim())).toEqual([
    'St',
    'Street',
    '3QP',
    '2HD',
  ])
  expect(drawer().getByRole('textbox', { name: 'Address' })).toHaveValue('2 Quay St')
  await user.click(drawer().getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(kept).toMatchObject([{ body: { ids: [TREWIN.id], keep_as_written: true } }]))
  expect(saved).toEqual([])
  await user.click(drawer().getByRole('button', { name: 'Use the suggestion' }))
  await waitFor(() => expect(saved).toMatchObject([{ body: { address1: '2 Quay Street', postal_code: 'TR1 2HD' } }]))
})

it('checks what is in the form, and marks its problems', async () => {
  const problems = [{ field: 'postal_code', code: 'invalid_postcode' as const, message: '' }]
  const checked = server.on(validateAddress, ({ body }) => ({
    address: body,
    status: 'invalid' as const,
    changes: [],
    problems,
  }))
  const user = await openTrewin()
  await user.click(drawer().getByRole('button', { name: 'Check the address' }))
  expect(await drawer().findByText('Something is wrong: see the fields.')).toBeVisible()
  expect(drawer().getByRole('textbox', { name: 'Postcode' })).toBeInvalid()
  expect(checked).toMatchObject([{ body: { address1: '2 Quay St' } }])
})

it('deletes an address and restores it from the list', async () => {
  const changes = server.on(changeAddresses, ({ body }) => {
    book = body.deleted ? [HAFREN] : [HAFREN, TREWIN]
    return { changed: 1 }
  })
  const user = await openTrewin()
  await user.click(drawer().getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Trewin Frames was deleted.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Trewin Frames')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Trewin Frames')).toBeVisible()
  expect(screen.queryByText('Trewin Frames was deleted.')).toBeNull()
  const ids = [TREWIN.id]
  expect(changes.map(({ body }) => body)).toEqual([
    { ids, deleted: true },
    { ids, deleted: false },
  ])
})

it('tags and deletes several addresses at once', async () => {
  const changes = server.on(changeAddresses, () => ({ changed: 2 }))
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  expect(await screen.findByText('2 chosen')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Tag' }))
  await user.type(within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Tag' }), 'Christmas{Enter}')
  const ids = [HAFREN.id, TREWIN.id]
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ ids, add_tag: 'Christmas' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 addresses were deleted.')).toBeVisible()
  expect(screen.queryByText('2 chosen')).toBeNull()
  expect(changes.at(-1)?.body).toEqual({ ids, deleted: true })
})

it('merges the addresses of one addressee after showing the result, and restores the deleted ones', async () => {
  const twin = anAddress({
    id: crypto.randomUUID(),
    is_twice: true,
    sent: 1,
    phone1: '+44 1872 555018',
    tags: ['late'],
  })
  book = [anAddress({ is_twice: true }), twin]
  const merged = server.on(mergeAddresses, ({ body }) => savedAs(body.address))
  const changes = server.on(changeAddresses, () => ({ changed: 1 }))
  const user = openPage('/app/addressbook')
  await user.click((await screen.findAllByText('Trewin Frames'))[0]!)
  await user.click(drawer().getByRole('button', { name: 'Merge' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('radio', { checked: true }).closest('label')).toHaveTextContent('9 sent')
  expect(dialog.getByText('+44 1872 555018').tagName).toBe('INS')
  expect(dialog.getByText('Catalogue, late')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Merge them' }))
  expect(await screen.findByText('The duplicates of Trewin Frames were deleted.')).toBeVisible()
  expect(merged).toMatchObject([
    { params: { id: TREWIN.id }, body: { duplicates: [twin.id], address: { phone1: '+44 1872 555018' } } },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ ids: [twin.id], deleted: false }]))
})

it('imports a file after a preview, and adds nothing while a row is wrong', async () => {
  let problems = [{ field: '3.postal_code', code: 'invalid_postcode' as const, message: '' }]
  const { id: _id, addressee: _a, sent: _s, last_sent_at: _l, is_twice: _t, ...data } = TREWIN
  const calls = server.on(importAddresses, ({ query }) =>
    query.preview === 'true'
      ? { rows: 1, imported: 0, problems, data: [data] }
      : { rows: 1, imported: 1, problems: [], data: [] },
  )
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = within(screen.getByRole('dialog'))
  const choose = () =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['name,city'], 'people.csv', { type: 'text/csv' }),
    )
  await choose()
  expect(await dialog.findByText('people.csv: 1 problem')).toBeVisible()
  expect(dialog.getByText('Row 3, postal_code:')).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^Add/ })).toBeNull()
  problems = []
  await choose()
  expect(await dialog.findByText('people.csv: 1 address can be added. It begins with:')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add 1 address' }))
  expect(await screen.findByText('1 address was added.')).toBeVisible()
  expect(calls.map(({ body, query }) => [body, query.preview])).toEqual([
    ['name,city', 'true'],
    ['name,city', 'true'],
    ['name,city', 'false'],
  ])
})

it('saves the file of an export', async () => {
  server.on(exportAddresses, () => new TextEncoder().encode('name,city'))
  const made = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(await (made.mock.calls[0]![0] as Blob).text()).toBe('name,city')
})

it('keeps the list when the connection is lost, and offers another attempt', async () => {
  const user = await open()
  server.on(listAddresses, () => UNREACHABLE)
  await user.click(screen.getByRole('columnheader', { name: /Postcode/ }))
  expect(await screen.findByText(/^The connection is lost/)).toBeVisible()
  listed()
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText('2 addresses')).toBeVisible()
})

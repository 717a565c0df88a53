import { changeAddresses, importAddresses, listAddresses, mergeAddresses } from '@postroom/contract/address-book'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { HAFREN, listed, open, openTrewin, savedAs, drawer, TREWIN, useBook } from '../../testing/address-book.ts'
import { anAddress } from '../../testing/an-address.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { draftOf } from './merged-address.ts'

useBook()

const dialog = () => within(screen.getByRole('dialog'))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const chooseAll = async () => {
  const user = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  return user
}

it('removes a tag from the chosen addresses, and sends no empty one', async () => {
  const changes = server.on(changeAddresses, () => ({ changed: 2 }))
  const user = await chooseAll()
  await user.click(screen.getByRole('button', { name: 'Tag' }))
  expect(screen.getByRole('dialog', { name: 'Tag 2 addresses' })).toBeVisible()
  const tag = dialog().getByRole('textbox', { name: 'Tag' })
  expect(tag).toHaveFocus()
  expect(tag).toHaveAttribute('maxlength', '40')
  await user.type(tag, '  {Enter}')
  await user.click(dialog().getByRole('button', { name: 'Remove the tag' }))
  await user.type(tag, 'Catalogue ')
  await user.click(dialog().getByRole('button', { name: 'Remove the tag' }))
  await isClosed()
  expect(changes.map(({ body }) => body)).toEqual([{ ids: [HAFREN.id, TREWIN.id], remove_tag: 'Catalogue' }])
})

it('chooses none again', async () => {
  const user = await chooseAll()
  expect(screen.queryByText(/^Only the rows loaded/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.queryByText('2 chosen')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select All' })).not.toBeChecked()
})

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    anAddress({ id: `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f${1000 + at}`, company_name: `Company ${at}` }),
  )

it.each([
  [1, false],
  [2, true],
  [20, true],
  [21, false],
])('offers to merge %i chosen addresses: %s', async (count, isOffered) => {
  listed(many(count))
  const user = openPage('/app/addressbook')
  await screen.findByText('Company 0')
  await user.click(screen.getByRole('checkbox', { name: 'Select All' }))
  expect(screen.queryAllByRole('button', { name: 'Merge' })).toHaveLength(isOffered ? 1 : 0)
})

it('merges the chosen addresses into the one that is kept, and chooses none afterwards', async () => {
  listed([HAFREN, TREWIN])
  const merged = server.on(mergeAddresses, ({ body }) => savedAs(body.address))
  const user = await chooseAll()
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  expect(screen.getByRole('dialog', { name: 'Merge 2 addresses' })).toBeVisible()
  expect(dialog().getByRole('radio', { name: /^Trewin Frames/ })).toHaveAccessibleName(
    'Trewin Frames, 2 Quay St, Truro, TR1 3QP, 9 sent',
  )
  await user.click(dialog().getByRole('radio', { name: /^Hafren/ }))
  const facts = dialog()
    .getAllByRole('row')
    .map((line) => [...line.children].map(({ textContent }) => textContent))
  expect(facts).toEqual([
    ['Name', 'Perran Trewin'],
    ['Company', 'Hafren Books'],
    ['Address', '2 Quay St'],
    ['Town or city', 'Newtown'],
    ['Postcode', 'SY16 2PQ'],
    ['Tags', 'Catalogue'],
  ])
  expect([...screen.getByRole('dialog').querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual([
    'Perran Trewin',
  ])
  await user.click(dialog().getByRole('button', { name: 'Merge them' }))
  await isClosed()
  const address = { ...draftOf(HAFREN), name: 'Perran Trewin', tags: ['Catalogue'] }
  expect(merged).toMatchObject([{ params: { id: HAFREN.id }, body: { duplicates: [TREWIN.id], address } }])
  expect(screen.queryByText('2 chosen')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('The duplicates of Hafren Books were deleted.')).toBeNull()
})

it('shows every field of the merged address', async () => {
  const full = {
    address2: 'Unit 1',
    address3: 'Quay',
    state_province: 'Cornwall',
    email: 'a@b.example',
    phone1: '+44 1',
  }
  listed([HAFREN, anAddress(full)])
  const user = await chooseAll()
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  const names = dialog().getAllByRole('rowheader')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Company',
    'Address',
    'Address line 2',
    'Address line 3',
    'Town or city',
    'County',
    'Postcode',
    'E-mail',
    'Telephone',
    'Tags',
  ])
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await isClosed()
})

it('merges no addressee of whom the other address is gone, and asks only for those who are there twice', async () => {
  const twice = anAddress({ is_twice: true })
  const calls = server.on(listAddresses, ({ query }) => {
    const data = query.state === 'twice' ? [twice, { ...HAFREN, is_twice: true }] : [HAFREN, twice]
    return { data, total: 2, start: 0, length: 100 }
  })
  const user = await openTrewin()
  await user.click(drawer().getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ state: 'twice', length: 100 }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

const { id: _id, addressee: _a, sent: _s, last_sent_at: _l, is_twice: _t, ...DATA } = TREWIN
const upload = async (user: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(input.accept).toBe('text/csv,.csv')
  await user.upload(input, new File(['name,city'], 'people.csv', { type: 'text/csv' }))
}

it('shows the first addresses of a file, adds them, and lists them', async () => {
  server.on(importAddresses, ({ query }) =>
    query.preview === 'true'
      ? { rows: 2, imported: 0, problems: [], data: [DATA, { ...DATA, company_name: '' }] }
      : { rows: 2, imported: 2, problems: [], data: [] },
  )
  const user = await open()
  await upload(user)
  const rows = await dialog().findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Trewin Frames 2 Quay St, Truro, TR1 3QP',
    'Perran Trewin 2 Quay St, Truro, TR1 3QP',
  ])
  expect(dialog().queryByText(/columns of an export/)).toBeNull()
  expect(dialog().getByRole('button', { name: 'Choose another file' })).toBeVisible()
  const calls = listed()
  await user.click(dialog().getByRole('button', { name: 'Add 2 addresses' }))
  expect(await screen.findByText('2 addresses were added.')).toBeVisible()
  await isClosed()
  expect(calls).not.toEqual([])
})

it.each([
  ['holds no address', { rows: 0, imported: 0, problems: [], data: [] }, /0 addresses can be added/],
  ['cannot be read', new Refusal('invalid_request'), 'This file could not be read as a list of addresses.'],
])('offers to add nothing from a file that %s', async (_what, answer, words) => {
  server.on(importAddresses, () => answer)
  const user = await open()
  await upload(user)
  expect(await dialog().findByText(words)).toBeVisible()
  expect(dialog().queryByRole('button', { name: /^Add/ })).toBeNull()
  await user.keyboard('{Escape}')
  await isClosed()
})

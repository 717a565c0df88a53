import {
  changeAddresses,
  exportAddresses,
  importAddresses,
  listAddresses,
  mergeAddresses,
} from '@postroom/contract/address-book'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { anAddress } from '../../testing/an-address.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { savedFiles } from '../../testing/saved-files.ts'
import { HAFREN, listed, open, openTrewin, row, savedAs, drawer, TREWIN, useBook } from '../../testing/address-book.ts'

useBook()

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
  listed([])
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('Nothing found for ‘trux’')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all addresses' }))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(await screen.findByText('Trewin Frames')).toBeVisible()
})

it('deletes an address and restores it from the list', async () => {
  const changes = server.on(changeAddresses, ({ body }) => {
    listed(body.deleted ? [HAFREN] : [HAFREN, TREWIN])
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
  listed([anAddress({ is_twice: true }), twin])
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
  const files = savedFiles()
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(files).toMatchObject([{ name: 'addresses.csv', type: 'text/csv' }]))
  expect(await files[0]?.text).toBe('name,city')
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

it('says that choosing all covers the rows that are loaded', async () => {
  server.on(listAddresses, ({ query: { start } }) =>
    start === 0 ? { data: [HAFREN, TREWIN], total: 1_000, start, length: 2 } : UNREACHABLE,
  )
  const user = await open()
  await user.click(row(/Hafren/))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('checkbox', { name: /all/i }))
  expect(await screen.findByText('2 chosen')).toBeVisible()
  expect(screen.getByText('Only the rows loaded so far, of 1,000. Scroll to the end for the others.')).toBeVisible()
})

import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { drawer, listed, open, useBook } from '../../testing/address-book.ts'
import { openPage } from '../../testing/open-page.tsx'

useBook()

it('leads from an empty book to its first address, and back from a filter that finds none', async () => {
  listed([])
  const user = openPage('/app/addressbook')
  expect(await screen.findByText('No addresses yet')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^Wrong/ }))
  expect(await screen.findByText('No address found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all addresses' }))
  await user.click(await screen.findByRole('button', { name: 'Add the first address' }))
  expect(drawer().getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

it('filters by the tag of a name, and by none again', async () => {
  const user = await open()
  const calls = listed()
  const search = screen.getByRole('searchbox')
  expect(search).toHaveAttribute('maxlength', '100')
  await user.click(screen.getByRole('button', { name: /Tag$/ }))
  await user.click(screen.getByRole('option', { name: 'Catalogue' }))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ tag: 'Catalogue' }))
  await user.click(screen.getByRole('button', { name: /Tag$/ }))
  await user.click(screen.getByRole('option', { name: 'All tags' }))
  await user.type(search, ' x ')
  await waitFor(() =>
    expect(calls.at(-1)?.query).toEqual({ q: 'x', start: 0, length: 100, orderBy: 'known_as', orderAsc: 'true' }),
  )
})

it('offers each filter, with how many addresses it finds', async () => {
  const user = await open()
  expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'All 2',
    'Not checked 1',
    'Difference 0',
    'Wrong 0',
    'Returned 0',
    'Twice in the book 0',
  ])
  await user.click(screen.getByRole('button', { name: /Who sees it/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Everybody’s',
    'Everybody',
    'Only me',
  ])
})

import { findAddressees } from '@postroom/contract/addressee'
import { getPermission } from '@postroom/contract/identity'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { pageOf } from '../../testing/answers.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

beforeEach(() => {
  server.on(findAddressees, () => ({ book: [], past: [] }))
  server.on(searchShipments, () => pageOf([]))
})

const openSearch = async (typed: string, user = USER) => {
  const person = openPage('/app/extra/search', user)
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
  if (typed !== '') await person.keyboard(typed)
  return person
}
const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('lists the pages before anything is typed', async () => {
  await openSearch('')
  await waitFor(() =>
    expect(rows().map((row) => row?.trim())).toEqual(expect.arrayContaining(['Home', 'Your account'])),
  )
})

it('finds a setting by its own name, beside its page, and opens it by the keyboard', async () => {
  const person = await openSearch('test p')
  await waitFor(() => expect(rows()).toEqual(['Test print Printers']))
  await person.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
})

it('a setting of a page that the user may not open is not found', async () => {
  server.on(getPermission, () => ({ permissions: [], roles: [], products: [], custom_data: {} }))
  await openSearch('users')
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Nothing found/)]))
})

it('finds it for a manager', async () => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  await openSearch('users')
  await waitFor(() => expect(rows()).toEqual(['Users and roles Administration']))
})

it('finds pages and settings when the server does not answer, and says so', async () => {
  server.on(searchShipments, () => UNREACHABLE)
  await openSearch('slogans')
  expect(await screen.findByText(/^The search did not answer/)).toHaveRole('alert')
  expect(rows()).toEqual(['Slogans Preferences'])
})

it('has nothing to close', async () => {
  await openSearch('')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

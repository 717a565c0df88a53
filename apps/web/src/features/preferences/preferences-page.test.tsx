import { getPermission, getUserData, putUserData } from '@postroom/contract/identity'
import {
  deleteOwnSettings,
  getOrganisationSettings,
  listOwnSettings,
  saveOrganisationSettings,
  type OrganisationSettings,
} from '@postroom/contract/organisation-settings'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { pageOf } from '../../testing/answers.ts'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = '/app/mailing-system-setting'
const SHIPPER = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  alias: 'Bindery',
  address: {
    name: 'Teifi Bindery',
    company_name: '',
    address1: 'Old Creamery Yard',
    address2: '',
    address3: '',
    city: 'Newcastle Emlyn',
    state_province: '',
    postal_code: 'SA38 9AA',
    country: 'GB',
    phone1: '',
    email: '',
  },
}

let office: OrganisationSettings
const rights = (...permissions: string[]) =>
  server.on(getPermission, () => ({ permissions, roles: [], products: [], custom_data: {} }))
beforeEach(() => {
  office = {}
  rights('mod_mailing', 'administration')
  server.on(getOrganisationSettings, () => office)
  server.on(listOwnSettings, () => pageOf([]))
  server.on(listShippers, () => pageOf([SHIPPER]))
})
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const saves = () => server.on(saveOrganisationSettings, ({ body }) => (office = { ...office, ...body }))

it('saves the sheet for everybody, with its first position from the picture or by row and column', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Default sheet or roll')
  await user.click(card.getByRole('button', { name: /Letters$/ }))
  await user.click(screen.getByRole('option', { name: /^L7163/ }))
  const drawing = card.getByRole('img', { name: 'L7163, first label in row 3, column 1' })
  expect(card.getByText('10 labels on the first sheet')).toBeVisible()
  await user.click(drawing.querySelectorAll('rect')[3]!)
  expect(card.getByRole('img', { name: 'L7163, first label in row 2, column 2' })).toBeVisible()
  await user.click(card.getByRole('button', { name: /First row$/ }))
  await user.click(screen.getByRole('option', { name: '5' }))
  expect(card.getByText(/^9 places before it stay free/)).toBeVisible()
  await user.click(card.getByRole('checkbox', { name: 'Remember where the last sheet ended' }))
  await user.click(card.getByRole('button', { name: 'Save the sheet' }))
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    { sheet: { letters: 'L7163', first_position: { index: 1, row: 4 }, continues: false } },
  ])
})

it('saves slogans with one default, and a return address without empty lines', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const slogans = await region('Slogans')
  for (const text of ['Bound by hand since 1987', 'Nadolig llawen', 'Open all week']) {
    await user.type(slogans.getByLabelText(/^New slogan/), text)
    await user.click(slogans.getByRole('button', { name: 'Add' }))
  }
  await user.click(slogans.getByRole('button', { name: 'Make default: Nadolig llawen' }))
  await user.click(slogans.getByRole('button', { name: 'Remove: Open all week' }))
  await user.click(slogans.getByRole('button', { name: 'Save the slogans' }))
  expect(await slogans.findByText(/^Saved at/)).toBeVisible()
  const address = await region('Return address')
  await user.type(address.getByLabelText('Line 1'), 'Teifi Bindery')
  await user.type(address.getByLabelText('Line 3'), 'SA38 9AA')
  await user.click(address.getByRole('button', { name: 'Save the address' }))
  expect(await address.findByText(/^Saved at/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      slogans: [
        { text: 'Bound by hand since 1987', is_default: false },
        { text: 'Nadolig llawen', is_default: true },
      ],
    },
    { return_address: { lines: 'Teifi Bindery\nSA38 9AA', on_letters: true } },
  ])
})

it('saves for the user beside their other sections, and returns to what everybody has', async () => {
  rights('mod_mailing')
  office = { sender: { id: SHIPPER.id } }
  let own: Record<string, unknown> = { slogans: [{ text: 'Mine', is_default: true }] }
  server.on(getUserData, ({ query: { key } }) => ({ key, value: key === 'mailing' ? own : undefined }))
  server.on(putUserData, ({ query: { key }, body }) => {
    if (key === 'mailing') own = body as typeof own
    return { key }
  })
  const user = openPage(PATH)
  const card = await region('Price list and sender')
  expect(screen.queryByRole('radio', { name: 'For everybody' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Who has their own' })).toBeNull()
  await user.click(await card.findByRole('button', { name: /Bindery.*Sender$/ }))
  await user.click(screen.getByRole('option', { name: 'The one used last' }))
  await user.click(card.getByRole('button', { name: 'Save the sender' }))
  await waitFor(() => expect(own).toEqual({ slogans: [{ text: 'Mine', is_default: true }], sender: { id: null } }))
  await user.click(await card.findByRole('button', { name: 'Use the default' }))
  await waitFor(() => expect(own).toEqual({ slogans: [{ text: 'Mine', is_default: true }] }))
  expect(await screen.findByRole('button', { name: /Bindery.*Sender$/ })).toBeVisible()
})

it('lists who has their own, and ends it', async () => {
  let people = [{ user_id: USER.id, fullname: 'Priya Desmond', own: { sender: { id: null } } }]
  server.on(listOwnSettings, () => pageOf(people))
  const ended = server.on(deleteOwnSettings, ({ params }) => {
    people = []
    return { user_id: params.userId }
  })
  const user = openPage(PATH)
  const card = await region('Who has their own')
  await user.click(await card.findByRole('button', { name: 'Use the default: Priya Desmond' }))
  expect(await card.findByText('Everybody uses these.')).toBeVisible()
  expect(ended.map(({ params }) => params.userId)).toEqual([USER.id])
})

it('offers to load the preferences again after a failure', async () => {
  let asked = 0
  server.on(getOrganisationSettings, () => {
    asked++
    return new Refusal('invalid_request')
  })
  const user = openPage(PATH)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toBe(2))
  // a press while it is still loading would start nothing
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region', { name: 'Slogans' })).toBeNull()
  server.on(getOrganisationSettings, () => office)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Slogans' })).toBeVisible()
})

it('begins the letters with them', async () => {
  office = {
    sheet: { letters: 'L7159', first_position: { index: 2, row: 3 }, continues: true },
    slogans: [
      { text: 'Another', is_default: false },
      { text: 'Bound by hand', is_default: true },
    ],
    return_address: { lines: 'Teifi Bindery\nSA38 9AA', on_letters: true },
    sender: { id: SHIPPER.id },
  }
  openPage('/app/desktop')
  expect((await screen.findAllByText('Bound by hand')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Teifi Bindery').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: /^L7159/ })).toBeVisible()
  expect(screen.getByRole('gridcell', { name: /^Row 4, right\. Chosen/ })).toHaveAttribute('aria-selected', 'true')
})

it('saves what is mailed about a shipment on its way, off at first, and keeps the boxes when saving fails', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Mails about delivery')
  for (const box of card.getAllByRole('checkbox')) expect(box).not.toBeChecked()
  const addressee = within(card.getByRole('group', { name: /^To the addressee/ }))
  await user.click(addressee.getByRole('checkbox', { name: 'Problem on the way' }))
  await user.click(addressee.getByRole('checkbox', { name: 'On its way' }))
  await user.click(card.getByRole('button', { name: 'Save the mails' }))
  const wanted = { addressee: ['dispatched', 'problem'], sender: [] }
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ delivery_mails: wanted }))
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  server.on(saveOrganisationSettings, () => UNREACHABLE)
  await user.click(addressee.getByRole('checkbox', { name: 'On its way' }))
  await user.click(card.getByRole('button', { name: 'Save the mails' }))
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
  expect(addressee.getByRole('checkbox', { name: 'On its way' })).not.toBeChecked()
})

it('offers the mails about delivery to managers only', async () => {
  rights('mod_mailing')
  openPage(PATH)
  await region('Return address')
  expect(screen.queryByRole('region', { name: 'Mails about delivery' })).toBeNull()
})

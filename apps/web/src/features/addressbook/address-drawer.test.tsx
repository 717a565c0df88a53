import { changeAddresses, createAddress, updateAddress } from '@postroom/contract/address-book'
import { validateAddress } from '@postroom/contract/address-calls'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { anAddress } from '../../testing/an-address.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { draftOf } from './merged-address.ts'
import { HAFREN, listed, open, openTrewin, row, savedAs, drawer, TREWIN, useBook } from '../../testing/address-book.ts'

useBook()

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

const town = () => drawer().getByRole('textbox', { name: 'Town or city' })

it('saves a changed address, and keeps unsaved changes while the drawer shows another one', async () => {
  const saved = server.on(updateAddress, ({ body }) => savedAs(body))
  const user = await openTrewin()
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

it('its key is listed while it is open', async () => {
  const user = await openTrewin()
  await user.click(screen.getByRole('button', { name: /Your account/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('close the details').parentElement).toHaveTextContent('Esc')
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
  listed([HAFREN, anAddress({ suggested: textOf(SUGGESTED) })])
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

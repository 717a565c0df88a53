import { createAddress, updateAddress } from '@postroom/contract/address-book'
import { validateAddress } from '@postroom/contract/address-calls'
import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { anAddress } from '../../testing/an-address.ts'
import { drawer, HAFREN, listed, open, openTrewin, savedAs, TREWIN, useBook } from '../../testing/address-book.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { draftOf } from './merged-address.ts'

useBook()

const field = (name: string) => drawer().getByRole<HTMLInputElement>('textbox', { name })
const fields = () => [...document.querySelectorAll<HTMLInputElement>('#address input[maxlength]')]
const limits = () => Object.fromEntries(fields().map(({ name, maxLength }) => [name, maxLength]))
const press = (user: UserEvent, name: string) => user.click(drawer().getByRole('button', { name }))

it('shows the lines that few addresses have when asked, or when one of them is filled', async () => {
  const user = await openTrewin()
  const usual = {
    name: 80,
    company_name: 64,
    address1: 80,
    city: 40,
    postal_code: 15,
    email: 60,
    phone1: 25,
    code: 40,
    tags: 40,
  }
  expect(limits()).toEqual(usual)
  await press(user, 'More address lines')
  expect(limits()).toEqual({ ...usual, address2: 80, address3: 80, state_province: 40 })
  expect(drawer().queryByRole('button', { name: 'More address lines' })).toBeNull()
  // an address that is there already is read first
  expect(field('Name')).not.toHaveFocus()
})

it.each(['address2', 'address3', 'state_province'] as const)('shows all lines of an address with %s', async (line) => {
  listed([HAFREN, anAddress({ [line]: 'x' })])
  await openTrewin()
  expect(fields().map(({ name }) => name)).toContain(line)
  expect(drawer().queryByRole('button', { name: 'More address lines' })).toBeNull()
})

it('keeps the country when its text is cleared, and takes another one', async () => {
  const saved = server.on(updateAddress, ({ body }) => savedAs(body))
  const user = await openTrewin()
  const country = drawer().getByRole('combobox', { name: 'Country' })
  await user.clear(country)
  await user.tab()
  expect(country).toHaveValue('United Kingdom')
  await user.clear(country)
  await user.type(country, 'Fran')
  await user.click(await screen.findByRole('option', { name: 'France' }))
  await user.clear(field('Postcode'))
  await user.type(field('Postcode'), '75011')
  await press(user, 'Save')
  await waitFor(() => expect(saved.map(({ body }) => body.country)).toEqual(['FR']))
})

it('offers the tags in use', async () => {
  listed([HAFREN, anAddress({ tags: [] })])
  await openTrewin()
  await waitFor(() =>
    expect([...document.querySelectorAll('#address datalist option')].map((tag) => tag.textContent)).toEqual([
      'Catalogue',
    ]),
  )
})

it('begins a new address for everybody in the United Kingdom, without anything else', async () => {
  const added = server.on(createAddress, ({ body }) => savedAs(body))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'New address' }))
  expect(screen.getByRole('complementary', { name: 'New address' })).toBeVisible()
  expect(drawer().queryByText('Not saved')).toBeNull()
  expect(drawer().queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(drawer().queryByRole('link', { name: 'Send a parcel' })).toBeNull()
  await user.type(field('Name'), 'A')
  await user.type(field('Address'), '1')
  await user.type(field('Town or city'), 'Hay')
  await user.type(field('Postcode'), 'HR3 5AA')
  expect(drawer().getByText('Not saved')).toBeVisible()
  await press(user, 'Save')
  await waitFor(() =>
    expect(added.map(({ body }) => body)).toEqual([
      {
        name: 'A',
        company_name: '',
        address1: '1',
        address2: '',
        address3: '',
        city: 'Hay',
        state_province: '',
        postal_code: 'HR3 5AA',
        country: 'GB',
        phone1: '',
        email: '',
        code: '',
        isResidential: false,
        visibility: 'Public',
        tags: [],
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  // what was saved is no unsaved change any more
  await user.click(screen.getByRole('button', { name: 'New address' }))
  expect(field('Name')).toHaveValue('')
})

it('gives the focus back to the button that began a new address', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'New address' }))
  await press(user, 'Cancel')
  await waitFor(() => expect(screen.getByRole('button', { name: 'New address' })).toHaveFocus())
})

it('keeps what a drawer that was closed had unsaved, and says so', async () => {
  const user = await openTrewin()
  await user.type(field('Town or city'), 'x')
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Trewin Frames'))
  expect(field('Town or city')).toHaveValue('Trurox')
  expect(drawer().getByText('Not saved')).toBeVisible()
})

it('says why an item came back, and how often something was sent', async () => {
  listed([HAFREN, anAddress({ invalid_reason: 'refused', sent: 1 })])
  await openTrewin()
  expect(drawer().getByText(/^An item came back: it was refused\./)).toBeVisible()
  expect(drawer().getByText('1 sent, on 18 Nov 2026')).toBeVisible()
  expect(drawer().queryByText(/in the book more than once/)).toBeNull()
})

it('says in a toast why saving failed, and stays open', async () => {
  server.on(updateAddress, () => new Refusal('try_again'))
  const user = await openTrewin()
  await user.type(field('Town or city'), 'x')
  await press(user, 'Save')
  expect(await screen.findAllByText(/\[Error ID: try_again\]/)).toHaveLength(1)
  expect(field('Town or city')).toHaveValue('Trurox')
})

const OTHER = {
  name: 'P. Trewin',
  company_name: 'Trewin Frames Ltd',
  address1: '2 Quay Street',
  address2: 'Unit 1',
  address3: 'Old Quay',
  city: 'Truro City',
  state_province: 'Cornwall',
  postal_code: 'TR1 2HD',
  country: 'GB',
  phone1: '+44 1872 555018',
  email: 'post@trewin.example',
}

it('checks every line of the address, shows what is written differently, and takes all of it over', async () => {
  const saved = server.on(updateAddress, ({ body }) => savedAs(body))
  const checked = server.on(validateAddress, () => ({
    address: OTHER,
    status: 'corrected' as const,
    changes: [],
    problems: [],
  }))
  const user = await openTrewin()
  await press(user, 'Check the address')
  expect(await drawer().findByText('The address differs in 8 places from the suggested one.')).toBeVisible()
  expect(drawer().getByRole('button', { name: 'Use the suggestion' })).toHaveFocus()
  const { code: _c, tags: _t, visibility: _v, isResidential: _r, ...text } = draftOf(TREWIN)
  expect(checked.map(({ body }) => body)).toEqual([text])
  expect(
    drawer()
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Company', 'Address', 'Address line 2', 'Address line 3', 'Town or city', 'County', 'Postcode'])
  await press(user, 'Use the suggestion')
  await waitFor(() => expect(saved).toMatchObject([{ body: OTHER }]))
})

it('keeps what is in the form when a suggestion of the check is not wanted', async () => {
  server.on(validateAddress, ({ body }) => ({
    address: { ...body, city: 'Truro City' },
    status: 'corrected' as const,
    changes: [],
    problems: [],
  }))
  const user = await openTrewin()
  await press(user, 'Check the address')
  expect(await drawer().findByText('The address differs in 1 place from the suggested one.')).toBeVisible()
  expect(
    drawer()
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Company', 'Address', 'Town or city', 'Postcode'])
  await press(user, 'Keep mine')
  expect(await drawer().findByRole('button', { name: 'Check the address' })).toBeVisible()
  expect(field('Town or city')).toHaveValue('Truro')
})

it.each([
  ['verified', 'Verified: it is written like this.'],
  ['unverified', /^Well formed\./],
] as const)('a check finds the address %s', async (status, words) => {
  server.on(validateAddress, ({ body }) => ({ address: body, status, changes: [], problems: [] }))
  const user = await openTrewin()
  await press(user, 'Check the address')
  expect(await drawer().findByText(words)).toBeVisible()
})

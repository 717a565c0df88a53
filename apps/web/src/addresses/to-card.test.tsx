import { findAddressees, type Addressee } from '@postroom/contract/addressee'
import { postalAddressSchema } from '@postroom/contract/address'
import { screen, waitFor, within } from '@testing-library/dom'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { USER } from '../testing/a-user.ts'
import { field } from '../testing/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { show } from '../testing/show.tsx'
import { ToCard } from './to-card.tsx'

const MARGUERITE = postalAddressSchema.parse({
  name: 'Marguerite Llewellyn',
  company_name: 'Llewellyn Bindery Ltd',
  address1: '14 Heol y Gogledd',
  city: 'Aberystwyth',
  postal_code: 'SY23 2HT',
})
const ESTELLE = { ...MARGUERITE, name: 'Estelle Lloyd', company_name: '', city: 'Totnes', postal_code: 'TQ9 5DP' }
const rowOf = (address: typeof ESTELLE, change: Partial<Addressee> = {}): Addressee => ({
  id: null,
  code: '',
  address,
  correction_status: 'unverified',
  sent: 1,
  last_sent_at: '2026-11-12T10:00:00.000Z',
  ...change,
})
const BOOK = [
  rowOf(MARGUERITE, { id: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01', correction_status: 'verified', sent: 14 }),
]

const seen: ShippingForm[] = []
const to = () => seen.at(-1)!.to
const country = vi.fn<(code: string) => void>()
const known = vi.fn<() => void>()
function Form() {
  const form = useForm<ShippingForm>({ defaultValues: emptyShippingForm('2026-11-22') })
  const values = useWatch({ control: form.control }) as ShippingForm
  useEffect(() => void seen.push(values))
  return <ToCard form={form} hasErrors={false} onCountry={country} onKnown={known} />
}
function open() {
  const calls = server.on(findAddressees, () => ({ book: BOOK, past: [rowOf(ESTELLE)] }))
  return { calls, user: show(<Form />) }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  saveSession(USER)
  known.mockClear()
})

it('finds addressees by what is typed, and Enter chooses the first', async () => {
  const { user, calls } = open()
  await user.type(field('who'), 'lle')
  const first = await screen.findByRole('option', { name: /^Marguerite/ })
  expect(
    within(first)
      .getAllByText('Lle')
      .map(({ tagName }) => tagName),
  ).toEqual(['MARK', 'MARK'])
  expect(first).toHaveTextContent('Marguerite Llewellyn · Llewellyn Bindery LtdAberystwythSY23 2HT14 sent, last 12 Nov')
  expect(await screen.findByText('1 found')).toBeVisible()
  expect(options()).toHaveLength(2) // Estelle Lloyd has no such word
  await waitFor(() => expect(calls.at(-1)?.query.q).toBe('lle'))
  await user.keyboard('{Enter}')
  expect(to()).toEqual(MARGUERITE)
  expect(known).toHaveBeenCalledOnce()
  const row = screen.getByRole('region', { name: 'To' })
  expect(row).toHaveTextContent('Marguerite Llewellyn· Llewellyn Bindery LtdAddress checked')
  expect(row).toHaveTextContent('14 Heol y Gogledd, Aberystwyth, SY23 2HT')
  await user.click(screen.getByRole('button', { name: 'Change the addressee' }))
  expect(field('to.name')).toHaveValue('Marguerite Llewellyn')
})

it.each([
  ['Lle', 'Marguerite Llewellyn'],
  ['Perran', 'Perran'],
])('Enter straight after %s waits for the answer, then chooses its first row', async (typed, name) => {
  const { user } = open()
  await user.type(field('who'), `${typed}{Enter}`)
  await waitFor(() => expect(to().name).toBe(name))
})

it('shows the most recent addressees of an empty box, in two groups', async () => {
  const { user } = open()
  await user.click(field('who'))
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option', { name: /^Estelle/ })
  expect(screen.getByText('Address book')).toBeVisible()
  expect(screen.getByText('Sent before, not in the address book')).toBeVisible()
  expect(options()).toHaveLength(3)
})

it('Tab goes on without choosing anybody, and keeps what was typed', async () => {
  const { user } = open()
  await user.type(field('who'), 'lle')
  await screen.findByRole('option', { name: /^Marguerite/ })
  await user.tab()
  expect(to().name).toBe('')
  expect(field('who')).toHaveValue('lle')
})

it('writes a new address for what was typed', async () => {
  const { user } = open()
  await user.type(field('who'), 'Perran')
  await screen.findByText(/^Write a new address for/)
  await waitFor(() => expect(options()).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field('to.name')).toHaveValue('Perran')
  expect(field('to.name')).toHaveFocus()
})

it('says that the search failed, and lets the user write the address', async () => {
  server.on(findAddressees, () => new Refusal('internal_error'))
  const user = show(<Form />)
  await user.type(field('who'), 'lle')
  expect(await screen.findByText('The search did not answer. Write the address instead.')).toBeVisible()
  expect(options()).toEqual(['Write a new address for lle'])
})

it('splits a pasted address into its fields, marks what is uncertain, and Undo restores what was there', async () => {
  const { user } = open()
  await user.click(field('who'))
  await user.paste('Estelle Marchant\n3 Fore Street\nTotnes')
  expect(to()).toMatchObject({ name: 'Estelle Marchant', address1: '3 Fore Street', city: 'Totnes' })
  expect(field('to.city')).toHaveAccessibleDescription('Check this: the address does not say it clearly.')
  expect(field('to.address1')).not.toHaveAccessibleDescription()
  expect(field('to.city')).toHaveFocus()
  expect(known).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(to()).toEqual(emptyShippingForm('2026-11-22').to)
  expect(field('who')).toBeVisible()
})

it('folds a pasted address that is clear, and changes the country', async () => {
  const { user } = open()
  await user.click(field('who'))
  await user.paste('Jonas Weber, Lindenstraße 4, 10115 Berlin, Deutschland')
  expect(screen.getByRole('region', { name: 'To' })).toHaveTextContent('Jonas Weber')
  expect(country).toHaveBeenLastCalledWith('DE')
})

it('splits a whole address that was typed, without waiting for a search', async () => {
  server.on(findAddressees, () => new Promise<never>(() => {}))
  const user = show(<Form />)
  await user.type(field('who'), 'Estelle Lloyd, 3 Fore Street, Totnes, TQ9 5DP')
  await screen.findByText(/^Split into fields/)
  await user.keyboard('{Enter}')
  expect(to()).toMatchObject({ name: 'Estelle Lloyd', address1: '3 Fore Street', city: 'Totnes' })
  expect(screen.getByText('The address is split into its fields.')).toBeVisible()
  expect(known).toHaveBeenCalledOnce()
})

it('takes a pasted name as text', async () => {
  const { user } = open()
  await user.click(field('who'))
  await user.paste('Marguerite')
  expect(field('who')).toHaveValue('Marguerite')
})

import { lookUpAddress } from '@postroom/contract/address-calls'
import { createAddress } from '@postroom/contract/address-book'
import { findAddressees, type Addressee } from '@postroom/contract/addressee'
import { screen, waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { RequireSession } from '../session/require-session.tsx'
import { saveSession } from '../session/session-store.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { savedAs } from '../testing/address-book.ts'
import { server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { field, fill } from '../testing/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { AddresseeRow } from './addressee-row.tsx'
import { AddressFields } from './address-fields.tsx'
import { CountryField } from './country-field.tsx'
import { CountrySelect } from './country-select.tsx'
import { MarkedText } from './marked-text.tsx'
import { ToCard } from './to-card.tsx'
import { useKeepAddressee, type KeepAddressee } from './use-keep-addressee.ts'

const { to: MARGUERITE } = aShipment()
const rowOf = (address: typeof MARGUERITE, change: Partial<Addressee> = {}): Addressee => ({
  id: null,
  code: '',
  address,
  correction_status: 'unverified',
  sent: 2,
  last_sent_at: '2026-11-12T23:30:00.000Z',
  ...change,
})
const country = vi.fn<(code: string) => void>()
const known = vi.fn<() => void>()
const seen: ShippingForm[] = []
const to = () => seen.at(-1)!.to

function Form({ keep }: { keep?: KeepAddressee }) {
  const form = useForm<ShippingForm>({ defaultValues: emptyShippingForm('2026-11-22') })
  const values = useWatch({ control: form.control }) as ShippingForm
  useEffect(() => void seen.push(values))
  const { errors } = form.formState
  return (
    <>
      <ToCard form={form} hasErrors={'to' in errors} onCountry={country} onKnown={known} keep={keep} />
      <button type="button" onClick={() => form.setError('to.city', { message: 'required' })}>
        Refuse
      </button>
    </>
  )
}
const open = () => {
  server.on(findAddressees, () => ({ book: [], past: [rowOf(MARGUERITE)] }))
  return show(<Form />)
}
const choose = async (user: ReturnType<typeof open>) => {
  await user.type(field('who'), 'marg')
  await user.click(await screen.findByRole('option', { name: /^Marguerite/ }))
}
const write = (user: ReturnType<typeof open>) => user.click(screen.getByRole('button', { name: 'Write a new address' }))

beforeEach(() => {
  saveSession(USER)
  for (const calls of [country, known]) calls.mockClear()
})

it('a split address that is clear says so; one with guesses asks for a check', async () => {
  const user = open()
  await user.click(field('who'))
  await user.paste('Estelle Marchant\n3 Fore Street\nTotnes')
  expect(screen.queryByText('The address is split into its fields.')).toBeNull()
  expect(screen.getByText(/check/i, { selector: '[aria-live] *' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(field('who'))
  await user.paste('Estelle Lloyd, 3 Fore Street, Totnes, TQ9 5DP')
  expect(screen.getByText('The address is split into its fields.')).toBeVisible()
})

it('several lines are split in any field, one line only where somebody is named', async () => {
  const user = open()
  await write(user)
  await user.click(field('to.address1'))
  await user.paste('Jonas Weber, 3 Fore Street, Totnes, TQ9 5DP')
  expect(to().address1).toBe('Jonas Weber, 3 Fore Street, Totnes, TQ9 5DP')
  await user.clear(field('to.address1'))
  await user.paste('Jonas Weber\n3 Fore Street\nTotnes\nTQ9 5DP')
  expect(to()).toMatchObject({ name: 'Jonas Weber', address1: '3 Fore Street' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await write(user)
  await user.click(field('to.name'))
  await user.paste('Jonas Weber, 3 Fore Street, Totnes, TQ9 5DP')
  expect(to()).toMatchObject({ name: 'Jonas Weber', address1: '3 Fore Street' })
})

it('another addressee ends the offer to undo, and a new address the state of the chosen one', async () => {
  const user = open()
  await choose(user)
  expect(known).toHaveBeenCalledOnce()
  expect(country.mock.calls).toEqual([['GB']])
  expect(screen.getByText('Sent before')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change the addressee' }))
  await user.clear(field('to.name'))
  await user.paste('Jonas Weber\n3 Fore Street\nTotnes\nTQ9 5DP')
  expect(screen.queryByText('Sent before')).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})

it.each([
  ['ty1 2ab', { postal_code: 'ty1 2ab', name: '' }],
  ['Perran', { postal_code: '', name: 'Perran' }],
])('what was typed before a new address is written stays: %o', async (typed, expected) => {
  const user = open()
  await user.type(field('who'), typed)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.click(screen.getByRole('option'))
  expect(to()).toMatchObject(expected)
})

it('an address shows its fields while one is refused, or its lines are not complete', async () => {
  const user = open()
  await choose(user)
  expect(screen.getByRole('region', { name: 'To' })).not.toHaveTextContent('Postcode')
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByRole('textbox', { name: 'Postcode' })).toBeVisible()
})

it('an addressee without a town is shown in fields', async () => {
  server.on(findAddressees, () => ({ book: [], past: [rowOf({ ...MARGUERITE, city: '' })] }))
  const user = show(<Form />)
  await choose(user)
  expect(field('to.city')).toHaveValue('')
})

it('asks for a hundred characters at most, 0.15 seconds after typing pauses', async () => {
  useMovedClock()
  const user = open()
  await user.click(field('who'))
  await pass(1)
  const calls = server.on(findAddressees, () => ({ book: [], past: [] }))
  fill('who', 'x'.repeat(120))
  await pass(0.3)
  expect(calls.at(-1)?.query.q).toBe('x'.repeat(100))
})

it('a row has no name of its own for a company, and no use where nothing was sent', () => {
  const company = { ...MARGUERITE, name: '', company_name: 'Sun Ltd' }
  show(<AddresseeRow addressee={rowOf(company, { last_sent_at: null, sent: 0 })} typed="" />)
  expect(document.body).toHaveTextContent(/^Sun LtdAberystwythSY23 2HT$/)
  show(<AddresseeRow addressee={rowOf(MARGUERITE)} typed="" />)
  expect(document.body).toHaveTextContent(/^Marguerite LlewellynAberystwythSY23 2HT2 sent, last 12 Nov$/)
})

it('marks the longest typed word that begins each word', () => {
  show(<MarkedText text="Éva O’Hara-Evans, 12 Lane" typed="ev e 12" />)
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks).toEqual(['Év', 'Ev', '12'])
  expect(document.body).toHaveTextContent('Éva O’Hara-Evans, 12 Lane')
})

function Keep({ bought }: { bought?: { id: string; to: typeof MARGUERITE } | undefined }) {
  const keep = useKeepAddressee(bought)
  if (!keep) return <p>no address book</p>
  return <input type="checkbox" checked={keep.isKept} onChange={({ target }) => keep.setKept(target.checked)} />
}
const box = () => screen.getByRole('checkbox')
const showKeep = (bought?: { id: string; to: typeof MARGUERITE }) =>
  show(
    <MemoryRouter>
      <RequireSession>
        <Keep bought={bought} />
      </RequireSession>
    </MemoryRouter>,
  )

it('keeps the addressee of one purchase once, and not that of the next', async () => {
  const saved = server.on(createAddress, ({ body }) => savedAs(body))
  queryClient.setQueryData(['addressees'], 'known')
  const user = showKeep()
  await user.click(box())
  expect(saved).toEqual([])
  showKeep({ id: 'a', to: MARGUERITE })
  await waitFor(() => expect(saved).toHaveLength(1))
  await waitFor(() => expect(box()).not.toBeChecked())
  await user.click(box())
  showKeep({ id: 'a', to: { ...MARGUERITE } })
  await waitFor(() => expect(box()).toBeChecked())
  expect(saved).toHaveLength(1)
  await user.click(box())
  showKeep({ id: 'b', to: MARGUERITE })
  expect(saved).toHaveLength(1)
  expect(queryClient.getQueryState(['addressees'])?.isInvalidated).toBe(true)
})

it('a user of the Lite plan has no address book to keep it in', () => {
  saveSession({ ...USER, plan: 'lite' })
  showKeep()
  expect(screen.getByText('no address book')).toBeVisible()
})

it('a country that was used last is offered first, once; an unknown text is refused by name', async () => {
  const user = show(
    <CountryField name="c" label="Country" value="" onChange={() => {}} error={undefined} lastUsed="IN" />,
  )
  const input = document.querySelector('input')!
  expect(input).not.toHaveAccessibleDescription()
  await user.click(input)
  await user.keyboard('{ArrowDown}')
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['India last used', 'United Kingdom'])
  expect(names.filter((name) => name.startsWith('India'))).toHaveLength(1)
  await user.keyboard('Xyzzy')
  await user.tab()
  await waitFor(() => expect(input).toHaveAccessibleDescription(/Xyzzy/))
})

it.each([
  [undefined, ''],
  ['required', 'Fill this in.'],
])('a country of a sender with the error %s says %o', (error, text) => {
  show(<CountrySelect name="c" value="GB" error={error} onChange={() => {}} />)
  expect(screen.getByRole('button')).toHaveAccessibleDescription(text)
})

const FOUND = {
  id: '',
  text: '17 Chalcot Road, London',
  address1: '17 Chalcot Road',
  address2: 'Flat 2',
  address3: 'Rear',
  city: 'London',
  state_province: '',
  postal_code: 'NW1 8LH',
  country: 'GB',
}

function Fields() {
  const { control } = useForm<ShippingForm>({ defaultValues: emptyShippingForm('2026-11-22') })
  const values = useWatch({ control }) as ShippingForm
  useEffect(() => void seen.push(values))
  return <AddressFields control={control} side="to" isChanging={false} onCountry={country} />
}

it('a found address fills in all its lines, and the offer is gone', async () => {
  const calls = server.on(lookUpAddress, () => ({ data: [FOUND, { ...FOUND, address1: '', text: 'London' }] }))
  const user = show(<Fields />)
  await user.type(field('to.postal_code'), 'NW1 8LH')
  await user.click(await screen.findByRole('button', { name: /1 address at this postcode/ }))
  expect(screen.queryByRole('button', { name: /^Town/ })).toBeNull()
  await user.click(screen.getByRole('option'))
  const { address1, address2, address3, city } = to()
  expect([address1, address2, address3, city]).toEqual(['17 Chalcot Road', 'Flat 2', 'Rear', 'London'])
  await waitFor(() => expect(document.getElementById('to.country')).toHaveFocus())
  expect(screen.queryByRole('button', { name: /at this postcode/ })).toBeNull()
  expect(calls).toHaveLength(1)
})

it('an address that is filled in already is asked nothing about', async () => {
  const calls = server.on(lookUpAddress, () => ({ data: [FOUND] }))
  const user = show(<Fields />)
  fill('to.city', 'London')
  fill('to.address1', '17 Chalcot Road')
  await user.type(field('to.postal_code'), 'NW1 8LH')
  expect(calls).toEqual([])
  fill('to.address1', '')
  expect(await screen.findByRole('button', { name: /1 address at this postcode/ })).toBeVisible()
})

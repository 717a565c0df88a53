import { lookUpAddress, type FoundAddress } from '@postroom/contract/address-calls'
import { COUNTRIES } from '@postroom/domain/catalogue/country-table'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { FROM } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { field } from '../testing/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { AddressFields } from './address-fields.tsx'
import { addressLines } from './address-lines.ts'
import { countryOptions } from './countries.ts'

type FieldsProps = Omit<Parameters<typeof AddressFields>[0], 'control'>

function Form({ from, errors = [], ...card }: FieldsProps & { from: ShippingForm['from']; errors?: string[] }) {
  const empty = emptyShippingForm('2026-11-22')
  const { control, setError } = useForm<ShippingForm>({ defaultValues: { ...empty, from, to: from } })
  return (
    <>
      <AddressFields control={control} {...card} />
      {errors.map((name) => (
        <button key={name} type="button" onClick={() => setError(name as 'from.name', { message: 'required' })}>
          {name}
        </button>
      ))}
    </>
  )
}
const EMPTY = emptyShippingForm('2026-11-22').from
const showFields = (props: Partial<FieldsProps> & { from?: ShippingForm['from']; errors?: string[] } = {}) =>
  show(<Form side="from" isChanging={false} from={EMPTY} {...props} />)
const names = () => [...document.querySelectorAll('input')].map(({ name, id }) => name || id)

const SHORT = ['name', 'company_name', 'address1', 'city', 'postal_code']
const MORE = ['address2', 'address3', 'state_province', 'phone1', 'email']
const of = (side: string, fields: string[]) => fields.map((name) => `${side}.${name}`)

it('collapses rarely used fields until they are asked for', async () => {
  const user = showFields()
  expect(names()).toEqual(expect.arrayContaining(of('from', SHORT)))
  expect(names().filter((name) => of('from', MORE).includes(name))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'More lines, telephone and e-mail' }))
  expect(names()).toEqual(expect.arrayContaining(of('from', MORE)))
  expect(screen.queryByRole('button', { name: /More/ })).toBeNull()
})

it.each(MORE)('shows the collapsed fields while %s is filled in', (name) => {
  showFields({ from: { ...EMPTY, [name]: 'x' } })
  expect(names()).toEqual(expect.arrayContaining(of('from', MORE)))
})

it.each(MORE)('shows the collapsed fields while %s has an error', async (name) => {
  showFields({ errors: [`from.${name}`] })
  expect(names()).not.toContain(`from.${name}`)
  fireEvent.click(screen.getByRole('button', { name: `from.${name}` }))
  await waitFor(() => expect(names()).toEqual(expect.arrayContaining(of('from', MORE))))
})

it('shows telephone, e-mail and state at once for an address abroad, and its lines when asked for', async () => {
  const user = showFields({ side: 'to', onCountry: () => {}, from: { ...EMPTY, country: 'FR', phone1: '1' } })
  expect(names()).toEqual(expect.arrayContaining(of('to', ['state_province', 'phone1', 'email'])))
  expect(names()).not.toContain('to.address2')
  expect(field('to.state_province')).toHaveAccessibleName(/^State or province/)
  expect(field('to.postal_code')).toHaveAccessibleName(/^Postal code/)
  await user.click(screen.getByRole('button', { name: 'More address lines' }))
  expect(names()).toEqual(expect.arrayContaining(of('to', ['address2', 'address3'])))
})

it('shows a filled-in line of an address abroad', () => {
  showFields({ side: 'to', onCountry: () => {}, from: { ...EMPTY, country: 'FR', address3: 'x' } })
  expect(field('to.address3')).toHaveValue('x')
})

it.each([
  ['GB', 'Postcode', false],
  ['FR', 'Postal code', false],
  ['HK', 'Postal code', true],
])('for %s asks for %o, optional: %s', (country, label, isOptional) => {
  showFields({ side: 'to', onCountry: () => {}, from: { ...EMPTY, country } })
  const name = new RegExp(`^${label}${isOptional ? ' ?optional' : ''}$`)
  expect(field('to.postal_code')).toHaveAccessibleName(name)
})

const attributes = (side: 'to' | 'from') => {
  showFields({ side, ...(side === 'to' && { onCountry: () => {} }), from: { ...EMPTY, address2: 'x', phone1: 'x' } })
  return [...document.querySelectorAll<HTMLInputElement>('input[name*="."]')].map((input) => [
    input.name.split('.')[1],
    input.autocomplete,
    input.maxLength,
    input.type,
  ])
}

it('lets the browser fill in the sender only, and limits each field to what the contract accepts', () => {
  expect(new Set(attributes('to').map(([, token]) => token))).toEqual(new Set(['off']))
  expect(attributes('from')).toEqual([
    ['name', 'name', 80, 'text'],
    ['company_name', 'organization', 64, 'text'],
    ['address1', 'address-line1', 80, 'text'],
    ['city', 'address-level2', 40, 'text'],
    ['postal_code', 'postal-code', 15, 'text'],
    ['address2', 'address-line2', 80, 'text'],
    ['address3', 'address-line3', 80, 'text'],
    ['state_province', 'address-level1', 40, 'text'],
    ['phone1', 'tel', 25, 'tel'],
    ['email', 'email', 60, 'email'],
  ])
})

it.each(['Enter', 'Tab'])('%s chooses the first match, however fast it follows the text', async (key) => {
  const country = vi.fn<(code: string) => void>()
  show(<Form side="to" isChanging={false} from={EMPTY} onCountry={country} key="to" />)
  const input = field('to.country')
  input.focus()
  fireEvent.change(input, { target: { value: 'aland isl' } })
  fireEvent.keyDown(input, { key })
  await waitFor(() => expect(country.mock.calls).toEqual([['AX']]))
})

it('a click elsewhere chooses the first of several matches', async () => {
  const country = vi.fn<(code: string) => void>()
  const user = show(
    <Form side="to" isChanging={false} from={{ ...EMPTY, country: 'FR' }} onCountry={country} key="to" />,
  )
  await user.click(field('to.country'))
  await user.keyboard('uk') // Ukraine begins like this, too
  await user.click(field('to.name'))
  expect(country.mock.calls).toEqual([['GB']])
})

it('offers a sender the countries it can be sent from, and an addressee all of them', async () => {
  const country = vi.fn<(code: string) => void>()
  const user = showFields()
  await user.click(screen.getByRole('button', { name: /Country/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['United Kingdom'])
  await user.click(screen.getByRole('option'))
  show(<Form side="to" isChanging={false} from={EMPTY} onCountry={country} key="to" />)
  const input = field('to.country')
  expect(input).toHaveAccessibleDescription('Changing the country clears options and service.')
  await user.click(input)
  await user.clear(input)
  expect(country).not.toHaveBeenCalled()
  await user.type(input, 'france')
  await user.click(await screen.findByRole('option', { name: 'France' }))
  expect(country.mock.calls).toEqual([['FR']])
})

it.each(['to', 'from'] as const)('shows an error of the country of %s at its field', async (side) => {
  showFields({ side, ...(side === 'to' && { onCountry: () => {} }), errors: [`${side}.country`] })
  fireEvent.click(screen.getByRole('button', { name: `${side}.country` }))
  const control = () => document.getElementById(`${side}.country`)
  await waitFor(() => expect(control()).toHaveAccessibleDescription(/Fill this in\./))
})

it('lists the lines of an address as on an item, without empty ones', () => {
  const full = {
    ...FROM,
    company_name: 'Kendall',
    address2: ' Unit 2 ',
    address3: 'Dyfi Eco Park',
    state_province: 'Powys',
  }
  expect(addressLines({ ...full, postal_code: 'sy20 8ae' })).toEqual([
    'Angharad Kendall',
    'Kendall',
    '3 Stryd y Bont',
    'Unit 2',
    'Dyfi Eco Park',
    'Machynlleth, Powys',
    'SY20 8AE',
  ])
  expect(addressLines(EMPTY)).toEqual([])
})

it('lists the United Kingdom first, then the other countries by their names in the language', () => {
  const labels = countryOptions('fr').map(({ label }) => label)
  expect(labels[0]).toBe('Royaume-Uni')
  expect(labels.slice(1)).toEqual(labels.slice(1).toSorted(new Intl.Collator('fr').compare))
  expect(labels).toHaveLength(COUNTRIES.length)
})

beforeEach(() => saveSession(USER))

const AT_NW1: FoundAddress = {
  id: '',
  text: 'NW1 8LH, London',
  address1: '',
  address2: '',
  address3: '',
  city: 'London',
  state_province: '',
  postal_code: 'NW1 8LH',
  country: 'GB',
}

it('a postcode offers its only town, which one key fills in', async () => {
  const calls = server.on(lookUpAddress, () => ({ data: [AT_NW1] }))
  const user = showFields({ side: 'to', onCountry: () => {} })
  await user.type(field('to.postal_code'), 'nw18lh')
  const offer = await screen.findByRole('button', { name: 'Town: London?' })
  expect(offer.closest('[aria-live=polite]')).not.toBeNull()
  expect(field('to.city')).toHaveValue('')
  await user.tab()
  expect(offer).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(field('to.city')).toHaveValue('London')
  expect(document.getElementById('to.country')).toHaveFocus()
  expect(offer).not.toBeInTheDocument()
  expect(calls.map(({ query }) => query.postal_code)).toEqual(['NW1 8LH'])
})

it('a look-up service offers its addresses, and the chosen one is looked up and filled in', async () => {
  const row = { ...AT_NW1, id: '7', text: '17 Chalcot Road, London' }
  server.on(lookUpAddress, ({ query }) => ({
    data: query.id === '7' ? [{ ...row, id: '', address1: '17 Chalcot Road' }] : [row, { ...row, id: '8', text: '18' }],
  }))
  const user = showFields({ side: 'to', onCountry: () => {} })
  await user.type(field('to.postal_code'), 'NW1 8LH')
  await user.click(await screen.findByRole('button', { name: /2 addresses at this postcode/ }))
  await user.click(screen.getByRole('option', { name: '17 Chalcot Road, London' }))
  await waitFor(() => expect(field('to.address1')).toHaveValue('17 Chalcot Road'))
  expect(field('to.city')).toHaveValue('London')
})

it.each([
  ['of which the town is not known', () => ({ data: [] })],
  ['with several towns', () => ({ data: [AT_NW1, { ...AT_NW1, city: 'Camden' }] })],
  ['when the look-up fails', () => new Refusal('try_again')],
])('offers nothing for a postcode %s', async (_case, answer) => {
  const calls = server.on(lookUpAddress, answer)
  const user = showFields({ side: 'to', onCountry: () => {} })
  await user.type(field('to.postal_code'), 'SY23 2HT')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /^Town/ })).toBeNull()
})

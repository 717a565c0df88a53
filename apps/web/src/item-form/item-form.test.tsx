import { screen, within } from '@testing-library/dom'
import { useForm, useWatch } from 'react-hook-form'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CustomsCard } from '../customs/customs-card.tsx'
import { DeviceProvider } from '../device/device-context.tsx'
import { i18next } from '../i18n.ts'
import { field, fill } from '../testing/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { emptyCustomsItem } from './customs-form.ts'
import { problemText } from './problem-text.ts'
import { emptyShippingForm, factsIn, type ShippingForm } from './shipping-form.ts'
import { WhatCard } from './what-card.tsx'

const TODAY = '2026-11-27'
const EMPTY = emptyShippingForm(TODAY)
const formOf = (change: Partial<ShippingForm>): ShippingForm => ({ ...EMPTY, ...change })
const abroad = { ...EMPTY.to, country: 'US' }

function What({ values, onPackaging }: { values: ShippingForm; onPackaging: (code: string) => void }) {
  const { control } = useForm<ShippingForm>({ defaultValues: values })
  const facts = factsIn(useWatch({ control }) as ShippingForm)
  return (
    <DeviceProvider>
      <WhatCard
        control={control}
        facts={facts}
        lastUsed="small_parcel"
        onPackaging={onPackaging}
        onFormats={() => {}}
      />
    </DeviceProvider>
  )
}
const showWhat = (change: Partial<ShippingForm> = {}) => {
  const chosen = vi.fn<(code: string) => void>()
  return { chosen, user: show(<What values={formOf(change)} onPackaging={chosen} />) }
}
const texts = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

it('offers the formats of a country with their limits', async () => {
  const { user, chosen } = showWhat()
  expect(texts()).toEqual([
    'Letterto 100 g',
    'Large letterto 750 g',
    'Small parcelto 2 kg',
    'Medium parcelto 20 kg',
    'Tubeto 20 kg',
  ])
  expect(screen.getByRole('radio', { name: /^Letter/ })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: /^Small/ }))
  expect(chosen.mock.calls).toEqual([['small_parcel']])
})

it('shows the weight as it was read, and an example before', () => {
  showWhat()
  expect(field('weight')).toHaveAccessibleDescription('For example 250, 250g or 1.2kg')
  fill('weight', '1,24 kg')
  expect(field('weight')).toHaveAccessibleDescription('Priced as 1.24 kg')
  expect(field('weight')).toHaveAttribute('maxlength', '12')
})

it.each([
  ['letter', '50', '50\u00a0g'],
  ['large_letter', '1.2kg', '1.2\u00a0kg'],
  ['small_parcel', '900', '0.9\u00a0kg'],
] as const)('shows the weight of a %s as its label does', (packaging, weight, written) => {
  showWhat({ packaging, weight })
  expect(field('weight').getAttribute('aria-describedby')).not.toBeNull()
  expect(screen.getByText(new RegExp(`^Priced as ${written.replace('\u00a0', '\\s?')}`))).toBeVisible()
})

it('marks the format used last while it is chosen', () => {
  showWhat({ packaging: 'small_parcel' })
  expect(texts()[2]).toBe('Small parcelto 2 kg · last used')
})

it('says that an item of this size fits its format', () => {
  showWhat({ packaging: 'small_parcel', weight: '900', length: '30', width: '22', height: '9' })
  expect(screen.getByText('Fits a small parcel.')).toBeVisible()
  fill('height', '90')
  expect(screen.queryByText(/^Fits/)).toBeNull()
})

it('asks for three sides, which are optional', () => {
  showWhat()
  const size = within(screen.getByRole('group', { name: 'Size' }))
  expect(size.getAllByRole('textbox').map((side) => [side.id, (side as HTMLInputElement).maxLength])).toEqual([
    ['length', 8],
    ['width', 8],
    ['height', 8],
  ])
  expect(size.getByLabelText('Width')).toBeVisible()
  expect(screen.getByRole('group', { name: 'Size' })).toHaveAccessibleDescription(/^Optional\./)
})

it('asks for length and diameter of a tube', () => {
  showWhat({ packaging: 'tube' })
  const size = screen.getByRole('group', { name: 'Size' })
  expect(
    within(size)
      .getAllByRole('textbox')
      .map(({ id }) => id),
  ).toEqual(['length', 'width'])
  expect(field('width')).toHaveAccessibleName('Diameter')
  expect(size).toHaveAccessibleDescription('For a tube, enter its length and diameter.')
})

it.each([
  ['to.postal_code', 'letter', 'To – Postcode: Fill this in.'],
  ['from.name', 'letter', 'From – Name: Fill this in.'],
  ['customs.contents_items.1.value', 'letter', 'Item 2 – Value of one: Fill this in.'],
  ['customs.contents_description', 'letter', 'Describe the contents: Fill this in.'],
  ['width', 'tube', 'Diameter: Fill this in.'],
  ['width', 'letter', 'Width: Fill this in.'],
  ['length', 'tube', 'Length: Fill this in.'],
  ['service', 'letter', 'Service: Fill this in.'],
  ['shipping_date', 'letter', 'Posting day: Fill this in.'],
] as const)('names the refused field %s of a %s in the error summary', (name, packaging, text) =>
  expect(problemText({ name, error: { message: 'required' } }, packaging, i18next.t)).toBe(text),
)

function Customs({ start }: { start: ShippingForm }) {
  const { control } = useForm<ShippingForm>({ defaultValues: start })
  const current = useWatch({ control }) as ShippingForm
  return <CustomsCard control={control} facts={{ ...factsIn(current) }} />
}
const ITEM = {
  ...emptyCustomsItem(),
  description: 'Linen bookmark',
  quantity: '2',
  weight: '100g',
  value: '12.50',
  hs_code: '630790',
  origin_country: 'GB',
}
const showCustoms = (change: Partial<ShippingForm> = {}, item: Partial<typeof ITEM> = {}) =>
  show(
    <Customs
      start={formOf({
        to: abroad,
        packaging: 'parcel',
        weight: '500g',
        ...change,
        customs: { ...EMPTY.customs, contents_items: [{ ...ITEM, ...item }], ...change.customs },
      })}
    />,
  )
const totals = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
const item = (name: string) => field(`customs.contents_items.0.${name}`)

it('adds up the declared items, and the weight left for the packaging', () => {
  showCustoms()
  expect(totals()).toEqual(['2', '200 g', '£25.00'])
  expect(screen.getByText('300 g left for the packaging')).toBeVisible()
  fill('customs.contents_items.0.quantity', '5')
  expect(totals()).toEqual(['5', '500 g', '£62.50'])
  expect(screen.getByText('0 g left for the packaging')).toBeVisible()
  fill('customs.contents_items.0.quantity', '6')
  expect(totals()).toEqual(['6', '600 g', '£75.00'])
  expect(screen.getByText('100 g over the weight of the parcel')).toBeVisible()
  fill('customs.contents_items.0.weight', '')
  expect(totals()[1]).toBe('0 g')
  expect(screen.queryByText(/ the packaging$| the parcel$/)).toBeNull()
})

it('shows no weight left while the parcel has none', () => {
  showCustoms({ weight: '' })
  expect(totals()[1]).toBe('200 g')
  expect(screen.queryByText(/ the packaging$| the parcel$/)).toBeNull()
})

it('asks for goods details, but not of documents', async () => {
  const user = showCustoms()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(item('hs_code')).toBeVisible()
  expect(field('customs.company_EORI_number')).toHaveAttribute('maxlength', '20')
  expect(field('customs.customs_refnum_importer')).toHaveAttribute('maxlength', '35')
  expect(item('description')).toHaveAttribute('maxlength', '100')
  expect(item('description')).toHaveAttribute('spellcheck', 'true')
  expect(item('quantity')).toHaveAttribute('maxlength', '5')
  expect(item('weight')).toHaveAttribute('maxlength', '12')
  expect(item('value')).toHaveAttribute('maxlength', '10')
  expect(item('hs_code')).toHaveAttribute('maxlength', '60')
  expect(screen.queryByLabelText('Describe the contents')).toBeNull()
  await chooseContents(user, 'Other')
  expect(screen.getByLabelText('Describe the contents')).toHaveAttribute('maxlength', '60')
  await chooseContents(user, 'Documents')
  expect(() => item('hs_code')).toThrow()
  expect(() => field('customs.company_EORI_number')).toThrow()
  expect(screen.queryByLabelText('Describe the contents')).toBeNull()
})

const chooseContents = async (user: UserEvent, name: string) => {
  await user.click(screen.getByRole('button', { name: /Kind of contents/ }))
  await user.click(await screen.findByRole('option', { name }))
}

it('collapses product codes until they are asked for or filled in', async () => {
  const user = showCustoms({ to: { ...EMPTY.to, country: 'FR' } })
  expect(() => item('sku')).toThrow()
  await user.click(screen.getByRole('button', { name: 'Add product codes' }))
  expect(item('sku')).toHaveAttribute('maxlength', '35')
  expect(item('manufacturer_id')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add product codes' })).toBeNull()
})

it.each(['sku', 'manufacturer_id'] as const)('shows the product codes while %s is filled in', (name) => {
  showCustoms({ to: { ...EMPTY.to, country: 'FR' } }, { [name]: 'X1' })
  expect(item('sku')).toBeVisible()
})

it('offers to remove an item only while there are several, and adds no more than twenty', async () => {
  const user = showCustoms()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  await user.type(screen.getByRole('combobox', { name: 'Add goods' }), 'Paper knife{Enter}')
  expect(screen.getByRole('group', { name: 'Item 2' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove item 2' }))
  expect(screen.getByText('Removed: Paper knife')).toBeVisible()
  await user.type(screen.getByRole('combobox', { name: 'Add goods' }), 'Paper{Enter}')
  expect(screen.queryByText(/^Removed/)).toBeNull()
})

it('accepts twenty items', () => {
  showCustoms({ customs: { ...EMPTY.customs, contents_items: Array.from({ length: 19 }, () => ITEM) } })
  expect(screen.getByRole('combobox', { name: 'Add goods' })).toBeVisible()
  show(<></>)
  showCustoms({ customs: { ...EMPTY.customs, contents_items: Array.from({ length: 20 }, () => ITEM) } })
  expect(screen.queryByRole('combobox', { name: 'Add goods' })).toBeNull()
})

it('names the customs form to be made, or what is missing', () => {
  showCustoms()
  expect(screen.getAllByText('A CN22 is printed with the label.').at(-1)).toBeVisible()
  expect(screen.getByText('Goods £25.00 of £270, parcel 500 g of 2 kg; above either, a CN23.')).toBeVisible()
  fill('customs.contents_items.0.value', '300')
  expect(screen.getAllByText('A CN23 is printed with the label.').at(-1)).toBeVisible()
  fill('customs.contents_items.0.value', '')
  expect(screen.getByText(/^Declare the contents to get/)).toBeVisible()
  expect(screen.queryByText(/is printed with/)).toBeNull()
})

it('warns of goods with limits, and names the item', () => {
  showCustoms({}, { description: 'Perfume' })
  const warning = screen.getAllByText(/^Item 1: the carrier/)
  expect(warning).toHaveLength(1)
})

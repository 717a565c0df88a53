import { deleteGoods, listGoods } from '@postroom/contract/goods'
import { screen, waitFor, within } from '@testing-library/dom'
import { useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, it } from 'vitest'
import { emptyCustomsItem } from '../item-form/customs-form.ts'
import { emptyShippingForm, factsIn, type ShippingForm } from '../item-form/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { server } from '../testing/fake-server.ts'
import { field, fill } from '../testing/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { CustomsCard } from './customs-card.tsx'

type Given = Omit<Partial<ShippingForm>, 'customs'> & { country?: string; customs?: Partial<ShippingForm['customs']> }

function Form({ given: { country = 'FR', customs, ...given }, refused }: { given: Given; refused: string[] }) {
  const empty = emptyShippingForm('2026-11-25', 'parcel')
  const { control, setError } = useForm<ShippingForm>({
    defaultValues: { ...empty, to: { ...empty.to, country }, customs: { ...empty.customs, ...customs }, ...given },
  })
  const values = useWatch({ control }) as ShippingForm
  return (
    <>
      <CustomsCard control={control} facts={factsIn(values)} />
      <button
        type="button"
        onClick={() => refused.forEach((name) => setError(name as 'weight', { message: 'required' }))}
      >
        Refuse
      </button>
    </>
  )
}
const open = (given: Given = {}, refused: string[] = []) => show(<Form given={given} refused={refused} />)
const at = (name: string, index = 0) => field(`customs.contents_items.${index}.${name}`)
const names = () => [...document.querySelectorAll('input')].map(({ name, id }) => (name || id).split('.').at(-1))
const limits = () =>
  Object.fromEntries(
    [...document.querySelectorAll('input[maxlength]')].map((one) => [
      one.id.split('.').at(-1),
      Number(one.getAttribute('maxlength')),
    ]),
  )
const heads = () => [...document.querySelectorAll('[aria-hidden=true] > span')].map(({ textContent }) => textContent)
const sums = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
const itemOf = (change: Partial<ReturnType<typeof emptyCustomsItem>>) => ({ ...emptyCustomsItem(), ...change })
const BOOK = itemOf({ description: 'Book', weight: '900', value: '25', hs_code: '490199', origin_country: 'GB' })
const SEVEN = ['description', 'quantity', 'weight', 'value', 'hs_code']

beforeEach(() => saveSession(USER))

it('asks for the fields of goods, each as long as the contract allows', async () => {
  const user = open()
  expect(names()).toEqual(expect.arrayContaining([...SEVEN, 'company_EORI_number', 'customs_refnum_importer']))
  expect(names()).not.toContain('sku')
  expect(names()).not.toContain('contents_description')
  expect(heads().slice(0, 6)).toEqual(['Description', 'Qty', 'Weight of 1', 'Value of 1', 'HS code', 'Made in'])
  await user.click(screen.getByRole('button', { name: 'Add product codes' }))
  expect(screen.queryByRole('button', { name: 'Add product codes' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /Kind of contents/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Gift',
    'Documents',
    'Sale of goods',
    'Commercial sample',
    'Returned goods',
    'Other',
  ])
  await user.click(screen.getByRole('option', { name: 'Other' }))
  expect(limits()).toEqual({
    contents_description: 60,
    description: 100,
    quantity: 5,
    weight: 12,
    value: 10,
    hs_code: 60,
    sku: 35,
    manufacturer_id: 35,
    add: 100,
    company_EORI_number: 20,
    customs_refnum_importer: 35,
  })
})

it('documents have neither value nor code nor origin', () => {
  open({ customs: { contents_type: 'D', contents_items: [itemOf({ sku: 'x', quantity: '2', weight: '10' })] } })
  expect(names()).not.toContain('value')
  expect(names()).not.toContain('sku')
  expect(names()).not.toContain('company_EORI_number')
  expect(heads()).toEqual(['Description', 'Qty', 'Weight of 1'])
  expect(sums()).toEqual(['Pieces2', 'Weight of the items20 g'])
  expect(screen.queryByRole('button', { name: 'Add product codes' })).toBeNull()
})

it('a letter is asked whether it contains goods; at home nothing is declared', async () => {
  const user = open({ packaging: 'letter' })
  const box = screen.getByRole('checkbox', { name: 'It contains goods, not only documents' })
  expect(names()).not.toContain('description')
  expect(screen.queryByRole('button', { name: /Kind of contents/ })).toBeNull()
  await user.click(box)
  expect(names()).toContain('description')
})

it('a parcel is not asked whether it contains goods', () => {
  open()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('Declare the contents to get the customs form with the label.')).toBeVisible()
})

it.each([
  [{ sku: 'x' }, []],
  [{ manufacturer_id: 'x' }, []],
  [{}, ['customs.contents_items.0.sku']],
])('product codes are shown where they are filled in or refused: %o %o', async (change, refused) => {
  const user = open({ customs: { contents_items: [itemOf(change)] } }, refused)
  if (refused.length > 0) await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['sku', 'manufacturer_id'])))
})

it('lists what is wrong with each field of an item below its row', async () => {
  const fields = [...SEVEN, 'origin_country', 'sku', 'manufacturer_id']
  const user = open(
    { customs: { contents_items: [BOOK, BOOK] } },
    fields.map((name) => `customs.contents_items.1.${name}`),
  )
  const [first, second] = screen.getAllByRole('group', { name: /^Item \d/ })
  expect(second?.querySelector('ul')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(second?.querySelectorAll('li')).toHaveLength(8))
  expect(second?.querySelector('li')).toHaveTextContent('Description: Fill this in.')
  expect(first?.querySelector('ul')).toBeNull()
  expect([first, second].map((row) => within(row!).getByText(/^Item \d/).textContent)).toEqual(['Item 1', 'Item 2'])
})

it.each([
  [{ weight: '1000', quantity: '1' }, '100 g left for the packaging'],
  [{ weight: '900', quantity: '1' }, '0 g left for the packaging'],
  [{ weight: '899', quantity: '1' }, '1 g over the weight of the parcel'],
  [{ weight: '', quantity: '1' }, ''],
  [{ weight: '900', quantity: 'x' }, ''],
])('sums the items up beside the parcel: %o, %o', ({ weight, quantity }, text) => {
  open({ weight, customs: { contents_items: [{ ...BOOK, quantity }] } })
  expect(document.querySelector('dl')?.previousElementSibling).toHaveTextContent(text === '' ? /^$/ : text)
  expect(sums()).toEqual(
    quantity === 'x'
      ? ['Pieces0', 'Weight of the items0 g', 'Value£0.00']
      : ['Pieces1', 'Weight of the items900 g', 'Value£25.00'],
  )
})

it('says which form is printed, and how far the goods are from its limits', () => {
  open({ weight: '1000', customs: { contents_items: [BOOK] } })
  expect(screen.getByText('Goods £25.00 of £270, parcel 1 kg of 2 kg; above either, a CN23.')).toBeVisible()
  expect(screen.getAllByText('A CN22 is printed with the label.')).toHaveLength(2)
})

it('names the goods that the carrier limits, by their item', () => {
  open({ customs: { contents_items: [BOOK, { ...BOOK, description: 'Perfume' }] } })
  expect(screen.getByText('Perfume and aftershave')).toBeVisible()
  expect(screen.getByText(/^Item 2: the carrier/)).toBeVisible()
})

it('removes any but the only item, says which, and forgets that when another is added', async () => {
  const user = open({ customs: { contents_items: [BOOK, itemOf({ weight: '5' })] } })
  await user.click(screen.getByRole('button', { name: 'Remove item 2' }))
  expect(screen.getByText('Removed: Item 2')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove item/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.queryByText(/^Removed/)).toBeNull()
  await waitFor(() => expect(at('description', 1)).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Remove item 1' }))
  expect(screen.getByText('Removed: Book')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Add goods' }))
  await user.click(await screen.findByRole('option', { name: 'New item' }))
  expect(await screen.findByRole('group', { name: 'Item 2' })).toBeVisible()
  expect(screen.queryByText(/^Removed/)).toBeNull()
  // its description is next, since nothing was typed
  await waitFor(() => expect(at('description', 1)).toHaveFocus())
})

it('twenty items are the most', async () => {
  const user = open({ customs: { contents_items: Array.from({ length: 19 }, () => BOOK) } })
  await user.click(screen.getByRole('combobox', { name: 'Add goods' }))
  await user.keyboard('Pen{Enter}')
  expect(await screen.findByRole('group', { name: 'Item 20' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Add goods' })).toBeNull()
})

it('goods are added by their words, beside how many match, and without any the field says less', async () => {
  const user = open()
  const input = screen.getByRole('combobox', { name: 'Add goods' })
  expect(input).toHaveAttribute('placeholder', 'Add goods')
  expect(screen.queryByText(/kept goods$/)).toBeNull()
  await user.click(input)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['New item'])
  await user.keyboard(' ')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['New item'])
})

it('what was forgotten can be dismissed; without kept goods the list says so', async () => {
  const { id, ...goods } = { ...GOODS }
  server.on(listGoods, () => ({ data: [{ id, ...goods }] }))
  server.on(deleteGoods, ({ params }) => params)
  const user = open()
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Add goods' })).toHaveAttribute(
      'placeholder',
      'Add goods: a word is enough',
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Goods I often send' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('None are kept yet.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Forget Teapot' }))
  expect(await dialog.findByText('Forgotten: Teapot')).toBeVisible()
  expect(dialog.getByText('None are kept yet.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(dialog.queryByText('Forgotten: Teapot')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
const GOODS = {
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01',
  description: 'Teapot',
  weight: { value: 310, units: 'G' as const },
  value: 18_00,
  hs_code: '691110',
  origin_country: '',
  sku: '',
  manufacturer_id: '',
}

it('the HS code shows its error', async () => {
  const user = open({}, ['customs.contents_items.0.hs_code'])
  expect(at('hs_code')).toBeValid()
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(at('hs_code')).toHaveAccessibleDescription(/Fill this in\./))
  fill('customs.contents_items.0.hs_code', '49')
  expect(at('hs_code')).toHaveValue('49')
})

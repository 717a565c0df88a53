import { getPermission } from '@postroom/contract/identity'
import { listCostCenters, listReferenceFields } from '@postroom/contract/shipment-references'
import { listShippers, saveShipper } from '@postroom/contract/shipment-shippers'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, it } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { FROM } from '../testing/a-shipment.ts'
import { pageOf } from '../testing/answers.ts'
import { server } from '../testing/fake-server.ts'
import { USER } from '../testing/a-user.ts'
import { field, fill } from '../testing/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { show } from '../testing/show.tsx'
import { FactsLine } from './facts-line.tsx'

const TODAY = '2026-11-27'
const seen: ShippingForm[] = []
const values = () => seen.at(-1)!

function Form({ from }: { from: ShippingForm['from'] }) {
  const form = useForm<ShippingForm>({ defaultValues: { ...emptyShippingForm(TODAY), from } })
  const current = useWatch({ control: form.control }) as ShippingForm
  useEffect(() => void seen.push(current))
  const sender = { country: 'GB', postal_code: current.from.postal_code }
  return (
    <>
      <FactsLine form={form} today={TODAY} sender={sender} isSenderKnown={false} onSender={() => {}} />
      <button type="button" onClick={() => form.setError('reference', { message: 'required' })}>
        refuse
      </button>
    </>
  )
}
const open = (from = FROM) => show(<Form from={from} />)
const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

const CENTER = {
  id: 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01',
  code: 'BIND',
  name: 'Bindery orders',
  is_active: true,
  version: '1',
}
const rule = (label: string, change = {}) => ({ label, required: false, choices: [], pattern: '', ...change })

beforeEach(() => saveSession(USER))

it('shows sender, posting day and reference as text, and opens the field of each in place', async () => {
  const user = open()
  expect(facts()).toEqual(['Angharad Kendall, Machynlleth', 'Today, Friday 27 November', 'None'])
  expect(document.querySelector('input[name="reference"]')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add: Your reference' }))
  expect(field('reference')).toHaveAttribute('maxlength', '20')
  fill('reference', 'INV-20418')
  expect(facts()[2]).toBe('INV-20418')
  await user.click(screen.getByRole('button', { name: 'Close: Your reference' }))
  expect(document.querySelector('input[name="reference"]')).toBeNull()
})

it('offers the cost centres of the organisation', async () => {
  server.on(listCostCenters, () => pageOf([CENTER]))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Add: Cost centre' }))
  await user.click(screen.getByRole('button', { name: /None Cost centre/ }))
  await user.click(screen.getByRole('option', { name: 'Bindery orders (BIND)' }))
  expect(values().costcenter).toBe(CENTER.id)
  expect(facts()[2]).toBe('Bindery orders')
})

it('asks for the references of the organisation by its rules', async () => {
  const rules = [rule('Order', { required: true, pattern: 'A-999' }), rule('Desk', { choices: ['North', 'South'] })]
  server.on(listReferenceFields, () => ({ data: rules, archived: [], version: '' }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Add: Order' }))
  expect(field('reference')).toHaveAccessibleName(/^Order ?required$/)
  expect(field('reference')).toHaveAccessibleDescription('In the form A-999: 9 is a digit, A a letter')
  await user.click(screen.getByRole('button', { name: /None Desk/ }))
  await user.click(screen.getByRole('option', { name: 'South' }))
  expect(values().reference2).toBe('South')
})

it('opens the field that was refused', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'refuse' }))
  await waitFor(() => expect(field('reference')).toBeInvalid())
})

it('fills in a saved sender', async () => {
  const mill = { ...FROM, name: '', company_name: 'The Mill Press', city: 'Hay-on-Wye', postal_code: 'HR3 5AE' }
  server.on(listShippers, () => pageOf([{ id: CENTER.id, alias: 'The Mill Press, Hay-on-Wye', address: mill }]))
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Change: From' }))
  await user.click(await screen.findByRole('button', { name: /Saved sender/ }))
  await user.click(screen.getByRole('option', { name: 'The Mill Press, Hay-on-Wye' }))
  expect(values().from).toEqual(mill)
  expect(facts()[0]).toBe('The Mill Press, Hay-on-Wye')
})

it('shows the fields of an unknown sender, and saves them as a sender for an administrator', async () => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  const saved = server.on(saveShipper, ({ body }) => ({ id: CENTER.id, ...body }))
  const user = open(emptyShippingForm(TODAY).from)
  expect(screen.queryByRole('button', { name: 'Save as sender' })).toBeNull()
  field('from.name').focus()
  for (const name of ['name', 'address1', 'city', 'postal_code'] as const) fill(`from.${name}`, FROM[name])
  await user.click(await screen.findByRole('button', { name: 'Save as sender' }))
  expect(saved[0]?.body.alias).toBe('Angharad Kendall, Machynlleth')
})

it('splits the pasted address of an unknown sender, but not a name with a comma in it', async () => {
  const user = open(emptyShippingForm(TODAY).from)
  await user.click(field('from.name'))
  await user.paste('Kendall, Angharad')
  expect(field('from.name')).toHaveValue('Kendall, Angharad')
  await user.clear(field('from.name'))
  await user.paste('Angharad Kendall, 3 Stryd y Bont, Machynlleth SY20 8AE')
  expect(facts()[0]).toBe('Angharad Kendall, Machynlleth')
  expect(field('from.postal_code')).toHaveValue('SY20 8AE')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(facts()[0]).toBe('None')
})

it('offers nobody else to save a sender', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Change: From' }))
  expect(field('from.name')).toHaveValue('Angharad Kendall')
  expect(screen.queryByRole('button', { name: 'Save as sender' })).toBeNull()
})

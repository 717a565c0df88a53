import { getPermission } from '@postroom/contract/identity'
import { listCostCenters, listReferenceFields } from '@postroom/contract/shipment-references'
import { listShippers, saveShipper } from '@postroom/contract/shipment-shippers'
import { screen, waitFor } from '@testing-library/dom'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { FROM } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { pageOf } from '../testing/answers.ts'
import { server } from '../testing/fake-server.ts'
import { field, fill } from '../testing/shipping-form.ts'
import { show } from '../testing/show.tsx'
import { FactsLine } from './facts-line.tsx'

const TODAY = '2026-11-27'
const ID = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const touched = vi.fn<() => void>()
const seen: ShippingForm[] = []
const values = () => seen.at(-1)!

function Form({
  given,
  refused,
  isSenderKnown,
}: {
  given: Partial<ShippingForm>
  refused: string
  isSenderKnown: boolean
}) {
  const form = useForm<ShippingForm>({ defaultValues: { ...emptyShippingForm(TODAY), from: FROM, ...given } })
  const current = useWatch({ control: form.control }) as ShippingForm
  useEffect(() => void seen.push(current))
  return (
    <>
      <FactsLine form={form} today={TODAY} sender={undefined} isSenderKnown={isSenderKnown} onSender={touched} />
      <button type="button" onClick={() => form.setError(refused as 'reference', { message: 'required' })}>
        refuse
      </button>
    </>
  )
}
const open = (given: Partial<ShippingForm> = {}, refused = '', isSenderKnown = false) =>
  show(<Form given={given} refused={refused} isSenderKnown={isSenderKnown} />)
const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
const panels = () => screen.queryAllByRole('group').map((one) => one.getAttribute('aria-label'))
const center = (code: string, name: string, id = ID) => ({ id, code, name, is_active: true, version: '1' })
const rule = (label: string, change = {}) => ({ label, required: false, choices: [], pattern: '', ...change })
const rules = (...data: ReturnType<typeof rule>[]) =>
  server.on(listReferenceFields, () => ({ data, archived: [], version: '' }))

beforeEach(() => {
  saveSession(USER)
  touched.mockClear()
})

it.each([
  [{ from: { ...FROM, company_name: 'Sun Ltd' } }, 'Sun Ltd, Machynlleth'],
  [{ from: { ...FROM, city: '' } }, 'Angharad Kendall'],
])('a sender of %o is known as %o', (given, text) => {
  open(given)
  expect(facts()[0]).toBe(text)
})

it('writes each fact, and what is behind a press on it', async () => {
  server.on(listCostCenters, () => pageOf([center('BIND', '')]))
  const user = open({ reference: 'A', reference3: 'C', costcenter: ID, shipping_date: '2026-11-28' })
  await waitFor(() => expect(facts()[2]).toBe('BIND'))
  expect(facts()[1]).toMatch(/^Tomorrow, Saturday 28 November/)
  expect(facts()[3]).toBe('A, C')
  const change = screen.getByRole('button', { name: 'Change: Cost centre' })
  expect(change).toHaveAttribute('aria-expanded', 'false')
  await user.click(change)
  expect(change).toHaveAttribute('aria-expanded', 'true')
  expect(panels()).toEqual(['Cost centre'])
  await user.click(screen.getByRole('button', { name: /Cost centre$/, expanded: false }))
  await user.click(await screen.findByRole('option', { name: 'None' }))
  expect(values().costcenter).toBe('')
  expect(facts()[2]).toBe('None')
})

it.each([
  ['from.city', ['From']],
  ['shipping_date', ['Posting day']],
  ['reference3', ['Your reference']],
])('opens the fields behind a refused %s', async (name, names) => {
  const user = open({}, name)
  expect(panels()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'refuse' }))
  await waitFor(() => expect(panels()).toHaveLength(names.length))
})

it.each(['costcenter', 'reference'])('a choice of %s shows its error', async (name) => {
  server.on(listCostCenters, () => pageOf([center('BIND', 'Bindery')]))
  rules(rule('Desk', { choices: ['North'], required: true }))
  const user = open({}, name)
  await screen.findByRole('button', { name: 'Add: Desk' })
  await user.click(screen.getByRole('button', { name: 'refuse' }))
  await waitFor(() => expect(document.getElementById(name)).toHaveAccessibleDescription('Fill this in.'))
})

it('a chosen reference can be taken back, and says when it is required', async () => {
  rules(rule('Desk', { choices: ['North'], required: true }), rule('Bay', { choices: ['East'] }))
  const user = open({ reference: 'North' })
  await user.click(await screen.findByRole('button', { name: 'Change: Desk' }))
  expect(screen.getByText('required')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^North Desk/ }))
  await user.click(screen.getByRole('option', { name: 'None' }))
  expect(values().reference).toBe('')
})

it('a free reference without a rule is printed on the label, and there is one', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Add: Your reference' }))
  expect(field('reference')).not.toHaveAccessibleDescription()
  expect(field('reference')).not.toHaveAccessibleName(/required/)
  expect(document.querySelector('[name=reference2]')).toBeNull()
  fill('reference', 'x')
  expect(facts().at(-1)).toBe('x')
})

it.each([
  [false, ['From']],
  [true, []],
])('the fields of a sender that is not filled in are open unless it is known (%s)', (isSenderKnown, names) => {
  open({ from: emptyShippingForm(TODAY).from }, '', isSenderKnown)
  expect(panels()).toEqual(names)
})

it('a chosen sender is passed on, and is not offered to be saved again', async () => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  const other = { ...FROM, name: 'Bryn' }
  server.on(listShippers, () => pageOf([{ id: ID, alias: 'Angharad Kendall, Machynlleth', address: FROM }]))
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Change: From' }))
  expect(await screen.findByRole('button', { name: /^Angharad Kendall, Machynlleth Saved sender/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save as sender' })).toBeNull()
  expect(touched).toHaveBeenCalled()
  fill('from.name', 'Bryn')
  expect(screen.getByRole('button', { name: /Choose.* Saved sender/ })).toBeVisible()
  const saved = server.on(saveShipper, ({ body }) => ({ id: ID, ...body }))
  const asked = server.on(listShippers, () => pageOf([{ id: ID, alias: 'Bryn, Machynlleth', address: other }]))
  await user.click(screen.getByRole('button', { name: 'Save as sender' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(await screen.findByText(/saved/i, { selector: 'p[aria-live]' })).toBeVisible()
  expect(saved.map(({ body }) => body.alias)).toEqual(['Bryn, Machynlleth'])
  expect(screen.queryByRole('button', { name: 'Save as sender' })).toBeNull()
  fill('from.city', 'x'.repeat(40))
  await user.click(screen.getByRole('button', { name: 'Save as sender' }))
  await waitFor(() => expect(saved.at(-1)?.body.alias).toBe(`Bryn, ${'x'.repeat(34)}`))
})

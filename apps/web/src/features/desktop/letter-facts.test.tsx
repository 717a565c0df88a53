import { rateShipment } from '@postroom/contract/rate'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment, FROM } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { keepsForUser } from '../../testing/kept-for-user.ts'
import { changeOf, letterFacts, openLetters, openPricedLetters } from '../../testing/letters-page.ts'
import { field, summary } from '../../testing/shipping-form.ts'

const CENTER = { id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02', code: 'B', name: 'Bindery', is_active: true, version: '1' }
beforeEach(() => {
  keepsForUser()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(listCostCenters, () => pageOf([CENTER]))
})
const done = () => screen.getByRole('button', { name: 'Done' })

it('takes a slogan of 60 characters, no cost centre again, and closes a fact by Escape', async () => {
  const user = await openLetters()
  await waitFor(() => expect(letterFacts()).toMatchObject({ 'Cost centre': 'None', Slogan: 'None' }))
  expect(letterFacts()['Posting']).toMatch(/^Today, Wed \d+ \w+$/)
  await user.click(changeOf('Slogan'))
  expect(field('slogan')).toHaveAttribute('maxlength', '60')
  expect(field('slogan')).toHaveAttribute('spellcheck', 'true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const option of ['B Bindery', 'None']) {
    await user.click(changeOf('Cost centre'))
    await user.click(screen.getByRole('button', { name: /Cost centre$/ }))
    await user.click(screen.getByRole('option', { name: option }))
    await user.click(done())
    expect(letterFacts()['Cost centre']).toBe(option.replace('B ', ''))
  }
  await user.click(changeOf('Posting'))
  await user.click(screen.getByRole('button', { name: /^Today/ }))
  const days = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect([days[0], days[1]]).toEqual([expect.stringMatching(/^Today, Wed /), expect.stringMatching(/^Thu /)])
})

it('writes the sender on at most four lines of 48 characters', async () => {
  const long = { ...FROM, name: '', company_name: 'x'.repeat(60), address2: 'Unit 1', address3: 'Old Quay' }
  server.on(searchShipments, () => pageOf([aShipment({ from: long })]))
  const user = await openLetters()
  await user.click(changeOf('Return address'))
  await user.click(await screen.findByRole('button', { name: 'Use the sender’s address' }))
  const lines = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Line \d/ })
  expect(lines.map(({ value }) => value)).toEqual([
    'x'.repeat(48),
    '3 Stryd y Bont',
    'Unit 1, Old Quay',
    'Machynlleth SY20 8AE',
  ])
  // empty lines at the end are none
  await user.clear(lines[3]!)
  await user.clear(lines[2]!)
  await user.click(done())
  expect(screen.getByRole('tabpanel')).toHaveTextContent(`${'x'.repeat(48)}, 3 Stryd y Bont99`)
})

it('asks for the first sender that the office keeps, where nothing was sent yet', async () => {
  server.on(searchShipments, () => pageOf([]))
  const shippers = server.on(listShippers, () =>
    pageOf([{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', alias: 'A', address: FROM }]),
  )
  const user = await openLetters()
  await user.click(changeOf('Return address'))
  await user.click(await screen.findByRole('button', { name: 'Use the sender’s address' }))
  expect(screen.getByRole('textbox', { name: 'Line 1' })).toHaveValue('Angharad Kendall')
  expect(shippers.at(-1)?.query).toMatchObject({ length: 1 })
  expect(screen.queryByText(/^We do not know your address/)).toBeNull()
})

it('asks for no first sender where one is known', async () => {
  const shippers = server.on(listShippers, () => pageOf([]))
  await openPricedLetters()
  expect(shippers).toEqual([])
})

it('posts on the day that a Saturday guarantee is sold, on request', async () => {
  const asked = server.on(rateShipment, ratesOf)
  const user = await openPricedLetters()
  await user.click(await screen.findByRole('button', { name: /^Post on Friday/ }))
  await waitFor(() => expect(asked.at(-1)?.body.shipping_date).toBe(addDays(ukDateOf(new Date()), 2)))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Post on Friday/ })).toBeNull())
})

it('shows how many labels, and one label to scale', async () => {
  const user = await openPricedLetters()
  await user.type(field('labels'), '{Backspace}3')
  expect(within(summary()).getByText('× 3')).toBeVisible()
  expect(within(summary()).getByText(/^3 × 2nd Class letter/)).toBeVisible()
  expect(within(summary()).getByText('99.06 × 38.1 mm')).toBeVisible()
})

it('sends no form by Enter in a field', async () => {
  await openLetters()
  expect(fireEvent.submit(field('weight').form!)).toBe(false)
  expect(field('weight')).toHaveAttribute('maxlength', '12')
})

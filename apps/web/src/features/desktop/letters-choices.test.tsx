import { rateShipment } from '@postroom/contract/rate'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { keepsForUser } from '../../testing/kept-for-user.ts'
import { openPage } from '../../testing/open-page.tsx'
import { field, fill, priced, summary } from '../../testing/shipping-form.ts'

const CENTER = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  code: 'BIND',
  name: 'Bindery',
  is_active: true,
  version: '1',
}
let kept: Record<string, unknown>
beforeEach(() => {
  kept = keepsForUser()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(listCostCenters, () => pageOf([CENTER]))
})
async function openPriced() {
  const user = openPage('/app/desktop')
  await screen.findByRole('grid', { name: 'Places on the sheet' })
  await waitFor(() => expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(1))
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await waitFor(priced)
  return user
}
const facts = () => {
  const names = [...document.querySelectorAll('dt')].filter((name) => name.nextElementSibling?.tagName === 'DD')
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]))
}
const change = (fact: string) => screen.getByRole('button', { name: `Change: ${fact}` })
const done = () => screen.getByRole('button', { name: 'Done' })

it('slogan, return address, day and cost centre are one for all labels, and show on the sketch', async () => {
  const device = pairDevice()
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const bought = server.on(processShipment, () => new Refusal('spending_limit'))
  const user = await openPriced()
  await waitFor(() => expect(facts()).toMatchObject({ 'Cost centre': 'None' }))
  expect(facts()['Return address']).toBe('Not on the label')
  await user.click(change('Return address'))
  await user.click(screen.getByRole('button', { name: 'Use the sender’s address' }))
  const lines = screen.getAllByRole('textbox', { name: /^Line \d/ })
  expect(lines.map((line) => (line as HTMLInputElement).value)).toEqual([
    'Angharad Kendall',
    '3 Stryd y Bont',
    'Machynlleth SY20 8AE',
    '',
  ])
  await user.click(screen.getByRole('button', { name: 'No return address' }))
  expect(lines.map((line) => line.getAttribute('maxlength'))).toEqual(['48', '48', '48', '48'])
  await user.type(lines[1]!, 'Truro')
  await user.type(lines[0]!, 'Kiln')
  await user.click(done())
  expect(facts()['Return address']).toBe('Kiln')
  await user.click(change('Cost centre'))
  await user.click(screen.getByRole('button', { name: /^(None|Cost centre)/ }))
  await user.click(await screen.findByRole('option', { name: 'BIND Bindery' }))
  await user.click(done())
  expect(facts()['Cost centre']).toBe('Bindery')
  const tomorrow = addDays(ukDateOf(new Date()), 1)
  await user.click(change('Posting'))
  await user.click(screen.getByRole('button', { name: /^(Today|Posting)/ }))
  const days = await screen.findAllByRole('option')
  expect(days[0]).toHaveTextContent(/^Today/)
  expect(days).toHaveLength(8)
  await user.click(days[1]!)
  await user.click(done())
  await waitFor(priced)
  const sketch = screen.getByRole('tabpanel')
  expect(sketch).toHaveTextContent('Kiln, Truro')
  expect(sketch).toHaveTextContent('2nd Class')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({
    shipping_date: tomorrow,
    costcenter: [{ id: CENTER.id }],
    meta_data: { ERA: 'Kiln\nTruro' },
  })
})

it('the sheet shows each chosen place, to scale', async () => {
  const user = await openPriced()
  await user.type(field('labels'), '{Backspace}2')
  await user.click(screen.getByRole('tab', { name: /[Ss]heet/ }))
  const sheet = within(screen.getByRole('tabpanel')).getByRole('img')
  expect(sheet).toHaveAttribute('viewBox', '0 0 210000 297000')
  const places = [...sheet.querySelectorAll('rect')].map((place) => place.getAttribute('x'))
  expect(new Set(places).size).toBe(2)
})

it('a changed price is asked for again, and bought only when pressed again', async () => {
  pairDevice()
  const bought = server.on(processShipment, () => new Refusal('price_changed'))
  const user = await openPriced()
  const asked = server.on(rateShipment, ratesOf)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked).not.toEqual([]))
  await waitFor(priced)
  expect(bought).toHaveLength(1)
  expect(await screen.findByText(/price has changed/i)).toBeVisible()
})

it('buys nothing that the printer refuses, and asks for prices again on request', async () => {
  const device = pairDevice()
  device.on('print.check', ({ documents }) => ({
    verdicts: documents.map(({ kind }) => ({
      kind,
      verdict: 'refused' as const,
      error: { code: 'media_empty', description: '' },
    })),
  }))
  const bought = server.on(processShipment, () => aShipment())
  const user = await openPriced()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText(/out of paper/)).toBeVisible()
  expect(bought).toEqual([])
  server.on(rateShipment, () => UNREACHABLE)
  fill('weight', '95g')
  const again = await within(summary()).findByRole('button', { name: /again/i })
  server.on(rateShipment, ratesOf)
  await user.click(again)
  expect((await within(summary()).findAllByText(/2nd Class/))[0]).toBeVisible()
})

it('prints one test label, which is no purchase', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const printed = aShipment({ status: 'test' })
  const tests = server.on(processShipment, () => printed)
  server.on(getShipment, () => printed)
  const user = await openPriced()
  const test = screen.getByRole('button', { name: 'Test print' })
  await waitFor(() => expect(test).toBeEnabled())
  await user.click(test)
  await waitFor(() => expect(tests.map(({ query }) => query.test)).toEqual(['true']))
  await waitFor(() => expect(prints).toHaveLength(1))
})

const preset = (name: string) => ({
  name,
  packaging: 'letter',
  weight: '50g',
  service: '2',
  label_name: 'L7163',
  slogan: '',
  return_address: '',
  costcenter: '',
})

it('a preset of the same name is replaced; the twenty-first is refused', async () => {
  kept['letters.presets'] = Array.from({ length: 20 }, (_, index) => preset(`Preset ${index}`))
  const user = await openPriced()
  await screen.findByRole('button', { name: /Presets/ })
  await user.click(screen.getByRole('button', { name: 'Save as preset' }))
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toBeDisabled()
  await user.type(field('preset_name'), 'Another')
  expect(field('preset_name')).toHaveAccessibleDescription(/20/)
  expect(save).toBeDisabled()
  await user.clear(field('preset_name'))
  await user.type(field('preset_name'), ' Preset 7 ')
  expect(field('preset_name')).toHaveAttribute('maxlength', '40')
  await user.click(save)
  const names = () => (kept['letters.presets'] as ReturnType<typeof preset>[]).map(({ name, weight }) => [name, weight])
  await waitFor(() => expect(names()[0]).toEqual(['Preset 7', '90g']))
  expect(names()).toHaveLength(20)
})

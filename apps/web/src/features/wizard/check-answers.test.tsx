import { getBalance } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { USER } from '../../testing/a-user.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { CONFIGS, PRINTER } from '../../testing/fake-device.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { readyToBuy, reportJob } from '../../testing/ready-to-buy.ts'
import { BOOK, chooseCountry, field, fill, fillAll, writeAddress } from '../../testing/shipping-form.ts'

const LITE = { ...USER, plan: 'lite' as const }
const question = (name: string) => screen.findByRole('heading', { level: 1, name })
const proceed = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Continue' }))
const soFar = () => screen.getByRole('complementary', { name: 'So far' })
const facts = (scope: ParentNode = document) =>
  Object.fromEntries(
    [...scope.querySelectorAll('dt')].map((name) => [
      name.textContent,
      [...name.nextElementSibling!.children].map(({ textContent }) => textContent),
    ]),
  )

/** Answers the questions up to the weight. */
async function answer(user: UserEvent, format: RegExp, measures: Record<string, string>): Promise<void> {
  await question('Who is it for?')
  await writeAddress(user)
  fillAll({
    'to.name': 'Ann',
    'to.company_name': 'Hafren Books',
    'to.address1': '14 Heol y Gogledd',
    'to.city': 'Hay',
    'to.postal_code': 'hr35aa',
  })
  await proceed(user)
  await question('What are you sending?')
  await user.click(screen.getByRole('radio', { name: format }))
  await proceed(user)
  await question('How heavy is it?')
  fillAll(measures)
  await proceed(user)
}
async function toCheck(user: UserEvent): Promise<void> {
  await question('How fast must it arrive?')
  await within(await screen.findByRole('radiogroup', { name: 'How fast must it arrive?' })).findAllByRole('radio')
  await proceed(user)
  await question('Where should it come back to?')
  await proceed(user)
  await question('Check and buy')
}
const open = () => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  return openPage('/app/wizard', LITE)
}

it('sums up each answer before its question, and the price from the speed on', async () => {
  const user = open()
  await question('Who is it for?')
  expect(Object.keys(facts(soFar()))).toEqual(['Posting'])
  await answer(user, /^Small parcel/, { weight: '1.2kg', length: '30', width: '20', height: '10' })
  await question('How fast must it arrive?')
  await waitFor(() => expect(soFar()).toHaveTextContent(/With Tracked 48/))
  expect(facts(soFar())).toMatchObject({
    To: ['Ann', 'Hay, HR3 5AA'],
    What: ['Small parcel, 1.2 kg, 30 × 20 × 10 cm'],
    Posting: [expect.stringMatching(/^Today, Wed/)],
  })
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await question('How heavy is it?')
  // what is asked now is not answered yet
  expect(facts(soFar())['What']).toEqual(['Small parcel'])
})

it('shows every answer with its lines, what is left afterwards, and until when it can be voided', async () => {
  readyToBuy()
  const user = open()
  await answer(user, /^Small parcel/, { weight: '1.2kg', length: '30', width: '20', height: '10' })
  await toCheck(user)
  const label = screen.getByRole('complementary', { name: 'Your label' })
  expect(label).toHaveTextContent(/HR3 5AA/)
  expect(facts()).toMatchObject({
    To: ['Ann', 'Hafren Books', '14 Heol y Gogledd', 'Hay', 'HR3 5AA'],
    What: ['Small parcel'],
    Weight: ['1.2 kg, 30 × 20 × 10 cm'],
    Service: ['Tracked 48', expect.stringMatching(/aim · Tracked · cover £150$/)],
    Posting: [expect.stringMatching(/^Today, Wednesday/)],
    From: ['Angharad Kendall, 3 Stryd y Bont, Machynlleth, SY20 8AE'],
    'Your reference': ['None'],
    Printer: ['Virtual printer at Reception PC'],
  })
  expect(facts()).not.toHaveProperty('Contents')
  const price = Number(/£(\d+\.\d\d)/.exec(screen.getByRole('button', { name: /^Buy and print for/ }).textContent)![1])
  expect(
    screen.getByText(new RegExp(`^Balance after it: £${(50 - price).toFixed(2)}\\. You can void it until \\w+day`)),
  ).toBeVisible()
})

it('promises no balance while it is not known, nor where it is not enough', async () => {
  readyToBuy()
  server.on(getBalance, () => UNREACHABLE)
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  expect(screen.queryByText(/^Balance after it/)).toBeNull()
})

it('asks for an own format, day and printer, names the documents as contents, and the form printer too', async () => {
  const { device } = readyToBuy()
  const printers = [PRINTER, { ...PRINTER, id: 'office', name: 'Office printer', media_ready: [] }]
  const config = { ...CONFIGS, form: { ...CONFIGS.form, printerId: 'office' } }
  device.on('status', () => ({ alias: '', version: '1.0.0', printers, scales: [], config }))
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/wizard')
  await question('Who is it for?')
  await chooseCountry(user, 'France')
  await writeAddress(user)
  fillAll({
    'to.name': 'Élodie',
    'to.address1': '18 rue de la Roquette',
    'to.city': 'Paris',
    'to.postal_code': '75011',
  })
  await proceed(user)
  await question('What are you sending?')
  await proceed(user)
  await question('How heavy is it?')
  fill('weight', '1.2kg')
  await proceed(user)
  await question('What is in it?')
  fillAll(BOOK)
  await proceed(user)
  await toCheck(user)
  expect(facts()).toMatchObject({
    Contents: ['1 × Hardback book'],
    Printer: ['Virtual printer at Reception PC', 'Office printer at Reception PC'],
  })
  await user.click(screen.getByRole('button', { name: 'Change: Posting' }))
  await question('When will you post it?')
  expect(screen.getByText('The price and the day of arrival depend on it.')).toBeVisible()
  expect(screen.queryByText(/^Question \d/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /Posting/ }))
  await user.click(screen.getByRole('option', { name: /^Tomorrow/ }))
  await proceed(user)
  await question('Check and buy')
  expect(facts()['Posting']).toEqual([expect.stringMatching(/^Tomorrow, Thursday/)])
}, 20_000)

it('names no printer that is not there', async () => {
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  expect(facts()['Printer']).toEqual(['No mailing printer is set'])
})

it('asks again on the spot for an answer that is not valid any more, when it is bought', async () => {
  const { purchases } = readyToBuy()
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  await user.click(screen.getByRole('button', { name: 'Change: Your reference' }))
  await question('What is your reference?')
  fill('reference', 'x'.repeat(21))
  // which skips the check of this answer
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await question('Check and buy')
  await user.click(await screen.findByRole('button', { name: /^Buy and print for £/ }))
  await question('What is your reference?')
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveFocus()
  expect(field('reference')).toBeInvalid()
  expect(purchases).toEqual([])
})

it('says why there is no price in the check, and asks for it again', async () => {
  readyToBuy()
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  await user.click(screen.getByRole('button', { name: 'Change: Weight' }))
  await question('How heavy is it?')
  server.on(rateShipment, () => UNREACHABLE)
  fill('weight', '95g')
  await proceed(user)
  await question('Check and buy')
  expect(await screen.findByText('Prices could not be fetched')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Buy and print' })).toBeEnabled()
  expect(facts()['Service']).toEqual([])
  expect(screen.queryByText(/^Balance after it/)).toBeNull()
  server.on(rateShipment, ratesOf)
  await user.click(screen.getByRole('button', { name: /^(?!Start).*again$/i }))
  expect(await screen.findByRole('button', { name: /^Buy and print for £/ })).toBeVisible()
})

it('sends another to the same addressee, from what it is on', async () => {
  const { device, prints } = readyToBuy()
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  await user.click(await screen.findByRole('button', { name: /^Buy and print for £/ }))
  await waitFor(() => expect(prints).toHaveLength(1))
  reportJob(device, prints[0]!.job_id, 'printed')
  await user.click(await screen.findByRole('button', { name: /another/i }))
  await question('What are you sending?')
  expect(soFar()).toHaveTextContent(/Marguerite Llewellyn/)
})

it('goes on and buys by keys', async () => {
  const { purchases } = readyToBuy()
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await question('How fast must it arrive?')
  await within(await screen.findByRole('radiogroup', { name: 'How fast must it arrive?' })).findAllByRole('radio')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await question('Where should it come back to?')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await question('Check and buy')
  expect(purchases).toEqual([])
  await screen.findByRole('button', { name: /^Buy and print for £/ })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(purchases).toHaveLength(1))
})

it('waits for the prices only at the question that was answered', async () => {
  server.on(rateShipment, () => new Promise<never>(() => {}))
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await question('How fast must it arrive?')
  await proceed(user)
  await waitFor(() => expect(screen.getByRole('button', { name: /^Continue/ })).toHaveAttribute('data-pending', 'true'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await question('How heavy is it?')
  server.on(rateShipment, ratesOf)
  fill('weight', '95g')
  await waitFor(() => expect(soFar()).toHaveTextContent(/Total so far £\d/))
  expect(screen.getByRole('heading', { level: 1, name: 'How heavy is it?' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Continue/ })).not.toHaveAttribute('data-pending')
})

it('takes no other press while it buys', async () => {
  readyToBuy()
  const { promise, resolve } = Promise.withResolvers<Refusal>()
  server.on(processShipment, () => promise)
  const user = open()
  await answer(user, /^Letter/, { weight: '90g' })
  await toCheck(user)
  await user.click(await screen.findByRole('button', { name: /^Buy and print for £/ }))
  const buying = await screen.findByRole('button', { name: /^Buying/ })
  expect(buying).toHaveAttribute('data-pending', 'true')
  expect(screen.getByRole('button', { name: 'Start again' })).toBeDisabled()
  resolve(new Refusal('spending_limit'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start again' })).toBeEnabled())
})

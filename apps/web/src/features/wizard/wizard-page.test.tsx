import { listDrafts } from '@postroom/contract/draft'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { fieldError } from '@postroom/contract/field-errors'
import { processShipment } from '@postroom/contract/shipment'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { USER } from '../../testing/a-user.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { rateShipment } from '@postroom/contract/rate'
import { openPage } from '../../testing/open-page.tsx'
import { readyToBuy } from '../../testing/ready-to-buy.ts'
import { BOOK, chooseCountry, field, fill, fillAll, writeAddress } from '../../testing/shipping-form.ts'

const LITE = { ...USER, plan: 'lite' as const }
const question = (name: string) => screen.findByRole('heading', { level: 1, name })
const proceed = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Continue' }))
const soFar = () => screen.getByRole('complementary', { name: 'So far' })
const speeds = () => screen.findByRole('radiogroup', { name: 'How fast must it arrive?' })

async function answerTo(user: UserEvent): Promise<void> {
  await question('Who is it for?')
  await writeAddress(user)
  fillAll({
    'to.name': 'Marguerite Llewellyn',
    'to.address1': '14 Heol y Gogledd',
    'to.city': 'Aberystwyth',
    'to.postal_code': 'SY23 2HT',
  })
  await proceed(user)
  await question('What are you sending?')
}

async function answerWhat(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('radio', { name: /^Letter/ }))
  await proceed(user)
  await question('How heavy is it?')
  fill('weight', '90g')
  await proceed(user)
}

/** Answers every question: a letter of 90 g, 1st Class Signed For, from the last sender. */
async function answerAll(): Promise<UserEvent> {
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/wizard', LITE)
  await answerTo(user)
  await answerWhat(user)
  await user.click(await within(await speeds()).findByRole('radio', { name: /1st Class Signed For/ }))
  await proceed(user)
  await question('Where should it come back to?')
  await proceed(user)
  await question('Check and buy')
  return user
}

it('asks one question a page, sums up what was answered, and buys and prints what was checked', async () => {
  const { purchases, prints } = readyToBuy()
  const user = await answerAll()
  const rows = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(rows.join(' | ')).toMatch(/Marguerite Llewellyn.*Aberystwyth.*Letter.*90 g.*1st Class Signed For.*Today/)
  await user.click(await screen.findByRole('button', { name: 'Buy and print for £3.80' }))
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases.map(({ body }) => [body.service, body.to.city, body.charges?.total_charge])).toEqual([
    ['1SF', 'Aberystwyth', 380],
  ])
  // the next purchase begins with its first question, below the result
  await question('Who is it for?')
  expect(screen.getByRole('region', { name: /^(Being printed|Printed): / })).toBeVisible()
  expect(screen.queryByText('Marguerite Llewellyn', { selector: 'address *' })).toBeNull()
})

it('numbers the questions, and shows the answers so far with the price as soon as it is known', async () => {
  const user = openPage('/app/wizard', LITE)
  expect(await screen.findByText('Question 1 of 5')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await answerTo(user)
  expect(screen.getByText('Question 2 of 5')).toBeVisible()
  expect(soFar()).toHaveTextContent(/Marguerite Llewellyn.*Aberystwyth, SY23 2HT/)
  expect(soFar()).not.toHaveTextContent('£')
  await answerWhat(user)
  await speeds()
  await waitFor(() => expect(soFar()).toHaveTextContent(/Total so far £\d/))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await question('How heavy is it?')
  expect(field('weight')).toHaveValue('90g')
})

it('leads a changed answer back to the check, and asks again for what is refused there', async () => {
  const { purchases } = readyToBuy()
  const user = await answerAll()
  await user.click(screen.getByRole('button', { name: 'Change: What' }))
  await question('What are you sending?')
  await user.click(screen.getByRole('radio', { name: /^Large letter/ }))
  await proceed(user)
  await question('Check and buy')
  expect(await screen.findByRole('button', { name: /^Buy and print for £(?!3\.80)/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change: To' }))
  await question('Who is it for?')
  fill('to.postal_code', 'NOT A CODE')
  await proceed(user)
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveTextContent(/Postcode/)
  expect(screen.getByRole('heading', { level: 1, name: 'Who is it for?' })).toBeVisible()
  expect(purchases).toHaveLength(0)
})

it('asks for the contents where customs want to know them, and says what is missing there', async () => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/wizard')
  await question('Who is it for?')
  await chooseCountry(user, 'France')
  await writeAddress(user)
  fillAll({ 'to.name': 'Élodie Lefèvre', 'to.address1': '18 rue de la Roquette', 'to.city': 'Paris' })
  fill('to.postal_code', '75011')
  await proceed(user)
  await question('What are you sending?')
  await proceed(user)
  await question('How heavy is it?')
  fill('weight', '1.2kg')
  await proceed(user)
  await question('What is in it?')
  expect(screen.getByText('Question 4 of 6')).toBeVisible()
  await proceed(user)
  const problem = await screen.findByRole('alert', { name: 'There is a problem' })
  expect(within(problem).getByRole('link', { name: /Item 1 – Description/ })).toBeVisible()
  fillAll(BOOK)
  await proceed(user)
  await question('How fast must it arrive?')
  await within(await speeds()).findAllByRole('radio')
  await proceed(user)
  await question('Where should it come back to?')
  await proceed(user)
  await question('Check and buy')
  expect(screen.getByText('1 × Hardback book')).toBeVisible()
})

it('asks nothing about the contents of an item that the plan does not sell', async () => {
  server.on(rateShipment, (request) => ({ ...(ratesOf(request) as AnswerOf<typeof rateShipment>), data: [] }))
  const user = openPage('/app/wizard', LITE)
  await question('Who is it for?')
  await chooseCountry(user, 'France')
  await writeAddress(user)
  fillAll({ 'to.name': 'Élodie Lefèvre', 'to.address1': '18 rue de la Roquette', 'to.city': 'Paris' })
  fill('to.postal_code', '75011')
  await proceed(user)
  await question('What are you sending?')
  await proceed(user)
  await question('How heavy is it?')
  fill('weight', '1.2kg')
  await proceed(user)
  await question('How fast must it arrive?')
  expect(await screen.findByText('Question 4 of 5')).toBeVisible()
  expect(await screen.findByText(/No service/)).toBeVisible()
})

it('asks for a reference that the server has refused, and goes back to the check', async () => {
  readyToBuy()
  const user = await answerAll()
  server.on(processShipment, () => new Refusal('invalid_request', { fields: [fieldError('references.0', 'required')] }))
  await user.click(await screen.findByRole('button', { name: 'Buy and print for £3.80' }))
  await question('What is your reference?')
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveFocus()
  fill('reference', 'A-17')
  await proceed(user)
  await question('Check and buy')
  expect(screen.getByText('A-17', { selector: 'dd *' })).toBeVisible()
})

it('asks where the organisation has cost centres which of them pays', async () => {
  const { purchases } = readyToBuy()
  const id = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03'
  server.on(listCostCenters, () => pageOf([{ id, code: 'OFF', name: 'Office', is_active: true, version: 'o1' }]))
  const user = await answerAll()
  await user.click(screen.getByRole('button', { name: 'Change: Your reference' }))
  await question('What is your reference?')
  await user.click(await screen.findByRole('button', { name: /Cost centre/ }))
  await user.click(await screen.findByRole('option', { name: /Office/ }))
  await proceed(user)
  await question('Check and buy')
  await user.click(await screen.findByRole('button', { name: 'Buy and print for £3.80' }))
  await waitFor(() => expect(purchases[0]?.body.costcenter).toEqual([{ id }]))
})

it('asks again for a question that is left without an answer, and says what is missing', async () => {
  const user = openPage('/app/wizard?step=check', LITE)
  await question('Who is it for?')
  await writeAddress(user)
  await proceed(user)
  const problem = await screen.findByRole('alert', { name: 'There is a problem' })
  await waitFor(() => expect(problem).toHaveFocus())
  await user.click(within(problem).getByRole('link', { name: /Address/ }))
  expect(field('to.address1')).toHaveFocus()
})

it('says what is missing while nobody is chosen', async () => {
  const user = openPage('/app/wizard', LITE)
  await question('Who is it for?')
  await proceed(user)
  const problem = await screen.findByRole('alert', { name: 'There is a problem' })
  await waitFor(() => expect(problem).toHaveFocus())
  expect(within(problem).getByRole('link', { name: /Address/ })).toBeVisible()
})

it('waits for the prices when Continue is pressed while they load, then goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(rateShipment, async (request) => {
    await promise
    return ratesOf(request)
  })
  const user = openPage('/app/wizard', LITE)
  await answerTo(user)
  await answerWhat(user)
  await question('How fast must it arrive?')
  await proceed(user)
  await waitFor(() => expect(screen.getByRole('button', { name: /^Continue/ })).toHaveAttribute('data-pending', 'true'))
  expect(screen.getByRole('group', { name: 'What to know before buying' })).not.toHaveFocus()
  resolve()
  await question('Where should it come back to?')
})

it('offers more cover with the service that has it, and shows it with the price in the check', async () => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/wizard', LITE)
  await answerTo(user)
  await answerWhat(user)
  const list = await speeds()
  expect(screen.queryByRole('button', { name: /Compensation|Cover/ })).toBeNull()
  await user.click(await within(list).findByRole('radio', { name: /Special Delivery by 1pm/ }))
  await user.click(await screen.findByRole('button', { name: /Compensation|Cover/ }))
  await user.click(await screen.findByRole('option', { name: /£1,000/ }))
  await proceed(user)
  await question('Where should it come back to?')
  await proceed(user)
  await question('Check and buy')
  await waitFor(() => expect(screen.getByText(/cover £1,000/, { selector: 'dd *' })).toBeVisible())
})

it('names the printer of the label among the answers', async () => {
  readyToBuy()
  await answerAll()
  const [printer] = screen.getAllByRole('definition').filter(({ textContent }) => /Virtual printer/.test(textContent))
  expect(printer).toHaveTextContent(/^Virtual printer at /)
  expect(screen.getByRole('link', { name: 'Change: Printer' })).toHaveAttribute('href', '/app/device-preferences')
})

it('says why there are no prices, and asks for them again', async () => {
  server.on(rateShipment, () => UNREACHABLE)
  const user = openPage('/app/wizard', LITE)
  await answerTo(user)
  await answerWhat(user)
  expect(await screen.findByText('Prices could not be fetched')).toBeVisible()
  await proceed(user)
  expect(screen.getByRole('group', { name: 'What to know before buying' })).toHaveFocus()
  expect(screen.getByRole('heading', { level: 1, name: 'How fast must it arrive?' })).toBeVisible()
})

it('starts again with empty answers', async () => {
  const user = await answerAll()
  await user.click(screen.getByRole('button', { name: 'Start again' }))
  await question('Who is it for?')
  expect(screen.queryByText('Aberystwyth, SY23 2HT')).toBeNull()
})

it('offers the answers of an earlier visit', async () => {
  const to = { ...aShipment().to, name: 'Idris Pembroke' }
  const draft = { id: crypto.randomUUID(), form: 'wizard', label: 'Idris Pembroke, Hay', values: { to } }
  server.on(listDrafts, () => ({ data: [{ ...draft, saved_at: new Date().toISOString() }] }))
  const user = openPage('/app/wizard', LITE)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByRole('region', { name: 'To' })).toHaveTextContent('Idris Pembroke')
})

it('is where a Lite user goes who opens the address book, and in their navigation', async () => {
  openPage('/app/addressbook', LITE)
  await question('Who is it for?')
  expect(location.pathname).toBe('/app/wizard')
  const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
  expect(navigation.getByRole('link', { name: 'Send an item' })).toHaveAttribute('aria-current', 'page')
  expect(navigation.queryByRole('link', { name: 'Address book' })).toBeNull()
})

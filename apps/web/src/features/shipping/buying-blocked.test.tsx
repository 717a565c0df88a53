import { askForTopUp, getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { answerAsUsual, pageOf } from '../../testing/answers.ts'
import { pairTwoDevices } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { button, inSummary, readyToBuy, SHIPMENT } from '../../testing/ready-to-buy.ts'
import { fillLargeLetter, pressBuy } from '../../testing/shipping-form.ts'

it.each<[string, () => void, string | RegExp]>([
  ['no account', () => void server.on(listCarrierAccounts, () => pageOf([])), /^There is no active account/],
  [
    'too little money',
    () =>
      void server.on(getBalance, () => ({
        account_id: SHIPMENT.by,
        currency: 'GBP' as const,
        balance: 1_50,
        posted: 1_50,
        held: 0,
      })),
    'Your balance is £1.50. This costs £1.90: you are £0.40 short.',
  ],
  [
    'an unknown balance',
    () => void server.on(getBalance, () => new Refusal('invalid_request')),
    /^Your balance could not/,
  ],
])('blocks buying with %s, and says so', async (_case, answer, words) => {
  const { purchases } = readyToBuy()
  answer()
  await fillLargeLetter()
  expect(await inSummary().findByText(words)).toBeVisible()
  for (const buy of screen.getAllByRole('button', { name: 'Buy and print' })) expect(buy).toBeEnabled()
  pressBuy()
  const reasons = screen.getByRole('group', { name: 'What to know before buying' })
  await waitFor(() => expect(reasons).toHaveFocus())
  expect(within(reasons).getByText(words)).toBeVisible()
  expect(purchases).toEqual([])
})

it('loads the balance again when asked to', async () => {
  readyToBuy()
  server.on(getBalance, () => new Refusal('invalid_request'))
  await fillLargeLetter()
  await inSummary().findByText(/^Your balance could not/)
  answerAsUsual()
  button('Try again').click()
  await waitFor(() => expect(inSummary().queryByText(/^Your balance could not/)).toBeNull())
})

it('buys nothing when the printer refuses the label, and leads to the printers', async () => {
  const { device, purchases } = readyToBuy()
  const checks = device.on('print.check', () => ({
    verdicts: [{ kind: 'mailing', verdict: 'refused', error: { code: 'media_mismatch', description: 'Wrong media' } }],
  }))
  await fillLargeLetter()
  pressBuy()
  expect(await inSummary().findByRole('alert')).toHaveTextContent(/^Nothing was bought/)
  expect(inSummary().getByRole('link', { name: 'Printer preferences' })).toHaveAttribute(
    'href',
    '/app/device-preferences',
  )
  expect(checks[0]?.documents).toEqual([{ kind: 'mailing', width_mm: 101.6, height_mm: 152.4 }])
  expect(purchases).toEqual([])
})

it('buys when the printer could not be checked, and says so', async () => {
  const { device, prints } = readyToBuy()
  device.on('print.check', () => 'answer_too_large')
  await fillLargeLetter()
  pressBuy()
  const doubt = 'The mailing printer did not report its paper, so it was not checked before buying.'
  expect(await inSummary().findByText(doubt)).toBeVisible()
  expect(inSummary().queryByRole('alert')).toBeNull()
  await waitFor(() => expect(prints).toHaveLength(1))
})

it('names the workstation whose printer could not be checked', async () => {
  const { reception, office } = pairTwoDevices()
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.mailing', office.hub.id)
  office.on('print.check', () => 'answer_too_large')
  office.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  server.on(processShipment, () => SHIPMENT)
  server.on(getShipment, () => SHIPMENT)
  await fillLargeLetter()
  pressBuy()
  expect(await inSummary().findByText(/^At Back office: The mailing printer did not/)).toBeVisible()
  expect(await screen.findByText('At Back office: The label is printed.')).toBeVisible()
  expect(localStorage.getItem('postroom.jobs_sent')).toBe(`${SHIPMENT.id}:first:label`)
})

it('asks a manager for the missing money', async () => {
  readyToBuy()
  const asked = server.on(askForTopUp, ({ params }) => ({ account_id: params.accountId }))
  server.on(getBalance, () => ({
    account_id: SHIPMENT.by,
    currency: 'GBP' as const,
    balance: 1_50,
    posted: 1_50,
    held: 0,
  }))
  const user = await fillLargeLetter()
  await user.click(await inSummary().findByRole('button', { name: 'Ask a manager' }))
  expect(await inSummary().findByText('The managers have been asked by mail.')).toBeVisible()
  expect(asked.map(({ body }) => body.missing)).toEqual([40])
})

import {
  CHARGE_CONSENT,
  confirmAutomaticTopUp,
  endAutomaticTopUp,
  getAutomaticTopUp,
  resumeAutomaticTopUp,
  saveAutomaticTopUp,
  type AutomaticTopUp,
} from '@postroom/contract/automatic-top-up'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { takesCards } from '../../../testing/takes-cards.ts'

const OFF: AutomaticTopUp = { state: 'off', charged: 0, is_card_asked: false }
const ON: AutomaticTopUp = {
  state: 'on',
  terms: { threshold: 20_00, amount: 50_00, most_a_day: 3 },
  card: { brand: 'visa', last4: '4242', expires: '2030-04' },
  charged: 1,
  is_card_asked: false,
}
const URL_OF_STRIPE = 'https://checkout.stripe.com/c/pay/cs_1'

const left = takesCards()

async function opened(state: AutomaticTopUp) {
  server.on(getAutomaticTopUp, () => state)
  const user = openPage('/app/administration?view=account')
  return { user, card: within(await screen.findByRole('region', { name: /^Automatic top-up/ })) }
}

it('is off, and leads to the page for the card only with consent', async () => {
  const calls = server.on(saveAutomaticTopUp, () => ({ ...OFF, is_card_asked: true, url: URL_OF_STRIPE }))
  const { user, card } = await opened(OFF)
  expect(card.getByText('Off')).toBeVisible()
  expect(card.getByText(/^A saved card can be charged when the balance falls below/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Turn on' }))
  expect(card.queryByText(/^A saved card can be charged when/)).toBeNull()
  await user.click(card.getByRole('button', { name: 'Enter the card at Stripe' }))
  expect(card.getByRole('alert')).toHaveTextContent('The card can only be charged if you agree.')
  await user.clear(card.getByRole('textbox', { name: /^Charge/ }))
  await user.type(card.getByRole('textbox', { name: /^Charge/ }), '4')
  await user.click(card.getByRole('checkbox'))
  await user.click(card.getByRole('button', { name: 'Enter the card at Stripe' }))
  expect(card.getByText('Enter an amount from £5.00 to £5,000.00.')).toBeVisible()
  await user.type(card.getByRole('textbox', { name: /^Charge/ }), '0')
  await user.click(card.getByRole('button', { name: 'Enter the card at Stripe' }))
  await waitFor(() => expect(left).toEqual([URL_OF_STRIPE]))
  const body = { threshold: 20_00, amount: 40_00, most_a_day: 1, consent: CHARGE_CONSENT, other_card: false }
  expect(calls).toMatchObject([{ body }])
  expect(card.getByText(/A card has not been entered yet/)).toBeVisible()
})

it('shows terms and card, and is turned off after a question', async () => {
  const calls = server.on(endAutomaticTopUp, () => OFF)
  const { user, card } = await opened(ON)
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '£20.00',
    '£50.00',
    '1 of 3',
    'VISA ending in 4242, until 04/2030',
  ])
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(card.getByText('Off')).toBeVisible())
  expect(calls).toHaveLength(1)
})

it('says why it is paused, and goes on when asked', async () => {
  server.on(resumeAutomaticTopUp, () => ON)
  const { user, card } = await opened({ ...ON, state: 'paused', paused_for: 'card_expired' })
  expect(card.getByText('The card has expired')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Continue' }))
  expect(await card.findByText('On')).toBeVisible()
})

it('leads to the page on which a charge is confirmed', async () => {
  server.on(confirmAutomaticTopUp, ({ params: _account }) => ({ ...ON, url: URL_OF_STRIPE }))
  const { user, card } = await opened({ ...ON, state: 'unconfirmed', unconfirmed: 50_00 })
  expect(card.getByText('Waiting for confirmation')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Confirm £50.00' }))
  await waitFor(() => expect(left).toEqual([URL_OF_STRIPE]))
})

it('tries again when it is not loaded', async () => {
  server.on(getAutomaticTopUp, () => UNREACHABLE)
  const user = openPage('/app/administration?view=account')
  await screen.findByText('Automatic top-up could not be loaded.', {}, { timeout: 8_000 })
  server.on(getAutomaticTopUp, () => ON)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('VISA ending in 4242, until 04/2030')).toBeVisible()
})

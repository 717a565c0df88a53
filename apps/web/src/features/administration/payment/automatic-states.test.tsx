import {
  CHARGE_CONSENT,
  endAutomaticTopUp,
  getAutomaticTopUp,
  resumeAutomaticTopUp,
  saveAutomaticTopUp,
  type AutomaticTopUp,
} from '@postroom/contract/automatic-top-up'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { account } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { takesCards } from '../../../testing/takes-cards.ts'

const OFF: AutomaticTopUp = { state: 'off', charged: 0, is_card_asked: false }
const TERMS = { threshold: 20_00, amount: 50_00, most_a_day: 3 }
const CARD = { brand: 'visa', last4: '4242', expires: '2030-04' }
const ON: AutomaticTopUp = { ...OFF, state: 'on', terms: TERMS, card: CARD }
const STRIPE = 'https://checkout.stripe.com/c/pay/cs_1'

const left = takesCards()

async function open(state: AutomaticTopUp) {
  const asked = server.on(getAutomaticTopUp, () => state)
  const user = openPage('/app/administration?view=account')
  return { user, asked, card: within(await screen.findByRole('region', { name: /^Automatic top-up/ })) }
}

it.each([
  [OFF, 'Off', 'neutral', ['Turn on']],
  [{ ...OFF, is_card_asked: true }, 'Off', 'neutral', ['Change', 'Turn off']],
  [ON, 'On', 'good', ['Change', 'Use another card', 'Turn off']],
  [{ ...OFF, state: 'on', terms: TERMS }, 'On', 'good', ['Change', 'Turn off']],
  [{ ...OFF, state: 'on', card: CARD }, 'On', 'good', ['Change', 'Turn off']],
  [{ ...ON, state: 'paused' }, 'Paused', 'warn', ['Change', 'Use another card', 'Turn off']],
  [
    { ...ON, state: 'paused', paused_for: 'differs' },
    'Paused',
    'warn',
    ['Continue', 'Change', 'Use another card', 'Turn off'],
  ],
  [{ ...ON, paused_for: 'differs' }, 'On', 'good', ['Change', 'Use another card', 'Turn off']],
  [{ ...ON, state: 'unconfirmed' }, 'Waiting for confirmation', 'warn', ['Change', 'Use another card', 'Turn off']],
  [{ ...ON, unconfirmed: 50_00 }, 'On', 'good', ['Change', 'Use another card', 'Turn off']],
  [
    { ...ON, state: 'unconfirmed', unconfirmed: 50_00 },
    'Waiting for confirmation',
    'warn',
    ['Confirm £50.00', 'Continue without it', 'Change', 'Use another card', 'Turn off'],
  ],
] as const)('%o is shown as %s in the tone %s, with the acts %o', async (state, word, tone, acts) => {
  const { card } = await open(state)
  expect(card.getByText(word).className).toContain(`_${tone}_`)
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts)
  expect(card.queryByText(/^A saved card can be charged when/) !== null).toBe(state.state === 'off')
  expect(card.queryByText(/^A card has not been entered yet/) !== null).toBe(state.is_card_asked)
})

it('has no terms before any were agreed to, and no card before one was entered', async () => {
  const { card } = await open({ ...OFF, state: 'on' })
  expect(card.queryAllByRole('definition')).toEqual([])
})

it('shows terms without a card', async () => {
  const { card } = await open({ ...OFF, state: 'on', terms: TERMS, charged: 2 })
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['£20.00', '£50.00', '2 of 3'])
})

it('asks for another card on the same terms', async () => {
  const calls = server.on(saveAutomaticTopUp, () => ({ ...ON, is_card_asked: true, url: STRIPE }))
  const { user, card } = await open(ON)
  await user.click(card.getByRole('button', { name: 'Use another card' }))
  await waitFor(() => expect(left).toEqual([STRIPE]))
  const body = { ...TERMS, consent: CHARGE_CONSENT, other_card: true }
  expect(calls).toEqual([expect.objectContaining({ params: { accountId: account.id }, body })])
})

it('goes on without the charge that waits', async () => {
  const calls = server.on(resumeAutomaticTopUp, () => ON)
  const { user, card } = await open({ ...ON, state: 'unconfirmed', unconfirmed: 50_00 })
  expect(card.getByText(/^£50\.00 was not charged/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Continue without it' }))
  expect(await card.findByText('On')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(left).toEqual([])
})

it('is turned off once, which closes the question; a refusal keeps it', async () => {
  server.on(endAutomaticTopUp, () => new Refusal('try_again'))
  const { user, card } = await open(ON)
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getByRole('alertdialog')).toBeVisible()
  server.on(endAutomaticTopUp, () => OFF)
  await user.click(question.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

const values = (fields: HTMLElement[]) => fields.map((field) => (field as HTMLInputElement).value)

describe('its form', () => {
  const NAMES = [/^When the balance falls below/, /^Charge, in pounds/, /^At most so many times/]
  async function openForm(state: AutomaticTopUp) {
    const { user, card } = await open(state)
    await user.click(card.getByRole('button', { name: state.state === 'off' ? 'Turn on' : 'Change' }))
    return { user, card, fields: NAMES.map((name) => card.getByRole('textbox', { name })) }
  }

  it.each([
    [OFF, ['20', '50', '1'], 'Enter the card at Stripe'],
    [{ ...ON, terms: { threshold: 12_34, amount: 60_00, most_a_day: 3 } }, ['12.34', '60', '3'], 'Agree and save'],
    [{ ...OFF, state: 'on' as const, terms: TERMS }, ['20', '50', '3'], 'Enter the card at Stripe'],
  ])('of %o begins with %o, and ends with: %s', async (state, typed, submit) => {
    const { card, fields } = await openForm(state)
    expect(values(fields)).toEqual(typed)
    expect(card.getByRole('button', { name: submit })).toBeVisible()
    expect(card.getByRole('checkbox')).not.toBeChecked()
  })

  it.each([
    [0, '0', 'Enter an amount from £0.01 to £5,000.00.'],
    [0, '5000.01', 'Enter an amount from £0.01 to £5,000.00.'],
    [0, 'much', 'Enter an amount from £0.01 to £5,000.00.'],
    [1, '4.99', 'Enter an amount from £5.00 to £5,000.00.'],
    [1, '5000.01', 'Enter an amount from £5.00 to £5,000.00.'],
    [2, '0', 'Enter a number from 1 to 10.'],
    [2, '11', 'Enter a number from 1 to 10.'],
    [2, '1.5', 'Enter a number from 1 to 10.'],
  ])('refuses in field %i the text %s', async (place, text, error) => {
    const { user, card, fields } = await openForm(ON)
    await user.clear(fields[place]!)
    await user.type(fields[place]!, text)
    await user.click(card.getByRole('checkbox'))
    expect(card.queryByText(error)).toBeNull()
    await user.click(card.getByRole('button', { name: 'Agree and save' }))
    expect(card.getByText(error)).toBeVisible()
    expect(fields.map((field) => field.getAttribute('aria-invalid') === 'true')).toEqual(
      [0, 1, 2].map((other) => other === place),
    )
    expect(card.queryByRole('alert')).toBeNull()
  })

  it('saves the terms and closes; a refusal keeps it open', async () => {
    server.on(saveAutomaticTopUp, () => new Refusal('try_again'))
    const { user, card, fields } = await openForm(ON)
    for (const [place, text] of ['0.01', '5000', '10'].entries()) {
      await user.clear(fields[place]!)
      await user.type(fields[place]!, text)
    }
    const save = card.getByRole('button', { name: 'Agree and save' })
    await user.click(save)
    expect(card.getByRole('alert')).toHaveTextContent('The card can only be charged if you agree.')
    await user.click(card.getByRole('checkbox'))
    expect(card.queryByRole('alert')).toBeNull()
    await user.click(save)
    expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
    expect(values(fields)).toEqual(['0.01', '5000', '10'])
    const calls = server.on(saveAutomaticTopUp, () => ON)
    await user.click(save)
    await waitFor(() => expect(save).not.toBeInTheDocument())
    const terms = { threshold: 1, amount: 5_000_00, most_a_day: 10 }
    expect(calls.map(({ body }) => body)).toEqual([{ ...terms, consent: CHARGE_CONSENT, other_card: false }])
    expect(left).toEqual([])
  })
})

it.each([
  [true, 4, 1],
  [true, 6, 2],
  [false, 60, 1],
])(
  'with a card asked for: %s, after %i seconds it has been looked at %i times',
  async (is_card_asked, seconds, times) => {
    useMovedClock()
    const { asked } = await open({ ...OFF, is_card_asked })
    await pass(seconds)
    expect(asked).toHaveLength(times)
  },
)

import { listCarrierAccounts, type CarrierAccount } from '@postroom/contract/carrier'
import { getStatement, updateCarrierAccount } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { account, pageOf } from '../../../testing/answers.ts'
import { server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([]))
})

async function open(part: Partial<CarrierAccount> = {}) {
  server.on(listCarrierAccounts, () => pageOf([{ ...account, ...part }]))
  const user = openPage('/app/administration?view=account')
  await screen.findByRole('button', { name: 'Change the limits' })
  return user
}

it.each([
  [{}, 'Royal Mail', 'Active', 'good', ['Online', 'never', 'no limit', 'no limit']],
  [
    {
      carrier_code: 'XX',
      is_active: false,
      pricing: 'franking' as const,
      low_balance: 0,
      limits: { pence_per_day: 1_00, purchases_per_minute: 1 },
    },
    'XX',
    'Closed for purchases',
    'neutral',
    ['Franking', '£0.00', '£1.00', '1 purchase'],
  ],
])('an account with %o is one of %s, %s, tone %s: %o', async (part, carrier, state, tone, facts) => {
  await open(part)
  const card = within(screen.getByRole('region', { name: carrier }))
  expect(card.getByText(state).className).toContain(`_${tone}_`)
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(facts)
})

async function openDialog(part: Partial<CarrierAccount> = {}) {
  const user = await open(part)
  await user.click(screen.getByRole('button', { name: 'Change the limits' }))
  const dialog = within(await screen.findByRole('dialog'))
  return { user, dialog, fields: dialog.getAllByRole('textbox') }
}

it.each([
  [null, null, null, ['', '', '']],
  [150_00, 5, 30, ['150.00', '0.05', '30']],
])('limits of %s, %s and %s stand in the form as %o', async (low_balance, pence_per_day, minute, values) => {
  const { fields } = await openDialog({ low_balance, limits: { pence_per_day, purchases_per_minute: minute } })
  expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual(values)
})

it.each([
  [
    ['0.01', '0.01', '1'],
    [1, 1, 1],
  ],
  [
    ['100000', '999999.99', '100000'],
    [100_000_00, 999_999_99, 100_000],
  ],
  [
    ['', ' ', ' 7 '],
    [null, null, 7],
  ],
])('the limits %o are saved as %o', async (typed, saved) => {
  const calls = server.on(updateCarrierAccount, () => account)
  const { user, dialog, fields } = await openDialog()
  for (const [place, text] of typed.entries()) if (text) await user.type(fields[place]!, text)
  await user.click(dialog.getByRole('button', { name: 'Save the limits' }))
  const [low_balance, pence_per_day, purchases_per_minute] = saved
  const body = { low_balance, limits: { pence_per_day, purchases_per_minute } }
  await waitFor(() => expect(calls.map((call) => call.body)).toEqual([body]))
})

it.each([
  [0, '0'],
  [0, '100000.01'],
  [0, 'much'],
  [1, '0'],
  [1, 'much'],
  [2, '0'],
  [2, '100001'],
  [2, '1000000'],
  [2, '1.5'],
  [2, 'x'],
])('the limit %i is wrong as %s, and only that one', async (place, text) => {
  const { user, dialog, fields } = await openDialog()
  await user.type(fields[place]!, text)
  expect(dialog.queryByText('Enter a number, or leave it empty.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save the limits' }))
  expect(await dialog.findAllByText('Enter a number, or leave it empty.')).toHaveLength(1)
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(
    [0, 1, 2].map((other) => (other === place ? 'true' : null)),
  )
})

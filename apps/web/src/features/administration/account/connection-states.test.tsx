import { listCarrierAccounts, type CarrierAccount } from '@postroom/contract/carrier'
import { getStatement, updateCarrierAccount } from '@postroom/contract/carrier-account'
import {
  connectCarrierAccount,
  disconnectCarrierAccount,
  getCarrierConnection,
  testCarrierConnection,
  type CarrierConnection,
} from '@postroom/contract/carrier-connection'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { account, pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([]))
})

async function open(connection: CarrierConnection, part: Partial<CarrierAccount> = {}) {
  server.on(getCarrierConnection, () => connection)
  server.on(listCarrierAccounts, () => pageOf([{ ...account, ...part }]))
  const user = openPage('/app/administration?view=account')
  return { user, card: within(await screen.findByRole('region', { name: /^Connection to/ })) }
}
const SINCE = '2026-11-20T09:00:00.000Z'

it.each([
  [{ state: 'connected', since: SINCE, prints_labels: true }, 'Connected', 'good', ['20 Nov 2026', 'yes']],
  [{ state: 'connected', since: SINCE, prints_labels: false }, 'Connected', 'good', ['20 Nov 2026', 'no']],
  [{ state: 'connected' }, 'Connected', 'good', ['not known yet']],
  [{ state: 'not_connected', since: SINCE }, 'Not connected', 'warn', []],
] as const)('%o is %s in the tone %s, with the facts %o', async (connection, word, tone, facts) => {
  const { card } = await open(connection)
  expect(card.getByText(word).className).toContain(`_${tone}_`)
  expect(card.queryAllByRole('definition').map(({ textContent }) => textContent)).toEqual(facts)
  const isConnected = word === 'Connected'
  expect(card.queryByText(/before a key is entered/) === null).toBe(isConnected)
  expect(card.queryByRole('button', { name: /Manifest of the day/ }) !== null).toBe(isConnected)
})

it('names a carrier that is not known by its code', async () => {
  await open({ state: 'connected' }, { carrier_code: 'XX' })
  expect(screen.getByRole('region', { name: 'Connection to XX' })).toBeVisible()
})

it.each([
  ['api_key', 'Replace the key', /^Nothing more is bought with this key/, 'API key'],
  ['login', 'Replace the login', /^Nothing more is bought with this login/, 'Password'],
] as const)('an account that asks for %s offers: %s', async (asks, replace, question, field) => {
  const { user, card } = await open({ state: 'connected', asks })
  await user.click(card.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText(question)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await card.findByRole('button', { name: replace }))
  expect(card.getByLabelText(field)).toHaveAttribute('type', 'password')
  expect(card.queryByRole('button', { name: 'Test the connection' })).toBeNull()
})

it('the first form has nothing to cancel', async () => {
  const { card } = await open({ state: 'not_connected' })
  expect(card.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

it('a refused key keeps its form open', async () => {
  server.on(connectCarrierAccount, () => ({ result: 'no_answer' as const }))
  const { user, card } = await open({ state: 'connected' })
  await user.click(card.getByRole('button', { name: 'Replace the key' }))
  await user.type(card.getByLabelText('API key'), 'another')
  await user.click(card.getByRole('button', { name: 'Check and connect' }))
  expect(await card.findByText(/^Royal Mail did not answer/)).toBeVisible()
  expect(card.getByLabelText('API key')).toHaveValue('another')
})

it('a key that was wrong is right once it is', async () => {
  const calls = server.on(connectCarrierAccount, () => ({ result: 'no_answer' as const }))
  const { user, card } = await open({ state: 'not_connected' })
  const field = card.getByLabelText('API key')
  await user.type(field, 'a key')
  await user.click(card.getByRole('button', { name: 'Check and connect' }))
  expect(field).toBeInvalid()
  expect(calls).toHaveLength(0)
  await user.clear(field)
  await user.type(field, 'key')
  await user.click(card.getByRole('button', { name: 'Check and connect' }))
  await waitFor(() => expect(field).toBeValid())
  expect(calls).toMatchObject([{ params: { accountId: account.id }, body: { api_key: 'key' } }])
})

it('each field of a login is wrong for itself, until it is right', async () => {
  server.on(connectCarrierAccount, () => ({ result: 'no_answer' as const }))
  const { user, card } = await open({ state: 'not_connected', asks: 'login' })
  const fields = ['User name', 'Password', 'Posting location'].map((name) => card.getByLabelText(name))
  const invalid = () => fields.map((field) => field.getAttribute('aria-invalid') === 'true')
  for (const [place, text] of ['é', 'a password', '9000000001'].entries()) await user.type(fields[place]!, text)
  await user.click(card.getByRole('button', { name: 'Check and connect' }))
  expect(invalid()).toEqual([true, false, false])
  await user.clear(fields[0]!)
  await user.type(fields[0]!, 'bindery')
  await user.click(card.getByRole('button', { name: 'Check and connect' }))
  expect(await card.findByText(/^Royal Mail did not answer/)).toBeVisible()
  expect(invalid()).toEqual([false, false, false])
})

it('the question stays open when an account cannot be disconnected, and says why', async () => {
  server.on(disconnectCarrierAccount, () => new Refusal('try_again'))
  const { user, card } = await open({ state: 'connected' })
  await user.click(card.getByRole('button', { name: 'Disconnect' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
  expect(screen.getByRole('alertdialog')).toBeVisible()
})

it('a test is of this account', async () => {
  const calls = server.on(testCarrierConnection, () => ({ result: 'not_connected' as const }))
  const { user, card } = await open({ state: 'connected' })
  await user.click(card.getByRole('button', { name: 'Test the connection' }))
  expect(await card.findByRole('alert')).toHaveTextContent('This account has no key or login')
  expect(calls).toEqual([{ params: { accountId: account.id } }])
})

const HALF_HOURS =
  '12:00 12:30 13:00 13:30 14:00 14:30 15:00 15:30 16:00 16:30 17:00 17:30 18:00 18:30 19:00 19:30 20:00'

it.each([
  [undefined, 'By hand', HALF_HOURS],
  ['17:30', '17:30', HALF_HOURS],
  ['17:15', '17:15', HALF_HOURS.replace('17:30', '17:15 17:30')],
])('a manifest at %s is shown as %s, and can be at: %s', async (manifest_at, shown, times) => {
  const calls = server.on(updateCarrierAccount, () => account)
  const { user, card } = await open({ state: 'connected' }, { ...(manifest_at && { manifest_at }) })
  const select = card.getByRole('button', { name: /Manifest of the day/ })
  expect(select).toHaveTextContent(shown)
  await user.click(select)
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options.join(' ')).toBe(`By hand ${times}`)
  if (manifest_at) {
    await user.click(screen.getByRole('option', { name: 'By hand' }))
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ manifest_at: null }]))
  }
})

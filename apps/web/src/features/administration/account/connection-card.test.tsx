import {
  connectCarrierAccount,
  disconnectCarrierAccount,
  getCarrierConnection,
  testCarrierConnection,
  type CarrierConnection,
} from '@postroom/contract/carrier-connection'
import { getStatement, updateCarrierAccount } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

let connection: CarrierConnection
const CONNECTED = { state: 'connected', since: '2026-11-20T09:00:00.000Z', prints_labels: true } as const
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([]))
  server.on(getCarrierConnection, () => connection)
})

const open = () => openPage('/app/administration?view=account')
const card = async () => within(await screen.findByRole('region', { name: 'Connection to Royal Mail' }))

it('asks for a key, shows why it was refused, and keeps what was typed', async () => {
  connection = { state: 'not_connected' }
  const calls = server.on(connectCarrierAccount, () => ({
    result: 'refused' as const,
    reason: 'Royal Mail refused the key of this account.',
  }))
  const user = open()
  const shown = await card()
  expect(shown.getByText(/Nothing can be bought before a key is entered/)).toBeVisible()
  const field = shown.getByLabelText('API key')
  expect(field).toHaveAttribute('type', 'password')
  await user.click(shown.getByRole('button', { name: 'Check and connect' }))
  expect(shown.getByText(/as Click & Drop shows it/)).toBeVisible()
  await user.type(field, ' a-key ')
  await user.click(shown.getByRole('button', { name: 'Check and connect' }))
  expect(await shown.findByRole('alert')).toHaveTextContent('Nothing was changed. Royal Mail refused the key')
  expect(field).toHaveValue(' a-key ')
  expect(calls[0]?.body).toEqual({ api_key: 'a-key' })
})

it('connected, it says what works, tests it, and takes another key', async () => {
  connection = CONNECTED
  server.on(testCarrierConnection, () => ({ result: 'connected' as const, release: '2026.1', prints_labels: false }))
  const user = open()
  const shown = await card()
  expect(shown.getByText('May print labels').nextSibling).toHaveTextContent('yes')
  await user.click(shown.getByRole('button', { name: 'Test the connection' }))
  expect(await shown.findByRole('status')).toHaveTextContent(/may not print labels.*nothing can be bought/)

  server.on(connectCarrierAccount, () => ({ result: 'connected' as const, release: '2026.1', prints_labels: true }))
  await user.click(shown.getByRole('button', { name: 'Replace the key' }))
  await user.type(shown.getByLabelText('API key'), 'another')
  await user.click(shown.getByRole('button', { name: 'Check and connect' }))
  expect(await shown.findByText(/postage can be bought/)).toBeVisible()
  expect(shown.queryByLabelText('API key')).toBeNull()
})

it('asks for a login where the carrier wants one, and says which field is wrong', async () => {
  connection = { state: 'not_connected', asks: 'login' }
  const calls = server.on(connectCarrierAccount, () => ({ result: 'connected' as const, prints_labels: true }))
  const user = open()
  const shown = await card()
  await user.type(shown.getByLabelText('User name'), 'bindery')
  await user.type(shown.getByLabelText('Password'), 'a password')
  await user.type(shown.getByLabelText('Posting location'), '90000')
  await user.click(shown.getByRole('button', { name: 'Check and connect' }))
  expect(shown.getByText('Enter the ten digits of the posting location.')).toBeVisible()
  expect(calls).toHaveLength(0)
  await user.type(shown.getByLabelText('Posting location'), '00001')
  await user.click(shown.getByRole('button', { name: 'Check and connect' }))
  expect(await shown.findByText('Royal Mail accepts the login.')).toBeVisible()
  const login = { username: 'bindery', password: 'a password', posting_location: '9000000001' }
  expect(calls[0]?.body).toEqual({ login })
})

it('is disconnected after a question', async () => {
  connection = CONNECTED
  const calls = server.on(disconnectCarrierAccount, () => (connection = { state: 'not_connected' }))
  const user = open()
  await user.click((await card()).getByRole('button', { name: 'Disconnect' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(calls).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByText('Not connected')).toBeVisible()
})

it('connected, it sets when the manifest of the day is asked for', async () => {
  connection = CONNECTED
  const calls = server.on(updateCarrierAccount, () => new Refusal('permission_denied'))
  const user = open()
  await user.click((await card()).getByRole('button', { name: /Manifest of the day/ }))
  await user.click(await screen.findByRole('option', { name: '17:30' }))
  await waitFor(() => expect(calls[0]?.body).toEqual({ manifest_at: '17:30' }))
  await waitFor(() => expect(screen.getByRole('button', { name: /Manifest of the day/ })).toHaveTextContent('By hand'))
})

it('that could not be loaded can be loaded again', async () => {
  connection = CONNECTED
  server.on(getCarrierConnection, () => UNREACHABLE)
  const user = open()
  const notice = await screen.findByText('The connection to the carrier could not be loaded.', {}, { timeout: 8_000 })
  server.on(getCarrierConnection, () => connection)
  await user.click(within(notice.closest('div')!.parentElement!).getByRole('button', { name: 'Try again' }))
  expect((await card()).getByText('Connected')).toBeVisible()
})

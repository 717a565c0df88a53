import { getAutomaticTopUp } from '@postroom/contract/automatic-top-up'
import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { getStatement, getStatementDays, updateCarrierAccount } from '@postroom/contract/carrier-account'
import { getCarrierConnection, testCarrierConnection } from '@postroom/contract/carrier-connection'
import type { AnswerOf, Endpoint } from '@postroom/contract/endpoint'
import { getPermission } from '@postroom/contract/identity'
import { listPayments } from '@postroom/contract/payment'
import { listReturnServices } from '@postroom/contract/return-label'
import { getVatStatement } from '@postroom/contract/vat-statement'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { appConfig } from '../../../app-config.ts'
import { DAY, MOVEMENT, VAT } from '../../../testing/an-administration.ts'
import { account, pageOf } from '../../../testing/answers.ts'
import { server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const OTHER = { ...account, id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c11', name: 'Editions' }
const TSS = { code: 'TSS', name: 'Tracked Returns 48' }

beforeEach(() => {
  appConfig().takesCards = true
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(getStatementDays, () => pageOf([DAY]))
  server.on(getVatStatement, () => VAT)
  server.on(listPayments, () => pageOf([]))
  server.on(getCarrierConnection, () => ({ state: 'connected' as const, prints_labels: true }))
  server.on(getAutomaticTopUp, () => ({ state: 'off' as const, charged: 0, is_card_asked: false }))
  server.on(listReturnServices, () => ({ is_offered: true, data: [TSS] }))
})
afterEach(() => {
  delete appConfig().takesCards
})
const open = (statement = 'movements') => openPage(`/app/administration?view=account&statement=${statement}`)

/** The accounts that `endpoint` is asked for, one entry per call. */
const asked = <E extends Endpoint>(endpoint: E, answer: AnswerOf<E>, statement?: string) => ({
  name: endpoint.id,
  statement,
  calls: () => server.on(endpoint, () => answer) as { params: { accountId: string } }[],
})
const STATEMENTS = [
  asked(getStatement, pageOf([MOVEMENT])),
  asked(getStatementDays, pageOf([DAY]), 'days'),
  asked(getVatStatement, VAT, 'vat'),
]
const OF_MONEY = [
  ...STATEMENTS,
  asked(listPayments, pageOf([])),
  asked(getAutomaticTopUp, { state: 'off', charged: 0, is_card_asked: false }),
]

it.each(OF_MONEY)('$name is asked for again when something was bought', async ({ statement, calls }) => {
  const made = calls()
  open(statement)
  await waitFor(() => expect(made).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await queryClient.invalidateQueries({ queryKey: ['balance'] })
  expect(made).toHaveLength(2)
})

it.each([
  ...OF_MONEY,
  asked(getCarrierConnection, { state: 'connected', prints_labels: true }),
  asked(listReturnServices, { is_offered: true, data: [TSS] }),
  asked(getBalance, { account_id: OTHER.id, currency: 'GBP', balance: 0, posted: 0, held: 0 }),
])('$name is asked for the account that pays now', async ({ statement, calls }) => {
  const made = calls()
  open(statement)
  await waitFor(() => expect(made.map(({ params }) => params.accountId)).toEqual([account.id]))
  server.on(listCarrierAccounts, () => pageOf([OTHER]))
  await queryClient.invalidateQueries({ queryKey: ['accounts'] })
  await waitFor(() => expect(made.at(-1)?.params.accountId).toBe(OTHER.id))
})

it('the connection is read again after each act on it', async () => {
  const made = server.on(getCarrierConnection, () => ({ state: 'connected' as const, prints_labels: true }))
  server.on(testCarrierConnection, () => ({ result: 'connected' as const, prints_labels: false }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  await waitFor(() => expect(made).toHaveLength(2))
})

const accounts = () => server.on(listCarrierAccounts, () => pageOf([{ ...account, return_service: 'TSS' }]))
const changes = () => server.on(updateCarrierAccount, () => account)

describe('the account is read again after', () => {
  it.each([
    [/Manifest of the day/, '12:00', { manifest_at: '12:00' }],
    [/Prepared with each purchase/, 'Only on request', { return_service: null }],
  ])('a choice of %s', async (select, option, body) => {
    const made = accounts()
    const saved = changes()
    const user = open()
    await user.click(await screen.findByRole('button', { name: select }))
    await user.click(screen.getByRole('option', { name: option }))
    await waitFor(() => expect(made).toHaveLength(2))
    expect(saved).toMatchObject([{ params: { accountId: account.id }, body }])
  })

  it('a change of the limits, which closes the dialog', async () => {
    const made = accounts()
    const saved = changes()
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Change the limits' }))
    await user.click(await screen.findByRole('button', { name: 'Save the limits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(made).toHaveLength(2))
    expect(saved).toMatchObject([{ params: { accountId: account.id } }])
  })
})

it.each([
  [/Manifest of the day/, '12:00'],
  [/Prepared with each purchase/, 'Tracked Returns 48'],
])('a choice of %s is shown, and cannot be changed, while it is saved', async (name, option) => {
  const held = Promise.withResolvers<never>()
  server.on(updateCarrierAccount, () => held.promise)
  const user = open()
  const select = await screen.findByRole('button', { name })
  await user.click(select)
  await user.click(screen.getByRole('option', { name: option }))
  await waitFor(() => expect(select).toHaveTextContent(option))
  expect(select).toBeDisabled()
})

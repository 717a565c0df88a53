import { confirmBankLine, listBankLines, type BankLine } from '@postroom/contract/bank-statement'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations, type ListedOrganisation } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { getReconciliation } from '@postroom/contract/reconciliation'
import {
  approveTopUp,
  listTopUpRequests,
  rejectTopUp,
  topUpAccount,
  type TopUpRequest,
} from '@postroom/contract/top-up'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import { reconciled } from './bank/testing/reconciled.ts'

const idOf = (number: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c0${number}`
const BINDERY: ListedOrganisation = {
  id: idOf(1),
  name: 'Llewellyn Bindery Ltd',
  handle: 'llewellyn',
  created_at: '2026-03-03T12:00:00.000Z',
  users: { full: 3, lite: 1 },
  accounts: [
    { id: idOf(2), name: 'Royal Mail', is_active: true, available: 412_65 },
    { id: idOf(3), name: 'Second account', is_active: true, available: 0 },
  ],
}
const BOOKED = {
  id: idOf(4),
  account_id: idOf(2),
  provider: 'manual' as const,
  amount: 50_00,
  reference: 'BACS 1',
  transfer_id: 7,
  created_at: '2026-11-24T09:00:00.000Z',
}
const WAITING: TopUpRequest = {
  id: idOf(5),
  organisation_id: idOf(1),
  organisation: BINDERY.name,
  account_id: idOf(2),
  amount: 5_000_00,
  reference: 'BACS 2',
  state: 'pending',
  requested_by: idOf(6),
  requested_at: '2026-11-23T09:00:00.000Z',
  expires_at: '2026-11-30T12:00:00.000Z',
}
const LINE: BankLine = {
  id: idOf(7),
  account: 'GB33BUKB20201555555555',
  day: '2026-11-20',
  amount: 5_000_00,
  text: 'INV 1042',
  payer: '',
  verdict: 'exact',
  proposals: [{ ...WAITING, is_credited: false }],
  payouts: [],
}

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(listOrganisations, () => pageOf([BINDERY]))
  server.on(listTopUpRequests, () => pageOf([WAITING]))
  server.on(listPaymentDifferences, () => pageOf([]))
  server.on(listBankLines, () => pageOf([LINE]))
  server.on(getReconciliation, ({ query: { day } }) => reconciled(day))
})
async function openDialog() {
  const user = openPage('/app/operator')
  await user.click(await screen.findByRole('button', { name: /^Book money Llewellyn/ }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
type Opened = Awaited<ReturnType<typeof openDialog>>
async function fillIn({ user, dialog }: Opened, amount: string, reference: string) {
  await user.type(dialog.getByRole('textbox', { name: /^Amount received/ }), amount)
  await user.type(dialog.getByRole('textbox', { name: /^Reference/ }), reference)
  await user.keyboard('{Enter}')
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const card = async () => within(await screen.findByRole('region', { name: 'Waiting for a second operator' }))

it.each([
  ['0.01', 1],
  ['100000', 100_000_00],
])('books £%s', async (typed, amount) => {
  const asked = server.on(topUpAccount, () => BOOKED)
  await fillIn(await openDialog(), typed, ' BACS 1 ')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual({ params: { accountId: idOf(2) }, query: undefined, body: { amount, reference: 'BACS 1' } })
})

it.each([
  ['0', 'BACS 1', ['Enter an amount of up to £100,000.00.']],
  ['100000.01', 'BACS 1', ['Enter an amount of up to £100,000.00.']],
  ['many', 'BACS 1', ['Enter an amount of up to £100,000.00.']],
  ['50', ' ', ['Enter the text of the bank statement.']],
])('books neither £%s for ‘%s’, and says why', async (amount, reference, errors) => {
  const asked = server.on(topUpAccount, () => BOOKED)
  const opened = await openDialog()
  expect(opened.dialog.queryAllByText(/^Enter/)).toEqual([])
  expect(opened.dialog.getByRole('textbox', { name: /^Reference/ })).toHaveAttribute('maxlength', '100')
  await fillIn(opened, amount, reference)
  await waitFor(() => expect(opened.dialog.getAllByText(/^Enter/).map((text) => text.textContent)).toEqual(errors))
  expect(asked).toEqual([])
})

it('books for the account that is chosen, and closes without booking', async () => {
  const asked = server.on(topUpAccount, () => BOOKED)
  const { user, dialog } = await openDialog()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
  await user.click(await screen.findByRole('button', { name: /^Book money Llewellyn/ }))
  const again = within(await screen.findByRole('dialog'))
  await user.click(again.getByRole('button', { name: /Account$/ }))
  await user.click(await screen.findByRole('option', { name: 'Second account' }))
  await fillIn({ user, dialog: again }, '50', 'BACS 1')
  await waitFor(() => expect(asked.map(({ params }) => params.accountId)).toEqual([idOf(3)]))
})

it('offers no choice of the only account', async () => {
  server.on(listOrganisations, () => pageOf([{ ...BINDERY, accounts: BINDERY.accounts.slice(0, 1) }]))
  const { dialog } = await openDialog()
  expect(dialog.queryByRole('button', { name: /Account/ })).toBeNull()
})

it('says that a large amount waits for a second operator, and books nothing else until the answer', async () => {
  const answer = Promise.withResolvers<TopUpRequest>()
  server.on(topUpAccount, () => answer.promise)
  await fillIn(await openDialog(), '5000', 'BACS 2')
  await isClosed()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Book money Llewellyn/ })).toBeDisabled())
  expect(screen.queryByText(/^No answer came/)).toBeNull()
  answer.resolve(WAITING)
  expect(await screen.findByText('£5,000.00 for Llewellyn Bindery Ltd waits for a second operator.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Book money Llewellyn/ })).toBeEnabled())
})

test.each([
  ['invalid_request', false],
  ['not_found', false],
  ['idempotency_key_reused', false],
  ['permission_denied', true],
  ['try_again', true],
] as const)('after the refusal %s money may have been booked: %s', async (code, isKept) => {
  server.on(topUpAccount, () => new Refusal(code))
  await fillIn(await openDialog(), '50', 'BACS 1')
  await waitFor(() => expect(openToast()).toBeDefined())
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Ask again' })).toHaveLength(isKept ? 1 : 0))
  expect(localStorage.getItem('postroom.money') !== null).toBe(isKept)
})

it('shows until when an amount waits, asks why it is rejected, and closes only when it is', async () => {
  const rejected = server.on(rejectTopUp, () => new Refusal('topup_decided'))
  const user = openPage('/app/operator')
  expect((await card()).getByText('until 30 Nov 2026')).toBeVisible()
  const reject = async () => user.click((await card()).getByRole('button', { name: 'Reject Llewellyn Bindery Ltd' }))
  await reject()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await reject()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject £5,000.00?' }))
  expect(dialog.getByText('Nothing is booked. The reason stays in the audit log.')).toBeVisible()
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'The money has not arrived',
    'The amount is wrong',
    'The account is wrong',
  ])
  await user.click(dialog.getByRole('radio', { name: 'The account is wrong' }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(openToast()).toBeDefined())
  expect(dialog.getByRole('button', { name: 'Reject' })).toBeVisible()
  server.on(rejectTopUp, () => ({ ...WAITING, state: 'rejected' as const }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(rejected[0]).toMatchObject({ params: { requestId: idOf(5) }, body: { reason: 'The account is wrong' } })
})

it.each([
  ['done', () => ({ ...WAITING, state: 'approved' as const })],
  ['refused', () => new Refusal('topup_expired')],
])('looks again for money, requests, transfers and the day after an approval that was %s', async (_, answer) => {
  const lists = [listOrganisations, listTopUpRequests, listBankLines, getReconciliation] as const
  const user = openPage('/app/operator?view=bank')
  await screen.findByText('INV 1042')
  await screen.findByText('There is no difference.')
  await user.click(screen.getByRole('radio', { name: 'Organisations and money' }))
  const approve = (await card()).getByRole('button', { name: /^Approve/ })
  await screen.findByRole('button', { name: /^Book money Llewellyn/ })
  const asked = [
    server.on(lists[0], () => pageOf([BINDERY])),
    server.on(lists[1], () => pageOf([WAITING])),
    server.on(lists[2], () => pageOf([LINE])),
    server.on(lists[3], ({ query: { day } }) => reconciled(day)),
  ]
  server.on(approveTopUp, answer)
  await user.click(approve)
  await waitFor(() => expect(asked.map(({ length }) => length)).toEqual([1, 1, 0, 0]))
  await user.click(screen.getByRole('radio', { name: 'Bank' }))
  await waitFor(() => expect(asked.map(({ length }) => length)).toEqual([1, 1, 1, 1]))
})

it('says why a transfer could not be confirmed', async () => {
  server.on(confirmBankLine, () => new Refusal('bank_line_differs'))
  const user = openPage('/app/operator?view=bank')
  await user.click(await screen.findByRole('button', { name: /^Credit/ }))
  await waitFor(() => expect(openToast()).toBeDefined())
})

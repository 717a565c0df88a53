import { listBankLines } from '@postroom/contract/bank-statement'
import { listCarrierInvoices } from '@postroom/contract/carrier-invoice'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations, type ListedOrganisation } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import {
  approveTopUp,
  listTopUpRequests,
  rejectTopUp,
  topUpAccount,
  type TopUpRequest,
} from '@postroom/contract/top-up'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'

const ACCOUNT = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const BINDERY: ListedOrganisation = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c01',
  name: 'Llewellyn Bindery Ltd',
  handle: 'llewellyn',
  created_at: '2026-03-03T09:00:00.000Z',
  users: { full: 3, lite: 1 },
  accounts: [{ id: ACCOUNT, name: 'Royal Mail', is_active: true, available: 412_65 }],
}
const BOOKED = {
  id: ACCOUNT,
  account_id: ACCOUNT,
  provider: 'manual' as const,
  amount: 50_00,
  reference: 'BACS 1',
  transfer_id: 7,
  created_at: '2026-11-24T09:00:00.000Z',
}
const WAITING: TopUpRequest = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
  organisation_id: BINDERY.id,
  organisation: BINDERY.name,
  account_id: ACCOUNT,
  amount: 5_000_00,
  reference: 'BACS 2',
  state: 'pending',
  requested_by: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c04',
  requested_at: '2026-11-23T09:00:00.000Z',
  expires_at: '2026-11-30T09:00:00.000Z',
}

let waiting: TopUpRequest[]
beforeEach(() => {
  waiting = []
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(listOrganisations, () => pageOf([BINDERY]))
  server.on(listTopUpRequests, () => pageOf(waiting))
  server.on(listPaymentDifferences, () => pageOf([]))
})
const open = () => openPage('/app/operator')

async function book(user: ReturnType<typeof open>, amount = '50', reference = 'BACS 1') {
  await user.click(await screen.findByRole('button', { name: /^Book money Llewellyn/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Amount received/ }), amount)
  await user.type(dialog.getByRole('textbox', { name: /^Reference/ }), reference)
  return dialog
}

it('keeps the organisations while it looks for others, so that money can be booked for them', async () => {
  const user = open()
  await screen.findByRole('button', { name: /^Book money Llewellyn/ })
  const asked = server.on(listOrganisations, () => new Promise<never>(() => {}))
  await user.type(screen.getByRole('textbox', { name: 'Find an organisation' }), 'llew')
  await waitFor(() => expect(asked).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^Book money Llewellyn/ }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

it('lists organisations with users and balance, and finds one by name', async () => {
  const asked = server.on(listOrganisations, () => pageOf([BINDERY]))
  const user = open()
  const row = within((await screen.findByRole('rowheader', { name: /Llewellyn/ })).closest<HTMLElement>('[role=row]')!)
  expect(row.getByText('3 on the full plan, 1 on Lite')).toBeVisible()
  expect(row.getByText('£412.65')).toBeVisible()
  const steps = history.length
  await user.type(screen.getByRole('textbox', { name: 'Find an organisation' }), 'llew')
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ text: 'llew' }))
  expect(location.search).toBe('?q=llew')
  expect(history).toHaveLength(steps)
})

it('books money once the amount and the reference are there; the button repeats the amount', async () => {
  const asked = server.on(topUpAccount, () => BOOKED)
  const user = open()
  const dialog = await book(user, '0', ' ')
  await user.click(dialog.getByRole('button', { name: 'Book money' }))
  expect(dialog.getByText(/^Enter an amount/)).toBeVisible()
  expect(dialog.getByText(/^Enter the text/)).toBeVisible()
  expect(asked).toEqual([])
  await user.clear(dialog.getByRole('textbox', { name: /^Amount/ }))
  await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '50')
  await user.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'BACS 1')
  await user.click(dialog.getByRole('button', { name: 'Book £50.00' }))
  expect(await screen.findByText('£50.00 is booked for Llewellyn Bindery Ltd.')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ params: { accountId: ACCOUNT }, body: { amount: 50_00, reference: 'BACS 1' } })
  expect(localStorage.getItem('postroom.money')).toBeNull()
})

it('asks again under the same key when no answer came, also after a reload, and books nothing else meanwhile', async () => {
  server.on(topUpAccount, () => UNREACHABLE)
  const dialog = await book(open())
  await dialog.findByRole('button', { name: 'Book £50.00' }).then((button) => button.click())
  await screen.findByText(/^No answer came about £50.00/)
  const { key } = JSON.parse(localStorage.getItem('postroom.money')!) as { key: string }
  server.on(topUpAccount, () => BOOKED)
  const user = open()
  const again = await screen.findAllByRole('button', { name: 'Ask again' })
  expect((await screen.findAllByRole('button', { name: /^Book money Llewellyn/ })).at(-1)).toBeDisabled()
  await user.click(again.at(-1)!)
  await screen.findByText('£50.00 is booked for Llewellyn Bindery Ltd.')
  expect(server.idempotencyKeys).toEqual([key, key])
  expect(localStorage.getItem('postroom.money')).toBeNull()
})

it('keeps the key when the repeated call is refused for another reason: the first may have been booked', async () => {
  server.on(topUpAccount, () => UNREACHABLE)
  const user = open()
  const dialog = await book(user)
  await user.click(dialog.getByRole('button', { name: 'Book £50.00' }))
  const again = await screen.findByRole('button', { name: 'Ask again' })
  const kept = localStorage.getItem('postroom.money')
  const refused = server.on(topUpAccount, () => new Refusal('permission_denied'))
  await user.click(again)
  await waitFor(() => expect(openToast()).toBeDefined())
  expect(refused).toHaveLength(1)
  expect(kept).not.toBeNull()
  expect(localStorage.getItem('postroom.money')).toBe(kept)
})

it('forgets an attempt that the server refused', async () => {
  server.on(topUpAccount, () => new Refusal('idempotency_key_reused'))
  const user = open()
  const dialog = await book(user)
  await user.click(dialog.getByRole('button', { name: 'Book £50.00' }))
  await waitFor(() => expect(localStorage.getItem('postroom.money')).toBeNull())
  expect(screen.queryByText(/^No answer came/)).toBeNull()
})

it('has a second operator approve or reject a large amount, and nobody their own', async () => {
  waiting = [WAITING, { ...WAITING, id: ACCOUNT, reference: 'BACS 3', requested_by: USER.id }]
  const approved = server.on(approveTopUp, () => ({ ...WAITING, state: 'approved' as const }))
  const rejected = server.on(rejectTopUp, () => ({ ...WAITING, state: 'rejected' as const }))
  const user = open()
  const card = within(await screen.findByRole('region', { name: 'Waiting for a second operator' }))
  expect(card.getByText(/entered by you/)).toBeVisible()
  expect(card.getAllByText('£5,000.00 · Llewellyn Bindery Ltd')).toHaveLength(2)
  expect(card.getAllByRole('button', { name: /^Approve/ })).toHaveLength(1)
  await user.click(card.getByRole('button', { name: 'Approve £5,000.00 Llewellyn Bindery Ltd' }))
  await waitFor(() => expect(approved.at(-1)?.params).toEqual({ requestId: WAITING.id }))
  await user.click(card.getByRole('button', { name: /^Reject/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('radio', { name: /not arrived/ }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(rejected.at(-1)?.body).toEqual({ reason: 'The money has not arrived' }))
})

it('offers to load organisations and waiting amounts again', async () => {
  server.on(listOrganisations, () => UNREACHABLE)
  server.on(listTopUpRequests, () => UNREACHABLE)
  open()
  expect(await screen.findByText(/could not be loaded$/)).toBeVisible()
  expect(await screen.findByText(/^What waits .* could not be loaded/)).toBeVisible()
})

it('is not listed for anybody else', async () => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  open()
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Organisations' })).toBeNull())
  expect(screen.queryByRole('textbox', { name: 'Find an organisation' })).toBeNull()
})

it('lists where Stripe and the ledger disagree, and says when that is not loaded', async () => {
  server.on(listPaymentDifferences, () => UNREACHABLE)
  const user = open()
  await screen.findByText(/^The differences from Stripe could not be loaded/, {}, { timeout: 8_000 })
  const about = { id: 1, at: '2026-11-24T09:00:00.000Z', object: 'cs_1', ours: '5000', stripes: '500000' }
  server.on(listPaymentDifferences, () => pageOf([{ ...about, kind: 'amount' as const, organisation: BINDERY.name }]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const card = within(await screen.findByRole('region', { name: 'Payments that differ from Stripe' }))
  expect(card.getByText('Another amount: here £50.00, at Stripe £5,000.00')).toBeVisible()
  expect(card.getByText('cs_1')).toBeVisible()
})

it('goes two parts further with two presses of an arrow', async () => {
  server.on(listCarrierInvoices, () => pageOf([]))
  // the part in between may show for a moment
  server.on(listBankLines, () => new Promise<never>(() => {}))
  server.on(getReconciliation, () => new Promise<never>(() => {}))
  const user = open()
  const first = await screen.findByRole('radio', { name: 'Organisations and money' })
  first.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(location.search).toBe('?view=invoices')
  expect(screen.getByRole('radio', { name: 'Carrier invoices' })).toBeChecked()
})

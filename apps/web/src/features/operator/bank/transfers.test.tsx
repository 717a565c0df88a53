import {
  confirmBankLine,
  listBankLines,
  reopenBankLine,
  setBankLineAside,
  type BankLine,
} from '@postroom/contract/bank-statement'
import { getPermission } from '@postroom/contract/identity'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { USER } from '../../../testing/a-user.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { openToast } from '../../../ui/toast-queue.ts'
import { reconciled } from './testing/reconciled.ts'

const idOf = (number: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c0${number}`
const PROPOSAL = {
  id: idOf(1),
  organisation: 'Llewellyn Bindery Ltd',
  account_id: idOf(2),
  amount: 5_000_00,
  reference: 'INV-1042',
  is_credited: false,
  requested_by: idOf(3),
}
const aLine = (number: number, change: Partial<BankLine> = {}): BankLine => ({
  id: idOf(number),
  account: 'GB33BUKB20201555555555',
  day: '2026-11-20',
  amount: 5_000_00,
  text: `INV ${number}`,
  payer: 'LLEWELLYN BINDERY',
  verdict: 'none',
  proposals: [],
  payouts: [],
  ...change,
})

let lines: BankLine[]
let asked: ReturnType<typeof server.on<typeof listBankLines>>
beforeEach(() => {
  lines = []
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(getReconciliation, ({ query: { day } }) => reconciled(day))
  asked = server.on(listBankLines, ({ query: { state } }) =>
    pageOf(lines.filter(({ set_aside }) => !set_aside === (state === 'open'))),
  )
})
async function open() {
  const user = openPage('/app/operator?view=bank')
  const card = within(await screen.findByRole('region', { name: 'Bank statements' }))
  await waitFor(() => expect(card.queryByText('Loading')).toBeNull())
  return { user, card }
}
const textOf = (element: HTMLElement) => element.closest('li')?.firstElementChild?.textContent

it('lists first what fits a top-up, then the others, each with payer, text, day and account', async () => {
  lines = [
    aLine(4),
    aLine(5, { verdict: 'several', proposals: [PROPOSAL], payer: '' }),
    aLine(6, { verdict: 'amount_differs', proposals: [{ ...PROPOSAL, amount: 1_00 }] }),
  ]
  const { card } = await open()
  await card.findByText('To confirm')
  expect(card.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'To confirm',
    'Without a matching top-up',
  ])
  const listed = (title: string) =>
    within(card.getByText(title).closest('section')!)
      .getAllByText(/^INV \d/, { selector: 'li > span' })
      .map(({ textContent }) => textContent)
  expect(listed('To confirm')).toEqual([
    '£5,000.00 INV 520 Nov 2026 · GB33BUKB20201555555555Several top-ups have this reference and amount',
  ])
  expect(listed('Without a matching top-up')).toEqual([
    '£5,000.00 · LLEWELLYN BINDERY INV 420 Nov 2026 · GB33BUKB20201555555555Names no top-up',
    '£5,000.00 · LLEWELLYN BINDERY INV 620 Nov 2026 · GB33BUKB20201555555555Names a top-up of another amount',
  ])
  expect(card.getAllByText(/^Book a transfer under/)).toHaveLength(1)
  expect(card.getByText('£1.00 · Llewellyn Bindery Ltd')).toBeVisible()
  expect(card.queryByText(/^The newest/)).toBeNull()
  expect(asked.map(({ query }) => query)).toEqual([expect.objectContaining({ state: 'open', length: 100 })])
})

test.each([
  ['exact', 'To confirm'],
  ['none', 'Without a matching top-up'],
] as const)('has no empty group beside the verdict %s', async (verdict, title) => {
  lines = [aLine(4, { verdict, proposals: verdict === 'exact' ? [PROPOSAL] : [] })]
  const { card } = await open()
  await card.findByText(title)
  expect(card.getAllByRole('heading', { level: 3 })).toHaveLength(1)
})

test.each([
  ['exact', [PROPOSAL], 'Names this top-up, and the amount agrees'],
  ['already_credited', [PROPOSAL], 'Names a top-up that is credited already'],
  ['already_credited', [], 'A top-up with this reference and amount is matched with another transfer.'],
  ['exact', [], 'Names this top-up, and the amount agrees'],
  ['payout', [], 'Names no top-up. Stripe paid out this amount shortly before'],
] as const)('says what a transfer is: %s with the proposals %o', async (verdict, proposals, text) => {
  lines = [aLine(4, { verdict, proposals: [...proposals] })]
  const { card } = await open()
  expect(await card.findByText(text, { exact: false })).toBeVisible()
})

it('matches what is credited, and credits what is not, without one’s own', async () => {
  lines = [
    aLine(4, { verdict: 'already_credited', proposals: [{ ...PROPOSAL, is_credited: true, requested_by: undefined }] }),
    aLine(5, { verdict: 'exact', proposals: [{ ...PROPOSAL, id: idOf(8), requested_by: USER.id }] }),
    aLine(6, { verdict: 'several', proposals: [{ ...PROPOSAL, id: idOf(9), amount: 7_00 }] }),
  ]
  const confirmed = server.on(confirmBankLine, () => aLine(4, { verdict: 'confirmed' }))
  const { user, card } = await open()
  const match = await card.findByRole('button', { name: 'Match Llewellyn Bindery Ltd, INV-1042' })
  expect(card.getAllByText(/^INV-1042/).map(({ textContent }) => textContent)).toEqual([
    'INV-1042',
    'INV-1042 · entered by you',
    'INV-1042',
  ])
  expect(card.getAllByRole('button', { name: /^(Match|Credit)/ })).toHaveLength(2)
  await user.click(match)
  expect(await screen.findByText('£5,000.00 for Llewellyn Bindery Ltd is matched with its transfer.')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Credit £7.00 Llewellyn Bindery Ltd, INV-1042' }))
  await waitFor(() =>
    expect(confirmed.map(({ params, body }) => [params.lineId, body.proposal])).toEqual([
      [idOf(4), idOf(1)],
      [idOf(6), idOf(9)],
    ]),
  )
})

it('asks what a transfer is, sends nothing when that is closed, and stays open after a refusal', async () => {
  lines = [aLine(4)]
  const sent = server.on(setBankLineAside, () => new Refusal('bank_line_confirmed'))
  const { user, card } = await open()
  const press = async () => user.click(await card.findByRole('button', { name: 'Set aside £5,000.00, INV 4' }))
  await press()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  await press()
  const dialog = within(await screen.findByRole('dialog', { name: 'Set £5,000.00 aside' }))
  const reason = dialog.getByRole('textbox', {
    name: 'What it is For money that is no top-up: interest, a refund, money of another business. It can be opened again.',
  })
  expect(reason).toHaveAttribute('maxlength', '200')
  expect(reason).toHaveAttribute('autocomplete', 'off')
  expect(reason).not.toHaveAttribute('aria-invalid')
  await user.type(reason, ' Interest {Enter}')
  await waitFor(() => expect(openToast()).toBeDefined())
  expect(sent.at(-1)?.body).toEqual({ reason: 'Interest' })
  expect(reason).toHaveValue(' Interest ')
})

it('offers nothing else for a transfer while it is set aside as one of two payouts', async () => {
  lines = [
    aLine(4, { verdict: 'payout', payouts: ['17', '18'].map((day) => ({ id: `txn_${day}`, day: `2026-11-${day}` })) }),
  ]
  const sent = server.on(setBankLineAside, () => new Promise<never>(() => {}))
  const { user, card } = await open()
  await user.click(await card.findByRole('button', { name: 'It is the payout of 18 Nov 2026 £5,000.00' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ params: { lineId: idOf(4) }, body: { payout: 'txn_18' } })
  await waitFor(() => expect(card.getByRole('button', { name: /^Set aside/ })).toBeDisabled())
  await user.click(card.getByRole('button', { name: /17 Nov/ }))
  expect(sent).toHaveLength(1)
})

it('loads what was set aside once it is opened, and says when that failed and that there is more', async () => {
  const aside = aLine(4, { set_aside: { reason: 'Interest', at: '2026-11-20T10:00:00.000Z' } })
  const { user, card } = await open()
  expect(asked.map(({ query }) => query.state)).toEqual(['open'])
  server.on(listBankLines, () => new Refusal('permission_denied'))
  await user.click(card.getByText('Set aside'))
  await card.findByText('The transfers could not be loaded.')
  expect(openToast()).toBeUndefined()
  const again = server.on(listBankLines, ({ query: { state } }) =>
    state === 'open' ? pageOf([]) : { ...pageOf([aside]), total: 130 },
  )
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('The newest 1 of 130 transfers')).toBeVisible()
  expect(again[0]?.query).toMatchObject({ state: 'set_aside', length: 100 })
  const undo = card.getByRole('button', { name: 'Open again £5,000.00, INV 4' })
  expect(textOf(undo)).toBe('£5,000.00 · LLEWELLYN BINDERY INV 420 Nov 2026 · Interest')
  server.on(reopenBankLine, () => new Refusal('bank_line_confirmed'))
  await user.click(undo)
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  server.on(reopenBankLine, () => aLine(4))
  await user.click(undo)
  expect(await screen.findByText('£5,000.00 is open again.')).toBeVisible()
  await user.click(card.getByText('Set aside'))
  await waitFor(() => expect(card.queryByText(/Interest/)).toBeNull())
})

it('writes a transfer without a payer, and no count when all are shown', async () => {
  lines = [aLine(4, { payer: '', set_aside: { reason: 'Interest', at: '2026-11-20T10:00:00.000Z' } })]
  const { user, card } = await open()
  await user.click(card.getByText('Set aside'))
  expect(textOf(await card.findByRole('button', { name: /^Open again/ }))).toBe('£5,000.00 INV 420 Nov 2026 · Interest')
  expect(card.queryByText(/^The newest/)).toBeNull()
})

it('says that the transfers could not be loaded without a toast', async () => {
  server.on(listBankLines, () => new Refusal('permission_denied'))
  server.on(getReconciliation, () => new Refusal('permission_denied'))
  const { user, card } = await open()
  await card.findByText('The transfers could not be loaded.')
  const day = within(screen.getByRole('region', { name: 'Daily reconciliation' }))
  await day.findByText('The day could not be loaded.')
  expect(openToast()).toBeUndefined()
  expect(day.queryByText('Loading')).toBeNull()
  server.on(listBankLines, () => pageOf([]))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('No transfer waits to be matched with a top-up.')).toBeVisible()
})

import {
  confirmBankLine,
  importBankStatement,
  importBankStatementCsv,
  listBankLines,
  reopenBankLine,
  setBankLineAside,
  type BankLine,
} from '@postroom/contract/bank-statement'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { listTopUpRequests } from '@postroom/contract/top-up'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { reconciled } from './testing/reconciled.ts'
import { USER } from '../../../testing/a-user.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const REQUEST = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03'
const LINE: BankLine = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c05',
  account: 'GB33BUKB20201555555555',
  day: '2026-11-20',
  amount: 5_000_00,
  text: 'INV 1042',
  payer: 'LLEWELLYN BINDERY',
  verdict: 'exact',
  proposals: [
    {
      id: REQUEST,
      organisation: 'Llewellyn Bindery Ltd',
      account_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
      amount: 5_000_00,
      reference: 'INV-1042',
      is_credited: false,
      requested_by: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c04',
    },
  ],
  payouts: [],
}
const [PROPOSAL] = LINE.proposals
const ANOTHER = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c06'

let lines: BankLine[]
beforeEach(() => {
  server.on(getReconciliation, ({ query: { day } }) => reconciled(day))
  lines = []
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(listOrganisations, () => pageOf([]))
  server.on(listTopUpRequests, () => pageOf([]))
  server.on(listPaymentDifferences, () => pageOf([]))
  server.on(listBankLines, ({ query: { state } }) =>
    pageOf(lines.filter(({ set_aside }) => !set_aside === (state === 'open'))),
  )
})
const open = () => openPage('/app/operator?view=bank')
const card = async () => within(await screen.findByRole('region', { name: 'Bank statements' }))

async function choose(user: ReturnType<typeof open>, name: string, content: string) {
  await user.click((await card()).getByRole('button', { name: 'Import a statement' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.upload(document.querySelector('input[type=file]')!, new File([content], name))
  return dialog
}

it('confirms the top-up that a transfer names', async () => {
  lines = [LINE]
  const confirmed = server.on(confirmBankLine, () => ({ ...LINE, verdict: 'confirmed' as const, proposals: [] }))
  const user = open()
  const shown = await card()
  expect(await shown.findByText('£5,000.00 · LLEWELLYN BINDERY')).toBeVisible()
  expect(shown.getByText('Names this top-up, and the amount agrees')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Credit £5,000.00 Llewellyn Bindery Ltd, INV-1042' }))
  expect(await screen.findByText('£5,000.00 for Llewellyn Bindery Ltd is matched with its transfer.')).toBeVisible()
  expect(confirmed.at(-1)).toMatchObject({ params: { lineId: LINE.id }, body: { proposal: REQUEST } })
})

it('offers no button for one’s own request, for another amount, and for what another transfer paid', async () => {
  lines = [
    { ...LINE, proposals: [{ ...PROPOSAL!, requested_by: USER.id }] },
    { ...LINE, id: REQUEST, verdict: 'amount_differs', proposals: [{ ...PROPOSAL!, amount: 1 }] },
    { ...LINE, id: PROPOSAL!.account_id, verdict: 'already_credited', proposals: [] },
    { ...LINE, id: ANOTHER, verdict: 'none', proposals: [] },
  ]
  open()
  const shown = await card()
  expect(await shown.findByText(/entered by you/)).toBeVisible()
  expect(shown.getByText('Names a top-up of another amount')).toBeVisible()
  expect(shown.getByText(/is matched with another transfer/)).toBeVisible()
  expect(shown.getByText('Names no top-up')).toBeVisible()
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Import a statement',
    ...lines.map(({ text }) => `Set aside £5,000.00, ${text}`),
  ])
})

it('imports an XML file as soon as it is chosen, and says what was new and what was ignored', async () => {
  const entry = { account: LINE.account, day: LINE.day, amount: '3.20 GBP', reason: 'debit' as const }
  const sent = server.on(importBankStatement, () => ({
    imported: 2,
    repeated: 1,
    ignored: 1,
    ignored_entries: [entry],
  }))
  const user = open()
  const dialog = await choose(user, 'nov.xml', '<Document/>')
  expect(await dialog.findByText('2 new transfers. 1 was imported before.')).toBeVisible()
  expect(sent.at(-1)?.body).toBe('<Document/>')
  await user.click(dialog.getByText('1 entry is not listed'))
  expect(dialog.getByText('Money paid out')).toBeVisible()
})

it('asks for the account of a CSV file first', async () => {
  const sent = server.on(importBankStatementCsv, () => ({ imported: 0, repeated: 3, ignored: 0, ignored_entries: [] }))
  const user = open()
  const dialog = await choose(user, 'nov.csv', 'date,amount,reference')
  await user.click(await dialog.findByRole('button', { name: 'Import nov.csv' }))
  expect(dialog.getByText('Fill this in.')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /^Bank account/ }), '20-00-00 12345678')
  await user.click(dialog.getByRole('button', { name: 'Import nov.csv' }))
  expect(await dialog.findByText('0 new transfers. 3 were imported before.')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ query: { account: '20-00-00 12345678' }, body: 'date,amount,reference' })
})

it('names each entry that is refused, and says when no answer came', async () => {
  const fields = [{ field: '3.amount', code: 'invalid_amount' as const, message: 'x' }]
  server.on(importBankStatement, () => new Refusal('invalid_request', { fields }))
  const user = open()
  const dialog = await choose(user, 'nov.xml', '<Document/>')
  expect(await dialog.findByText('nov.xml: 1 problem')).toBeVisible()
  expect(dialog.getByText('Entry 3, amount:')).toBeVisible()
  server.on(importBankStatement, () => UNREACHABLE)
  await user.upload(document.querySelector('input[type=file]')!, new File(['<Document></Document>'], 'two.xml'))
  expect(await dialog.findByText(/^No answer came/)).toBeVisible()
})

it('says that nothing waits, that there are more, and offers to load again', async () => {
  server.on(listBankLines, () => UNREACHABLE)
  const user = open()
  const shown = await card()
  await shown.findByText('The transfers could not be loaded.', {}, { timeout: 8_000 })
  server.on(listBankLines, () => ({ ...pageOf([LINE]), total: 250 }))
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText('The newest 1 of 250 transfers')).toBeVisible()
  server.on(listBankLines, () => pageOf([]))
  open()
  await waitFor(() => expect(screen.getByText('No transfer waits to be matched with a top-up.')).toBeVisible())
})

it('sets a transfer aside as the payout of Stripe that it may be', async () => {
  lines = [{ ...LINE, verdict: 'payout', proposals: [], payouts: [{ id: 'txn_1', day: '2026-11-18' }] }]
  const sent = server.on(setBankLineAside, () => ({ ...LINE, verdict: 'set_aside' as const }))
  const user = open()
  const shown = await card()
  await user.click(await shown.findByRole('button', { name: 'It is the payout of 18 Nov 2026 £5,000.00' }))
  expect(await screen.findByText('£5,000.00 is set aside.')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ body: { reason: 'Payout of Stripe of 18 Nov 2026', payout: 'txn_1' } })
})

it('asks what a transfer is before it is set aside, and opens it again', async () => {
  lines = [LINE]
  const sent = server.on(setBankLineAside, ({ body }) => {
    lines = [{ ...LINE, verdict: 'set_aside', set_aside: { reason: body.reason, at: '2026-11-20T10:00:00.000Z' } }]
    return lines[0]!
  })
  const user = open()
  const shown = await card()
  await user.click(await shown.findByRole('button', { name: /^Set aside/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set £5,000.00 aside' }))
  await user.click(dialog.getByRole('button', { name: 'Set aside' }))
  expect(dialog.getByText('Fill this in.')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /^What it is/ }), 'Interest{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await shown.findByText('No transfer waits to be matched with a top-up.')

  const reopened = server.on(reopenBankLine, () => {
    lines = [LINE]
    return LINE
  })
  await user.click(shown.getByText('Set aside'))
  expect(await shown.findByText(/· Interest$/)).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Open again £5,000.00, INV 1042' }))
  expect(await shown.findByText('Nothing is set aside.')).toBeVisible()
  expect(reopened.at(-1)?.params).toEqual({ lineId: LINE.id })
  expect(shown.getByText('Names this top-up, and the amount agrees')).toBeVisible()
})

import { listBankLines } from '@postroom/contract/bank-statement'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { listTopUpRequests } from '@postroom/contract/top-up'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { reconciled } from './testing/reconciled.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  for (const list of [listOrganisations, listTopUpRequests, listPaymentDifferences, listBankLines])
    server.on(list, () => pageOf([]))
})
const card = async () => within(await screen.findByRole('region', { name: 'Daily reconciliation' }))

it('shows the three sides of yesterday and each difference, and another day when it is chosen', async () => {
  const payment = { kind: 'payment' as const, id: 'a', text: 'F00D', organisation: 'Llewellyn Bindery Ltd' }
  const asked = server.on(getReconciliation, ({ query: { day } }) =>
    reconciled(day, {
      provider: { is_read: true, payments: 25_00, fees: 58, payouts: 0 },
      differences: [{ ...payment, provider: 25_00, ledger: 40_00 }],
      total: 1,
    }),
  )
  openPage('/app/operator?view=bank')
  const shown = await card()
  expect(await shown.findByText('1 difference')).toBeVisible()
  expect(shown.getByText('Stripe £25.00 · Ledger £40.00')).toBeVisible()
  expect(shown.getByText('£0.58')).toBeVisible()
  fireEvent.change(shown.getByLabelText('Day'), { target: { value: '2026-11-02' } })
  expect(await shown.findByText('1 difference')).toBeVisible()
  expect(asked.at(-1)?.query).toEqual({ day: '2026-11-02' })
  fireEvent.change(shown.getByLabelText('Day'), { target: { value: '' } })
  expect(await shown.findByText('This date does not exist.')).toBeVisible()
})

it('says that nothing differs, that Stripe was not asked yet, and that a day was not loaded', async () => {
  server.on(getReconciliation, () => UNREACHABLE)
  const user = openPage('/app/operator?view=bank')
  const shown = await card()
  await shown.findByText('The day could not be loaded.', {}, { timeout: 8_000 })
  const provider = { is_read: false, payments: 0, fees: 0, payouts: 0 }
  server.on(getReconciliation, ({ query: { day } }) => reconciled(day, { provider }))
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText('There is no difference.')).toBeVisible()
  expect(shown.getByText(/^Stripe’s list of this day is not here yet/)).toBeVisible()
})

const sums = (shown: Awaited<ReturnType<typeof card>>) =>
  shown.getAllByRole('definition').map(({ textContent }) => textContent)
const MOVED = {
  ledger: { payments: 2, top_ups: 3, seen_on_other_days: 4 },
  bank: { credits: 5, booked_on_other_days: 6, payouts: 7, set_aside: 8 },
}
const OF_OURS = [
  'Payments less refunds £0.02',
  'Top-ups £0.03',
  'Of these, at the bank on another day £0.04',
  'Transfers received £0.05',
  'Of these, booked on another day £0.06',
  'Of these, payouts of Stripe £0.07',
  'Of these, set aside £0.08',
]

it.each([
  [true, ['Payments less refunds £0.01', 'Stripe’s fees £0.09', 'Paid out to the bank £0.10']],
  [false, ['Payments less refunds –', 'Stripe’s fees –', 'Paid out to the bank –']],
])('shows every sum of yesterday; Stripe was asked: %s', async (is_read, ofStripe) => {
  const provider = { is_read, payments: 1, fees: 9, payouts: 10 }
  const asked = server.on(getReconciliation, ({ query: { day } }) => reconciled(day, { provider, ...MOVED }))
  openPage('/app/operator?view=bank')
  const shown = await card()
  await shown.findByText('There is no difference.')
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Stripe', 'Ledger', 'Bank'])
  expect(sums(shown)).toEqual([...ofStripe, ...OF_OURS])
  expect(shown.queryAllByText(/^Stripe’s list/)).toHaveLength(is_read ? 0 : 1)
  expect(asked.map(({ query }) => query.day)).toEqual([addDays(ukDateOf(new Date()), -1)])
})

it('writes what kind a difference is, whose, and the amounts that are known', async () => {
  const difference = { id: 'a', kind: 'payout_without_line' as const, text: 'po_1' }
  server.on(getReconciliation, ({ query: { day } }) =>
    reconciled(day, {
      differences: [
        { ...difference, provider: 5_00, bank: 0 },
        { ...difference, kind: 'top_up_without_line', organisation: 'Bindery', ledger: 7_00 },
      ],
      total: 201,
    }),
  )
  openPage('/app/operator?view=bank')
  const shown = await card()
  await shown.findByText('201 differences')
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A payout of Stripe was not seen at the bank po_1Stripe £5.00 · Bank £0.00',
    'A top-up was not seen at the bank Binderypo_1Ledger £7.00',
  ])
})

it('says that a day is loading, and asks for none that does not exist', async () => {
  const asked = server.on(getReconciliation, () => new Promise<never>(() => {}))
  openPage('/app/operator?view=bank')
  const shown = await card()
  expect(shown.getByText('Loading')).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(1))
  const field = shown.getByLabelText('Day')
  expect(field).toHaveAttribute('type', 'date')
  fireEvent.change(field, { target: { value: '' } })
  expect(shown.getByText('This date does not exist.')).toBeVisible()
  expect(shown.queryByText('Loading')).toBeNull()
  fireEvent.change(field, { target: { value: '2026-11-02' } })
  expect(shown.queryByText('This date does not exist.')).toBeNull()
  await waitFor(() => expect(asked.map(({ query }) => query.day).slice(1)).toEqual(['2026-11-02']))
})

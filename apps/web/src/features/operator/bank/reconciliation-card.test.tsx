import { listBankLines } from '@postroom/contract/bank-statement'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { listTopUpRequests } from '@postroom/contract/top-up'
import { fireEvent, screen, within } from '@testing-library/dom'
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

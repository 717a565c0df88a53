import { exportStatement, getStatement, type StatementLine } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const LINES: StatementLine[] = [
  { id: 2, at: '2026-11-19T10:30:00.000Z', kind: 'postage', amount: -7_889, balance: 42_410, reference: 'INV-20435' },
  { id: 1, at: '2026-11-18T10:30:00.000Z', kind: 'topup', amount: 25_000, balance: 50_299, reference: 'FPS 118204' },
]
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
afterEach(() => void vi.restoreAllMocks())

it('shows what can be spent, and every movement with the balance after it, newest first', async () => {
  const calls = server.on(getStatement, () => pageOf(LINES))
  openPage('/app/administration?view=account')
  const row = (await screen.findByRole('rowheader', { name: /INV-20435/ })).closest('[role=row]')
  expect(row).toHaveTextContent('Postage INV-20435−£78.89£424.10')
  expect(screen.getByRole('rowheader', { name: /Top-up FPS/ }).closest('[role=row]')).toHaveTextContent(
    '+£250.00£502.99',
  )
  expect(screen.getByText('Ready to spend').nextSibling).toHaveTextContent('£50.00')
  expect(calls[0]?.query).toMatchObject({ orderAsc: 'false' })
})

it('saves the statement as a file', async () => {
  server.on(getStatement, () => pageOf(LINES))
  server.on(exportStatement, () => new TextEncoder().encode('at,amount'))
  const made = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const user = openPage('/app/administration?view=account')
  await screen.findByRole('rowheader', { name: /INV-20435/ })
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
})

it('says that the statement could not be loaded', async () => {
  server.on(getStatement, () => UNREACHABLE)
  openPage('/app/administration?view=account')
  expect(await screen.findByText('Statement: the list could not be loaded', {}, { timeout: 8_000 })).toBeVisible()
})

import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { account, pageOf } from '../testing/answers.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { closePage, show } from '../testing/show.tsx'
import { useBalance } from './balance-queries.ts'

const OTHER = { ...account, id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01', name: 'Shop' }

function Shown() {
  const { account: paying, balance, isPending, isError, retry } = useBalance()
  const state = isPending ? 'pending' : isError ? 'failed' : 'there'
  return (
    <button type="button" onClick={retry}>
      {[paying?.name, balance?.balance, state].filter((part) => part !== undefined).join(' ')}
    </button>
  )
}
const showBalance = () => show(<Shown />)
const text = () => screen.getByRole('button').textContent
const balanceOf = (pence: number) =>
  server.on(getBalance, ({ params }) => ({
    account_id: params.accountId,
    currency: 'GBP' as const,
    balance: pence,
    posted: pence,
    held: 0,
  }))

beforeEach(() => saveSession(USER))

it('the first active account pays, of which the balance is asked', async () => {
  const lists = server.on(listCarrierAccounts, () => pageOf([account, OTHER]))
  const balances = balanceOf(12_00)
  showBalance()
  expect(text()).toBe('pending')
  await waitFor(() => expect(text()).toBe('Office 1200 there'))
  expect(lists.map(({ query }) => query)).toMatchObject([{ length: 100, is_active: 'true' }])
  expect(balances.map(({ params }) => params.accountId)).toEqual([account.id])
})

it('is pending until the balance is there as well', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(getBalance, async () => {
    await promise
    return new Refusal('invalid_request')
  })
  showBalance()
  await waitFor(() => expect(text()).toBe('Office pending'))
  resolve()
  await waitFor(() => expect(text()).toBe('Office failed'))
})

it('without an account nothing is pending, and no balance is asked', async () => {
  server.on(listCarrierAccounts, () => pageOf([]))
  const balances = balanceOf(1)
  showBalance()
  await waitFor(() => expect(text()).toBe('there'))
  expect(balances).toEqual([])
})

it.each([
  ['the accounts', listCarrierAccounts, 'failed', [2, 1]],
  ['the balance', getBalance, 'Office failed', [1, 2]],
] as const)('a retry asks again for what failed: %s', async (_what, endpoint, failed, times) => {
  const calls = { accounts: server.on(listCarrierAccounts, () => pageOf([account])), balances: balanceOf(5) }
  const refused = server.on(endpoint, () => new Refusal('invalid_request'))
  const user = showBalance()
  await waitFor(() => expect(text()).toBe(failed))
  expect(refused).toHaveLength(1)
  const again =
    endpoint === getBalance
      ? { ...calls, balances: balanceOf(5) }
      : { ...calls, accounts: server.on(listCarrierAccounts, () => pageOf([account])) }
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(text()).toBe('Office 5 there'))
  const asked = [again.accounts.length, again.balances.length]
  expect(asked.map((count, index) => count + (index === Number(endpoint === getBalance) ? 1 : 0))).toEqual(times)
})

it('the accounts are kept for five minutes; the balance is asked again when money has moved', async () => {
  useMovedClock()
  const lists = server.on(listCarrierAccounts, () => pageOf([account]))
  balanceOf(5)
  showBalance()
  await waitFor(() => expect(text()).toBe('Office 5 there'))
  balanceOf(4)
  await queryClient.invalidateQueries({ queryKey: ['balance'] })
  await waitFor(() => expect(text()).toBe('Office 4 there'))
  await pass(280)
  closePage()
  showBalance()
  await pass(1)
  expect(lists).toHaveLength(1)
  await pass(30)
  closePage()
  server.on(listCarrierAccounts, () => pageOf([OTHER]))
  balanceOf(3)
  showBalance()
  // the balance of another account is another one
  await waitFor(() => expect(text()).toBe('Shop 3 there'))
})

import { listCarrierAccounts } from '@postroom/contract/carrier'
import { getStatement, updateCarrierAccount } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { listReturnServices } from '@postroom/contract/return-label'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { account, pageOf } from '../../../testing/answers.ts'
import { server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const TSN = { code: 'TSN', name: 'Tracked Returns 24' }
const TSS = { code: 'TSS', name: 'Tracked Returns 48' }

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(getStatement, () => pageOf([]))
  server.on(listReturnServices, () => ({ is_offered: true, data: [TSN, TSS] }))
})

function open(return_service?: string) {
  server.on(listCarrierAccounts, () => pageOf([{ ...account, ...(return_service && { return_service }) }]))
  return openPage('/app/administration?view=account')
}
const chosen = () => screen.findByRole('button', { name: /Prepared with each purchase/ })

it.each([
  [undefined, 'Tracked Returns 48', 'TSS'],
  ['TSS', 'Only on request', null],
])('of an account with %s, a choice of %s is saved at once', async (before, choice, saved) => {
  const calls = server.on(updateCarrierAccount, () => account)
  const user = open(before)
  expect(await chosen()).toHaveTextContent(before === undefined ? 'Only on request' : 'Tracked Returns 48')
  await user.click(await chosen())
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Only on request',
    'Tracked Returns 24',
    'Tracked Returns 48',
  ])
  await user.click(screen.getByRole('option', { name: choice }))
  await waitFor(() =>
    expect(calls).toMatchObject([{ params: { accountId: account.id }, body: { return_service: saved } }]),
  )
})

it('a service that the carrier lists no more stays chosen', async () => {
  const user = open('OLD')
  expect(await chosen()).toHaveTextContent('OLD')
  await user.click(await chosen())
  expect(screen.getAllByRole('option')).toHaveLength(4)
})

it.each([
  ['a carrier without return labels', { is_offered: false, data: [TSN] }, 'TSN', false],
  ['a carrier that lists no service', { is_offered: true, data: [] }, undefined, false],
  ['a carrier that lists no service, but one is chosen', { is_offered: true, data: [] }, 'OLD', true],
])('%s', async (_case, answer, before, isShown) => {
  const asked = server.on(listReturnServices, () => answer)
  open(before)
  await waitFor(() => expect(asked).toHaveLength(1))
  if (isShown) expect(await chosen()).toBeVisible()
  else expect(screen.queryByText('Return labels')).toBeNull()
})

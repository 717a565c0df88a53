import * as calls from '@postroom/contract/contract-price'
import type { CheckedContractPrices, ContractPriceList } from '@postroom/contract/contract-price'
import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const ACCOUNT = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c23'
const LIST: ContractPriceList = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c21',
  organisation_id: ACCOUNT,
  organisation: 'Llewellyn Bindery Ltd',
  account_id: ACCOUNT,
  account: 'Royal Mail',
  pricing: 'online',
  effective_from: '2027-01-04',
  state: 'coming',
  prices: 5,
  services: ['TR24'],
  added_at: '2026-11-20T09:00:00.000Z',
}
const CHANGES: CheckedContractPrices['changes'] = {
  cheaper: 4,
  dearer: 0,
  same: 0,
  added: 0,
  not_offered: 1,
  published_again: ['1'],
}

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(calls.listContractPrices, () => pageOf([LIST]))
  server.on(listOrganisations, () =>
    pageOf([
      {
        id: ACCOUNT,
        name: 'Llewellyn Bindery Ltd',
        handle: 'llewellyn',
        created_at: '2026-03-03T09:00:00.000Z',
        users: { full: 1, lite: 0 },
        accounts: [{ id: ACCOUNT, name: 'Royal Mail', is_active: true, available: 0 }],
      },
    ]),
  )
})
const open = () => openPage('/app/operator?view=contracts')

it('says that there are none', async () => {
  server.on(calls.listContractPrices, () => pageOf([]))
  open()
  expect(await screen.findByText('No account has contract prices')).toBeVisible()
})

it('offers to try again when the lists cannot be loaded', async () => {
  server.on(calls.listContractPrices, () => UNREACHABLE)
  open()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

it('withdraws a list that has not begun, after a second press', async () => {
  const withdrawn = server.on(calls.withdrawContractPrices, () => ({ ...LIST, state: 'withdrawn' as const }))
  const user = open()
  await user.click(await screen.findByText('Llewellyn Bindery Ltd'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Priced by the contract: Tracked 24/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(withdrawn).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Withdraw these prices' }))
  expect(await screen.findByText(/are withdrawn\.$/)).toBeVisible()
  expect(withdrawn).toHaveLength(1)
})

it('shows what is wrong in a file, then what another changes, and adds that one', async () => {
  let answer: CheckedContractPrices = { errors: [{ code: 'price_falls', row: 3, column: 'price_pence' }], remarks: [] }
  server.on(calls.checkContractPrices, () => answer)
  const added = server.on(calls.addContractPrices, () => LIST)
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Add contract prices' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Check the file' }))
  expect(dialog.getByText('Choose the account that has these prices.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /Choose an account/ }))
  await user.click(await screen.findByRole('option', { name: 'Llewellyn Bindery Ltd' }))
  const choose = async (name: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['service\n'], name, { type: 'text/csv' }),
    )
  await choose('wrong.csv')
  await user.click(dialog.getByRole('button', { name: 'Check the file' }))
  expect(await dialog.findByText('wrong.csv: 1 problem')).toBeVisible()
  expect(dialog.getByText('Row 3, price_pence:')).toBeVisible()
  answer = { errors: [], remarks: [{ code: 'signed_for', price: '1SF letter UK £20 to 100 g' }], changes: CHANGES }
  await choose('right.csv')
  await user.click(dialog.getByRole('button', { name: 'Check the file' }))
  expect(await dialog.findByText('4 prices fall')).toBeVisible()
  expect(dialog.getByText('1 is not offered')).toBeVisible()
  expect(dialog.getByText('With published prices again: 1st Class')).toBeVisible()
  expect(dialog.getByText('1SF letter UK £20 to 100 g')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add these prices' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(added).toHaveLength(1)
})

import { getPermission } from '@postroom/contract/identity'
import { listOrganisations } from '@postroom/contract/organisation-list'
import { listPaymentDifferences } from '@postroom/contract/payment'
import { listTopUpRequests } from '@postroom/contract/top-up'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { heads, listsAreShort, pagesOf, tablesAreWide } from '../../testing/tables.ts'
import { openToast } from '../../ui/toast-queue.ts'
import { anAccount, anOrganisation } from './testing/an-organisation.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['top_up'], roles: [], products: [], custom_data: {} }))
  server.on(listOrganisations, pagesOf([anOrganisation(1)]))
  server.on(listTopUpRequests, () => pageOf([]))
  server.on(listPaymentDifferences, () => pageOf([]))
})
const open = async (query = '') => {
  const user = openPage(`/app/operator${query}`)
  await screen.findByRole('rowheader', { name: 'Organisation 1' })
  return user
}
const cells = (name: RegExp) =>
  [...screen.getByRole('row', { name }).querySelectorAll('[role=gridcell]')].map(({ textContent }) => textContent)

test.each([
  [1024, ['Organisation 364', 'Users 190', 'Since 130', 'Ready to spend 150', 'Money received 190']],
  [859, ['Organisation 329', 'Users 190', 'Ready to spend 150', 'Money received 190']],
  [759, ['Organisation 419', 'Ready to spend 150', 'Money received 190']],
])('has room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  await open()
  expect(heads()).toEqual(columns)
})

test.each([
  [860, 'Since'],
  [760, 'Users'],
])('has room in %i pixels for the column %s', async (pixels, column) => {
  tablesAreWide(pixels)
  await open()
  expect(screen.getByRole('columnheader', { name: column })).toBeVisible()
})

it('shows an organisation on two lines on a phone', async () => {
  tablesAreWide(400)
  const user = openPage('/app/operator')
  const row = await screen.findByRole('row', { name: /Organisation 1/ })
  expect(row).toHaveTextContent('Organisation 1Book money Organisation 1£412.65 · 1 on the full plan')
  await user.click(screen.getByRole('button', { name: 'Book money Organisation 1' }))
  expect(await screen.findByRole('dialog', { name: 'Book money for Organisation 1' })).toBeVisible()
})

it('writes users, first day and balances of an organisation, and books nothing without an account', async () => {
  const all = [
    anOrganisation(1, { users: { full: 3, lite: 1 } }),
    anOrganisation(2, { users: { full: 0, lite: 2 }, accounts: [anAccount(3, 1_00), anAccount(4, -2_00)] }),
    anOrganisation(3, { users: { full: 0, lite: 0 }, accounts: [] }),
  ]
  server.on(listOrganisations, pagesOf(all))
  await open()
  expect(cells(/Organisation 1/).slice(0, 3)).toEqual(['3 on the full plan, 1 on Lite', '3 Mar 2026', '£412.65'])
  expect(cells(/Organisation 2/).slice(0, 3)).toEqual(['2 on Lite', '3 Mar 2026', '£1.00, -£2.00'])
  expect(cells(/Organisation 3/).slice(0, 3)).toEqual(['', '3 Mar 2026', '–'])
  expect(screen.getByRole('button', { name: 'Book money Organisation 2' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Book money Organisation 3' })).toBeDisabled()
})

it('loads fifty organisations at a time, and says how many there are', async () => {
  listsAreShort()
  const asked = server.on(
    listOrganisations,
    pagesOf(Array.from({ length: 100 }, (_, number) => anOrganisation(number))),
  )
  await open()
  expect(screen.getByText('100 organisations')).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ query }) => query)).toEqual([
    expect.objectContaining({ text: '', start: 0, length: 50 }),
    expect.objectContaining({ text: '', start: 50, length: 50 }),
  ])
})

it('looks for the name in the address, for what is typed once the typing pauses, and says that none has it', async () => {
  const asked = server.on(listOrganisations, ({ query }) =>
    query.text === 'zzqx' ? pageOf([]) : pagesOf([anOrganisation(1)])({ query }),
  )
  const user = await open('?q=org')
  const field = screen.getByRole('textbox', { name: 'Find an organisation' })
  expect(field).toHaveValue('org')
  expect(field).toHaveAttribute('maxlength', '100')
  const entries = history.length
  await user.clear(field)
  expect(location.search).toBe('')
  await user.type(field, ' zzqx ')
  expect(await screen.findByText('No organisation matches')).toBeVisible()
  expect(asked.map(({ query }) => query.text)).toEqual(['org', 'zzqx'])
  expect(history).toHaveLength(entries)
})

it('asks for a hundred waiting requests and differences, and shows neither card while there are none', async () => {
  const requests = server.on(listTopUpRequests, () => pageOf([]))
  const differences = server.on(listPaymentDifferences, () => pageOf([]))
  await open()
  await waitFor(() => expect([requests.length, differences.length]).toEqual([1, 1]))
  expect(requests[0]?.query).toMatchObject({ state: 'pending', length: 100 })
  expect(differences[0]?.query).toMatchObject({ length: 100, orderAsc: 'false' })
  expect(screen.queryByRole('region', { name: 'Waiting for a second operator' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Payments that differ from Stripe' })).toBeNull()
})

it('says without a toast what could not be loaded, and loads it again', async () => {
  for (const list of [listOrganisations, listTopUpRequests, listPaymentDifferences])
    server.on(list, () => new Refusal('permission_denied'))
  const user = openPage('/app/operator')
  await screen.findByText('Organisations: the list could not be loaded')
  const waiting = await screen.findByText('What waits for a second operator could not be loaded.')
  await screen.findByText(/^The differences from Stripe could not be loaded/)
  expect(openToast()).toBeUndefined()
  server.on(listTopUpRequests, () => pageOf([]))
  await user.click(waiting.closest('div')!.parentElement!.querySelector('button')!)
  await waitFor(() => expect(waiting).not.toBeInTheDocument())
})

test.each([
  ['unknown_payment', 'cs_2', '', 'Stripe has a payment that is not known here'],
  ['other_session', 'cs_2', 'cs_3', 'Stripe has a second payment for the same top-up'],
  ['amount', '5000', '500000', 'Another amount: here £50.00, at Stripe £5,000.00'],
  ['currency', 'gbp', 'eur', 'Another currency: eur'],
  ['went_back', 'paid', 'refunded', 'It was received here, and Stripe says: refunded'],
] as const)('describes the difference %s', async (kind, ours, stripes, text) => {
  const at = '2026-11-24T12:00:00.000Z'
  server.on(listPaymentDifferences, () =>
    pageOf([{ id: 1, at, kind, object: 'cs_1', ours, stripes, organisation: 'Bindery' }]),
  )
  await open()
  const row = (await screen.findByText(text)).closest('li')!
  expect(row).toHaveTextContent(/Bindery ?24 Nov 2026, \d\d:00 · cs_1$/)
})

it('opens the first part for an address that names none', async () => {
  server.on(listOrganisations, () => UNREACHABLE)
  openPage('/app/operator?view=nothing')
  expect(await screen.findByRole('textbox', { name: 'Find an organisation' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Organisations and money' })).toBeChecked()
})

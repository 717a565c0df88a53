import { getAttention } from '@postroom/contract/attention'
import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../testing/a-shipment.ts'
import { anUnprinted } from '../testing/an-unprinted.ts'
import { pageOf } from '../testing/answers.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { openPage } from '../testing/open-page.tsx'
import { closePage } from '../testing/show.tsx'
import { askForTopUp } from '@postroom/contract/carrier'
import { NO_ATTENTION } from '../testing/answers.ts'

beforeEach(() => {
  server.on(searchShipments, () => pageOf([aShipment()]))
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li')!)
const REFUSED = {
  amount: 91,
  status: 'rejected',
  expected_by: null,
  events: [{ status: 'void_rejected', at: '2026-11-20T09:00:00.000Z', reason: 'It was scanned.' }],
} satisfies Shipment['refund']
const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'

it('shows what needs attention first, each with its one act, and no card when nothing does', async () => {
  openPage('/app/home')
  await rowOf('Marguerite Llewellyn')
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
  closePage()
  const row = { ...anUnprinted(), reason: 'It was scanned.' }
  const other = { ...row, id: crypto.randomUUID() }
  server.on(getAttention, () => ({
    not_printed: { total: 1, rows: [anUnprinted()], batches: [] },
    in_progress: 0,
    on_hold: { total: 2, amount: 1145, rows: [row, other] },
    refused_refunds: { total: 1, rows: [row] },
    low_balances: [{ account_id: ACCOUNT, name: 'Office', balance: 1820, low_balance: 2000 }],
    unread_notices: 0,
    mailroom: { total: 3, oldest: '2026-11-22T09:04:00.000Z' },
  }))
  openPage('/app/home')
  const card = await region('Needs attention')
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^One label was bought and not printedYou have paid once; printing is free\.2nd Class to Marguerite Llewellyn, £0.91 ZZ123456785GB/,
    ),
    '2 purchases are being confirmed2nd Class to Marguerite Llewellyn, £11.45 on hold since 09:00. Nothing is bought twice.Show',
    '1 refund was refused2nd Class to Marguerite Llewellyn, £0.91: It was scanned.See why',
    '£18.20 is left to spendThe account Office is below £20.00.Ask a manager',
    '3 parcels wait in the mailroomThe oldest since 09:04.Open',
  ])
  const linked = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(linked).toEqual([
    ['Show', `/app/home?shipment=${row.id}+${other.id}`],
    ['See why', `/app/home?shipment=${row.id}`],
    ['Open', '/app/mailroom'],
  ])
  // the notice of other pages is not here
  expect(screen.getAllByText('One label was bought and not printed')).toHaveLength(1)
})

it('asks the managers of the low account for what is missing', async () => {
  server.on(getAttention, () => ({
    ...NO_ATTENTION,
    low_balances: [{ account_id: ACCOUNT, name: 'Office', balance: 1820, low_balance: 2000 }],
    unread_notices: 0,
  }))
  const asked = server.on(askForTopUp, ({ params }) => ({ account_id: params.accountId }))
  const user = openPage('/app/home')
  await user.click(await (await region('Needs attention')).findByRole('button', { name: 'Ask a manager' }))
  await waitFor(() =>
    expect(asked.map(({ params, body }) => [params.accountId, body.missing])).toEqual([[ACCOUNT, 180]]),
  )
})

it.each([
  ['refused', aShipment({ refund: REFUSED }), 'The refund was refused: It was scanned.'],
  ['being confirmed', aShipment({ status: 'pending' }), 'Being confirmed'],
] as const)('a shipment that is %s is shown with why', async (_what, shipment, text) => {
  server.on(getShipment, () => shipment)
  openPage(`/app/home?shipment=${shipment.id}`)
  expect(await (await region('The shipment')).findByText(text)).toBeVisible()
})

it('shows every one of several shipments, which take the focus together', async () => {
  const names = ['Perran Trewin', 'Una Pascoe']
  const ids = names.map(() => crypto.randomUUID())
  server.on(getShipment, ({ params: { id } }) =>
    aShipment({ id, status: 'pending', to: { ...aShipment().to, name: names[ids.findIndex((one) => one === id)]! } }),
  )
  const user = openPage(`/app/home?shipment=${ids.join('+')}`)
  const card = await region('2 shipments')
  for (const name of names) expect(await card.findByText(name)).toBeVisible()
  const close = card.getByRole('button', { name: 'Close these shipments' })
  await waitFor(() => expect(document.activeElement).toContainElement(close))
  await user.click(close)
  await waitFor(() => expect(screen.queryByRole('region', { name: '2 shipments' })).toBeNull())
})

it('offers to load the shipment again after a failure', async () => {
  server.on(getShipment, () => new Refusal('not_found'))
  const user = openPage(`/app/home?shipment=${aShipment().id}`)
  const card = await region('The shipment')
  await card.findByText('This could not be loaded.')
  server.on(getShipment, () => aShipment())
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Marguerite Llewellyn')).toBeVisible()
})

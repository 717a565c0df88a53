import { getAttention } from '@postroom/contract/attention'
import { listColleagues } from '@postroom/contract/identity'
import {
  listNoticeChoices,
  listNotices,
  readNotices,
  saveNoticeChoice,
  type NoticeContent,
} from '@postroom/contract/notice'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { NO_ATTENTION } from '../../testing/answers.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import type { Notice } from './notice-queries.ts'

const ID = '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02'
const aNotice = (content: NoticeContent, more: Partial<Notice> = {}): Notice => ({
  id: crypto.randomUUID(),
  created_at: '2026-11-20T12:20:00.000Z',
  read: false,
  content,
  ...more,
})
const REFUSED = aNotice({
  event: 'refund_refused',
  shipment_id: ID,
  tracking: 'ZZ123456785GB',
  amount: 291,
  reason: 'The item was scanned.',
})
const LOW = aNotice(
  { event: 'balance_low', account_id: ID, name: 'Office', balance: 1820, low_balance: 2000 },
  { created_at: '2026-11-19T09:00:00.000Z' },
)

let notices: Notice[]
beforeEach(() => {
  notices = [REFUSED, LOW]
  server.on(listNotices, ({ query }) => {
    const shown = notices.filter(({ read }) => query.state === undefined || !read)
    return { data: shown, has_more: false, unread: notices.filter(({ read }) => !read).length }
  })
  server.on(readNotices, ({ body }) => {
    notices = notices.map((one) =>
      ('ids' in body ? body.ids.includes(one.id) : one.created_at <= body.until) ? { ...one, read: true } : one,
    )
    return { unread: notices.filter(({ read }) => !read).length }
  })
  server.on(getAttention, () => ({ ...NO_ATTENTION, unread_notices: notices.filter(({ read }) => !read).length }))
  server.on(listNoticeChoices, () => ({
    data: [
      { event: 'balance_low' as const, here: true, by_mail: true },
      { event: 'refund_refused' as const, here: true, by_mail: false },
    ],
  }))
})

const rows = () =>
  [...document.querySelectorAll('main li:has(time)')].map((row) => row.textContent.replaceAll('\u202f', ' '))

it('lists notices by day, newest first, with the number of new ones in the top bar', async () => {
  openPage('/app/notices')
  await screen.findByText('A refund was refused: £2.91')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Friday 20 November',
    'Thursday 19 November',
    'What you are notified of',
  ])
  expect(rows()).toEqual([
    'New:A refund was refused: £2.91ZZ123456785GB. Royal Mail says: The item was scanned.Open the shipment12:20',
    'New:£18.20 is left to spendThe account Office is below £20.00.Open the account09:00',
  ])
  expect(screen.getByRole('link', { name: 'Notices, 2 new' })).toBeVisible()
})

it('marks a notice as read when its act is followed', async () => {
  // the page that it leads to may ask who could open it for them, before the test has ended
  server.on(listColleagues, () => ({ data: [] }))
  const user = openPage('/app/notices')
  const act = await screen.findByRole('link', { name: 'Open the account: £18.20 is left to spend' })
  expect(act).toHaveAttribute('href', '/app/administration?view=account')
  await user.click(act)
  expect(await screen.findByRole('link', { name: 'Notices, 1 new' })).toBeVisible()
})

it('marks all as read up to the newest that is shown, and shows the new ones alone', async () => {
  const user = openPage('/app/notices?state=new')
  await screen.findByText('A refund was refused: £2.91')
  const late = aNotice({ event: 'password_changed' }, { created_at: '2026-11-20T12:30:00.000Z' })
  notices = [late, ...notices]
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('link', { name: 'Notices, 1 new' })).toBeVisible()
  expect(rows()).toHaveLength(2) // nothing moves away under the eyes
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await screen.findByText('Your password was changed')
  expect(rows().filter((row) => row.startsWith('New:'))).toHaveLength(1)
})

const DISPUTE = {
  event: 'payment_disputed',
  account_id: ID,
  name: 'Office',
  reference: 'PR-118',
  amount: 5_000,
} as const
const BUDGET = {
  event: 'budget_exceeded',
  cost_center_id: ID,
  code: 'S1',
  name: 'Subscriptions',
  from: '2026-11-01',
} as const

it.each([
  [
    aNotice({ ...BUDGET, amount: 40_000, period: 'month' }),
    'Subscriptions has spent its budget',
    'Its budget was £400.00 for the month from 1 November 2026.',
    `/app/dashboard?costcenter=${ID}`,
  ],
  [
    aNotice({ ...BUDGET, amount: 40_000, period: 'quarter' }),
    'Subscriptions has spent its budget',
    'Its budget was £400.00 for the quarter from 1 November 2026.',
    `/app/dashboard?costcenter=${ID}`,
  ],
  [
    aNotice({ ...BUDGET, amount: 40_000, period: 'year' }),
    'Subscriptions has spent its budget',
    'Its budget was £400.00 for the year from 1 November 2026.',
    `/app/dashboard?costcenter=${ID}`,
  ],
  [
    aNotice({ event: 'top_up_asked', account_id: ID, name: 'Office', missing: 205 }, { asked_by: 'Dev Prosser' }),
    'Dev Prosser asks for a top-up',
    '£2.05 is missing in the account Office.',
    '/app/administration?view=account',
  ],
  [
    aNotice({ event: 'top_up_asked', account_id: ID, name: 'Office', missing: 205 }),
    'A colleague asks for a top-up',
    '£2.05 is missing in the account Office.',
    '/app/administration?view=account',
  ],
  [aNotice({ event: 'two_factor_off' }), 'The second step of signing in is off', /If it was not you/, '/app/profile'],
  [
    aNotice({ event: 'codes_guessed' }),
    'Somebody entered wrong codes for your account',
    /If it was not you/,
    '/app/profile',
  ],
  [
    aNotice({ event: 'printer_stopped', alias: 'Front desk', printer: 'QL-1110NWB', error_code: 'media_empty' }),
    'QL-1110NWB can’t print',
    /^At Front desk, for ten minutes: The printer is out of paper/,
    '/app/device-preferences',
  ],
  [
    aNotice({ event: 'printer_stopped', alias: 'Front desk', printer: 'QL-1110NWB', error_code: 'of_tomorrow' }),
    'QL-1110NWB can’t print',
    'At Front desk, for ten minutes: The printer has stopped.',
    '/app/device-preferences',
  ],
  [
    aNotice({ event: 'device_outdated', alias: 'Front desk', version: '2.1.0', newer_version: '2.3.1' }),
    'Version 2.3.1 of the device manager is published',
    'Front desk has version 2.1.0.',
    '/app/system-check',
  ],
  [
    aNotice({ event: 'api_key_ending', key_id: ID, name: 'Web shop', last_day: '2026-12-04' }),
    'The API key Web shop ends soon',
    'It is valid until 4 December 2026. Give it a new secret and a new last day.',
    '/app/administration?view=keys',
  ],
  [
    aNotice({ event: 'api_key_stopped', key_id: ID, name: 'Okta' }),
    'The API key Okta has stopped',
    'The manager who made it is disabled. Make another key for the programs that use it.',
    '/app/administration?view=keys',
  ],
  [
    aNotice({ event: 'top_up_stopped', account_id: ID, name: 'Office', amount: 10_000, reason: 'card_expired' }),
    'Automatic top-up of Office has stopped',
    '£100.00 was not charged: The card has expired',
    '/app/administration?view=account',
  ],
  [
    aNotice({ ...DISPUTE, state: 'open', evidence_due: '2026-12-04T23:00:00.000Z' }),
    'A payment is disputed: £50.00',
    'PR-118, Office. The money is taken back until the bank has decided. Evidence is due at Stripe by 4 December 2026.',
    '/app/administration?view=account',
  ],
  [
    aNotice({ ...DISPUTE, state: 'inquiry', evidence_due: '2026-12-04T09:00:00.000Z', organisation: 'Trewin Frames' }),
    'A payment is disputed: £50.00',
    /^PR-118, Trewin Frames. The bank asks about it; .*by 4 December 2026.$/,
    '/app/operator',
  ],
  [
    aNotice({ ...DISPUTE, state: 'lost', evidence_due: '2026-12-04T09:00:00.000Z' }),
    'A payment is disputed: £50.00',
    'PR-118, Office. The dispute was lost.',
    '/app/administration?view=account',
  ],
  [
    aNotice({ ...DISPUTE, state: 'open' }),
    'A payment is disputed: £50.00',
    'PR-118, Office. The money is taken back until the bank has decided.',
    '/app/administration?view=account',
  ],
  [
    aNotice({ event: 'webhook_stopped', host: 'erp.example' }),
    'The webhook at erp.example was switched off',
    'It has accepted no event for three days. Its events wait for 30 days.',
    '/app/administration?view=webhooks',
  ],
  [REFUSED, 'A refund was refused: £2.91', /Royal Mail says/, `/app/history?shipment=${ID}`],
])('says what happened and leads to it %#', async (notice, title, text, to) => {
  notices = [notice]
  openPage('/app/notices')
  const row = within((await screen.findByText(title)).closest('li')!)
  expect(row.getByText(text)).toBeVisible()
  expect(row.getByRole('link')).toHaveAttribute('href', to)
})

it.each([
  [aNotice({ event: 'codes_guessed' }), 'error'],
  [aNotice({ event: 'two_factor_off' }), 'info'],
  [REFUSED, 'error'],
  [LOW, 'warn'],
])('is as urgent as what happened %#', async (notice, tone) => {
  notices = [notice]
  openPage('/app/notices')
  await waitFor(() => expect(document.querySelector('main li:has(time)')).toHaveAttribute('data-tone', tone))
})

it('loads the list again when the bell counts more', async () => {
  openPage('/app/notices')
  await screen.findByText('A refund was refused: £2.91')
  notices = [aNotice({ event: 'password_changed' }, { created_at: '2026-11-20T12:30:00.000Z' }), ...notices]
  void queryClient.invalidateQueries({ queryKey: ['attention'] }) // as every print does
  await screen.findByText('Your password was changed')
})

it('loads older notices', async () => {
  server.on(listNotices, ({ query }) => ({
    data: [query.after === REFUSED.id ? LOW : REFUSED],
    has_more: query.after === undefined,
    unread: 2,
  }))
  const user = openPage('/app/notices')
  await user.click(await screen.findByRole('button', { name: 'Show older notices' }))
  await screen.findByText('£18.20 is left to spend')
  expect(screen.queryByRole('button', { name: 'Show older notices' })).toBeNull()
})

it('says that there are none, and that they could not be loaded', async () => {
  notices = []
  const user = openPage('/app/notices')
  await screen.findByText('No notices')
  expect(screen.getByRole('link', { name: 'Notices' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  server.on(listNotices, () => UNREACHABLE)
  await user.click(screen.getByRole('radio', { name: /^New/ }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 }))
})

it('saves at once what the user wants to be notified of, and shows what is saved when it fails', async () => {
  const saved = server.on(saveNoticeChoice, () => ({ data: [] }))
  const user = openPage('/app/notices')
  const group = within(await screen.findByRole('group', { name: 'Refund refused' }))
  await user.click(group.getByRole('checkbox', { name: 'By mail' }))
  await waitFor(() => expect(saved.at(-1)?.body).toEqual({ event: 'refund_refused', by_mail: true }))
  server.on(saveNoticeChoice, () => UNREACHABLE)
  await user.click(group.getByRole('checkbox', { name: 'Here' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(group.getByRole('checkbox', { name: 'Here' })).toBeChecked())
})

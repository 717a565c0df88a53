import { getAttention } from '@postroom/contract/attention'
import { listColleagues } from '@postroom/contract/identity'
import { listNoticeChoices, listNotices, readNotices, saveNoticeChoice } from '@postroom/contract/notice'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { NO_ATTENTION } from '../../testing/answers.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { openToast } from '../../ui/toast-queue.ts'
import type { Notice } from './notice-queries.ts'

const idOf = (number: number) => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c0${number}`
const aNotice = (number: number, read = false): Notice => ({
  id: idOf(number),
  created_at: `2026-11-20T12:0${9 - number}:00.000Z`,
  read,
  content: { event: 'webhook_stopped', host: `host-${number}.example` },
})
const LOW = { event: 'balance_low', here: true, by_mail: false } as const
const CHOICES = ['balance_low', 'refund_refused'] as const

let asked: ReturnType<typeof server.on<typeof listNotices>>
const answer = (data: Notice[], unread: number) => server.on(listNotices, () => ({ data, has_more: false, unread }))
beforeEach(() => {
  asked = answer([aNotice(1), aNotice(2), aNotice(3, true)], 2)
  server.on(listColleagues, () => ({ data: [] }))
  server.on(getAttention, () => ({ ...NO_ATTENTION, unread_notices: 2 }))
  server.on(listNoticeChoices, () => ({
    data: CHOICES.map((event) => ({ event, here: true, by_mail: false })),
  }))
})
const open = async (query = '') => {
  const user = openPage(`/app/notices${query}`)
  await screen.findByText('The webhook at host-1.example was switched off')
  return user
}
const areNew = () => [...document.querySelectorAll('main li:has(time)')].map((row) => row.hasAttribute('data-new'))
const newCount = () => screen.getByRole('radio', { name: /^New/ }).closest('label')?.textContent
const boxes = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ checked }) => checked)
const row = (number: number) =>
  within(screen.getByText(`The webhook at host-${number}.example was switched off`).closest('li')!).getByRole('link')
const never = () => new Promise<never>(() => {})

it('marks each new notice for the eye and for screen readers, and asks for fifty', async () => {
  await open()
  expect(areNew()).toEqual([true, true, false])
  expect(screen.getAllByText('New:')).toHaveLength(2)
  expect(newCount()).toBe('New 2')
  expect(asked.map(({ query }) => query)).toEqual([expect.objectContaining({ length: 50 })])
  expect(asked[0]?.query).not.toHaveProperty('state')
  expect(asked[0]?.query).not.toHaveProperty('after')
})

it('shows all up to the newest as read before the answer, and counts what the answer says', async () => {
  const sent = Promise.withResolvers<{ unread: number }>()
  const read = server.on(readNotices, () => sent.promise)
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(areNew()).toEqual([false, false, false]))
  expect(newCount()).toBe('New 2')
  expect(read[0]?.body).toEqual({ until: aNotice(1).created_at })
  sent.resolve({ unread: 1 })
  await waitFor(() => expect(newCount()).toBe('New 1'))
  expect(asked).toHaveLength(1)
})

it('keeps a later notice new while those up to another are marked as read', async () => {
  const read = server.on(readNotices, never)
  const late: Notice = { ...aNotice(1), created_at: '2026-11-20T12:30:00.000Z' }
  answer([aNotice(2), late], 2)
  const user = openPage('/app/notices')
  await screen.findByText('The webhook at host-1.example was switched off')
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(areNew()).toEqual([false, true]))
  expect(read).toHaveLength(1)
})

it('shows the one whose act is followed as read, and sends nothing for one that was read', async () => {
  const read = server.on(readNotices, never)
  const user = await open()
  row(3).addEventListener('click', (event) => event.preventDefault())
  await user.click(row(3))
  await user.click(row(2))
  await waitFor(() => expect(read.map(({ body }) => body)).toEqual([{ ids: [idOf(2)] }]))
})

it('loads the notices again when they could not be marked as read', async () => {
  server.on(readNotices, () => new Refusal('try_again'))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(areNew()).toEqual([true, true, false]))
  expect(asked).toHaveLength(2)
})

it('counts the new ones of the list while nothing else is known', async () => {
  server.on(getAttention, () => new Refusal('try_again'))
  answer([aNotice(1)], 7)
  await open()
  expect(newCount()).toBe('New 7')
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
})

it.each([
  ['no notice is new', [aNotice(1, true)], 0],
  ['none of the new ones is shown', [], 1],
])('marks nothing as read when %s', async (_, data, unread) => {
  answer(data, unread)
  server.on(getAttention, () => ({ ...NO_ATTENTION, unread_notices: unread }))
  openPage('/app/notices')
  await waitFor(() => expect(newCount()).toBe(`New ${unread}`))
  await screen.findByText(data.length > 0 ? /host-1/ : 'No notices')
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

it('shows the new ones at an address, and all at another', async () => {
  const user = await open('?state=new')
  expect(screen.getByRole('radio', { name: /^New/ })).toBeChecked()
  expect(asked[0]?.query.state).toBe('new')
  answer([], 0)
  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(location.search).toBe('')
  expect(await screen.findByText('No notices')).toBeVisible()
  expect(screen.getByText('Notices are kept for 90 days.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^New/ }))
  expect(location.search).toBe('?state=new')
})

it('shows the new ones, and all again, with two presses of an arrow', async () => {
  const user = await open()
  screen.getByRole('radio', { name: 'All' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(location.search).toBe('')
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
})

it('says that there are no new ones, and does not load again when the bell counts fewer', async () => {
  asked = answer([], 0)
  server.on(getAttention, () => NO_ATTENTION)
  openPage('/app/notices?state=new')
  expect(await screen.findByText('No new notices')).toBeVisible()
  expect(asked).toHaveLength(1)
})

it('keeps the place of ten rows while notices are loading, and the button while older ones are', async () => {
  server.on(listNotices, never)
  openPage('/app/notices')
  const places = (await screen.findByRole('status', { name: 'Loading: Notices' })).children
  expect([...places].map((place) => [(place as HTMLElement).style.height, place.children.length])).toEqual(
    Array.from({ length: 10 }, () => ['60px', 3]),
  )
  expect(screen.queryByRole('button', { name: 'Show older notices' })).toBeNull()
})

it('asks for those after the last one once, when older ones are wanted', async () => {
  asked = server.on(listNotices, ({ query }) =>
    query.after === undefined ? { data: [aNotice(1), aNotice(2)], has_more: true, unread: 2 } : never(),
  )
  const user = await open()
  const older = screen.getByRole('button', { name: 'Show older notices' })
  await user.click(older)
  await waitFor(() => expect(older).toHaveAttribute('data-pending'))
  expect(asked.map(({ query }) => query.after)).toEqual([undefined, idOf(2)])
})

it('says without a toast that neither notices nor choices could be loaded', async () => {
  server.on(listNotices, () => new Refusal('invalid_request'))
  server.on(listNoticeChoices, () => new Refusal('invalid_request'))
  const user = openPage('/app/notices')
  await screen.findByText('Notices: the list could not be loaded')
  const card = within(screen.getByRole('region', { name: 'What you are notified of' }))
  await card.findByText('This could not be loaded.')
  expect(openToast()).toBeUndefined()
  expect(card.queryByRole('progressbar')).toBeNull()
  server.on(listNoticeChoices, () => ({ data: [LOW] }))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByRole('group', { name: 'Low balance' })).toBeVisible()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('says where notices go, and that the choices are loading', async () => {
  server.on(listNoticeChoices, never)
  await open()
  const card = within(screen.getByRole('region', { name: 'What you are notified of' }))
  expect(card.getByText(/by mail to demo@post\.example/)).toBeVisible()
  expect(card.getByText(/^Changes of your password/)).toBeVisible()
  expect(card.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
})

it.each([
  ['Here', { event: 'balance_low', here: false }, [false, false]],
  ['By mail', { event: 'balance_low', by_mail: true }, [true, true]],
])('shows a choice of ‘%s’ at once, and leaves the others', async (name, body, shown) => {
  const saved = server.on(saveNoticeChoice, never)
  const user = await open()
  const group = within(await screen.findByRole('group', { name: 'Low balance' }))
  await user.click(group.getByRole('checkbox', { name }))
  await waitFor(() => expect(boxes('Low balance')).toEqual(shown))
  expect(boxes('Refund refused')).toEqual([true, false])
  await waitFor(() => expect(saved.map((call) => call.body)).toEqual([body]))
})

it('shows what is saved when a choice is refused, and says why', async () => {
  const loaded = server.on(listNoticeChoices, () => ({ data: [LOW] }))
  server.on(saveNoticeChoice, () => new Refusal('try_again'))
  const user = await open()
  const group = within(await screen.findByRole('group', { name: 'Low balance' }))
  await user.click(group.getByRole('checkbox', { name: 'By mail' }))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(boxes('Low balance')).toEqual([true, false]))
  expect(loaded).toHaveLength(2)
})

import { deleteDraft, listDrafts, saveDraft } from '@postroom/contract/draft'
import { findPurchase, processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { FROM, aShipment } from '../testing/a-shipment.ts'
import { pageOf } from '../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'
import { button, inSummary, KEY, readyToBuy } from '../testing/ready-to-buy.ts'
import {
  chooseCountry,
  field,
  fill,
  fillAll,
  fillLargeLetter,
  pressBuy,
  ready,
  writeAddress,
} from '../testing/shipping-form.ts'

const OF_TAB = 'postroom.draft.shipping-single'
let saved: { body: { label: string; values: unknown } }[]
let deleted: unknown[]
beforeEach(() => {
  saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  deleted = server.on(deleteDraft, ({ params }) => ({ id: params.draft }))
})
const open = async (path = '/app/shipping-single') => {
  const user = openPage(path)
  await ready()
  await waitFor(() => expect(sessionStorage.getItem(OF_TAB)).not.toBeNull())
  return user
}
/** Saves what is not saved yet. */
const leave = () => void dispatchEvent(new Event('pagehide'))
const saves = async (times: number) => {
  leave()
  await waitFor(() => expect(saved).toHaveLength(times))
}

it('keeps whatever is typed first, but neither spaces nor a country', async () => {
  const user = await open()
  fill('weight', ' ')
  await chooseCountry(user, 'France')
  leave()
  let times = 0
  for (const name of ['weight', 'length', 'width', 'height', 'customs.contents_items.0.description']) {
    fill(name, '1')
    await saves((times += 1))
    fill(name, '')
    await waitFor(() => expect(deleted).toHaveLength(times))
  }
  await user.click(screen.getByRole('button', { name: 'Add: Your reference' }))
  fill('reference', 'A-17')
  await saves(times + 1)
})

it.each([
  [{ 'to.name': 'Ada', 'to.company_name': 'Sun Ltd', 'to.city': 'Corris' }, 'Ada, Corris'],
  [{ 'to.company_name': 'Sun  Ltd' }, 'Sun Ltd'],
  [{ 'to.city': 'Corris' }, 'Corris'],
  [{ 'to.name': 'x'.repeat(170) }, 'x'.repeat(160)],
])('a draft of %o is known as %o', async (texts, label) => {
  const user = await open()
  await writeAddress(user)
  fillAll(texts)
  await saves(1)
  expect(saved[0]?.body.label).toBe(label)
})

it('a draft of an older form fills in what it has, is posted today, and keeps its sender', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const senders = server.on(searchShipments, async () => (await promise, pageOf([aShipment()])))
  const values = {
    to: { name: 'Ada' },
    from: { name: 'Bryn', address1: '1 High Street' },
    customs: { contents_description: 'x' },
    weight: '130g',
    shipping_date: '2026-11-01',
  }
  server.on(listDrafts, () => ({
    data: [
      { id: crypto.randomUUID(), form: 'shipping-single', label: 'Ada', values, saved_at: new Date().toISOString() },
    ],
  }))
  const user = openPage('/app/shipping-single')
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(field('to.name')).toHaveValue('Ada'))
  expect(field('weight')).toHaveValue('130g')
  expect(field('to.city')).toHaveValue('')
  expect(screen.getByText(/^Today/)).toBeVisible()
  resolve()
  await waitFor(() => expect(senders).not.toHaveLength(0))
  expect(screen.getByText(/^Bryn/)).toBeVisible()
  expect(screen.queryByText(new RegExp(FROM.name))).toBeNull()
})

it('a draft that is to be posted later keeps its day', async () => {
  const shipping_date = addDays(ukDateOf(new Date()), 1)
  server.on(listDrafts, () => ({
    data: [
      {
        id: crypto.randomUUID(),
        form: 'shipping-single',
        label: '',
        values: { weight: '1', shipping_date },
        saved_at: new Date().toISOString(),
      },
    ],
  }))
  const user = openPage('/app/shipping-single')
  expect(await screen.findByText('Without an addressee, saved now.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(/^Tomorrow/)).toBeVisible()
})

it('drafts that cannot be read are not offered, and what is typed is saved', async () => {
  server.on(listDrafts, () => new Refusal('internal_error'))
  await open()
  fill('weight', '130g')
  await saves(1)
  expect(screen.queryByText(/Restore your draft|Error ID/)).toBeNull()
})

it('what may be bought already is no draft: while it is bought, and while that is not confirmed', async () => {
  readyToBuy()
  await fillLargeLetter()
  await saves(1)
  useMovedClock()
  server.on(processShipment, () => UNREACHABLE)
  pressBuy()
  await waitFor(() => expect(deleted).toHaveLength(1))
  const before = saved.length
  for (let rounds = 0; rounds < 30; rounds++) await pass(3)
  expect(await inSummary().findByText('Not confirmed yet')).toBeVisible()
  leave()
  await pass(2)
  expect(saved).toHaveLength(before)
})

it('nothing is saved while a purchase from before is looked for, and until it is dismissed', async () => {
  readyToBuy()
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(findPurchase, async () => (await promise, aShipment()))
  sessionStorage.setItem(KEY, '9f0b6c52-1c7c-4a39-8df5-0f6a0f9b8c11 a-hash')
  await open()
  fill('weight', '130g')
  leave()
  expect(await screen.findByText('We are checking your last purchase')).toBeVisible()
  resolve()
  expect(await screen.findByText('Your last purchase went through')).toBeVisible()
  fill('weight', '140g')
  leave()
  expect(saved).toEqual([])
  button('Dismiss').click()
  await waitFor(() => expect(screen.queryByText('Your last purchase went through')).toBeNull())
  await saves(1)
})

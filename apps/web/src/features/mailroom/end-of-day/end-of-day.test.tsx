import {
  downloadManifest,
  listManifests,
  makeManifest,
  retryManifest,
  type Manifest,
} from '@postroom/contract/manifest'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { listBatches } from '@postroom/contract/shipment-batch'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { withQueue } from '../../../testing/a-queued.ts'
import { account, pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../../testing/moved-clock.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'
import { openToast } from '../../../ui/toast-queue.ts'

const ID = '7b9f0c1d-8a54-4f0e-8a0f-6d8a4b1f0c77'
const manifest = (change: Partial<Manifest>): Manifest => ({
  id: ID,
  asked_at: '2026-11-26T17:30:00.000Z',
  state: 'made',
  number: '501',
  ...change,
})
let newest: Manifest[]
let waiting: number
beforeEach(() => {
  newest = []
  waiting = 3
  server.on(listManifests, () => ({ ...pageOf(newest), is_wanted: true, waiting }))
  withQueue([])
  server.on(listBatches, () => pageOf([]))
})
const card = async () => within(await screen.findByRole('region', { name: 'End of the day' }))

it('counts what waits, asks for the manifest, and saves it once it is made', async () => {
  server.on(makeManifest, () => {
    waiting = 0
    newest = [manifest({ state: 'made' })]
    return newest[0]!
  })
  const saved = server.on(downloadManifest, () => new Uint8Array([1]))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const user = openPage('/app/mailroom')
  const shown = await card()
  expect(shown.getByText('3 items are on no manifest yet')).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Make the manifest' }))
  expect(await shown.findByText(/Manifest 501 of 26 Nov 2026.* hand it over with the items/)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Make the manifest' })).toBeDisabled()
  await user.click(shown.getByRole('button', { name: 'Save as PDF' }))
  await waitFor(() => expect(saved[0]?.params).toMatchObject({ manifestId: ID }))
})

it('shows one that is being made, and asks for none meanwhile', async () => {
  newest = [manifest({ state: 'pending' })]
  openPage('/app/mailroom')
  expect((await card()).getByText(/Royal Mail is making manifest 501/)).toBeVisible()
  expect((await card()).getByRole('button', { name: 'Make the manifest' })).toBeDisabled()
})

it('says why one failed, and asks for it again', async () => {
  newest = [manifest({ state: 'failed', reason: 'No collection is booked.' })]
  const calls = server.on(retryManifest, () => (newest = [manifest({ state: 'made' })])[0]!)
  const user = openPage('/app/mailroom')
  const shown = await card()
  expect(shown.getByRole('alert')).toHaveTextContent('No collection is booked.')
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText(/Manifest 501 of/)).toBeVisible()
  expect(calls[0]?.params).toMatchObject({ manifestId: ID })
})

it('says what to do after a lost answer', async () => {
  newest = [manifest({ state: 'unknown', number: undefined })]
  openPage('/app/mailroom')
  expect((await card()).getByText(/Look in Click & Drop.*nothing is listed twice/)).toBeVisible()
  expect((await card()).getByRole('button', { name: 'Make the manifest' })).toBeEnabled()
})

it('is not there where the carrier wants no manifests', async () => {
  server.on(listManifests, () => ({ ...pageOf([]), is_wanted: false, waiting: 0 }))
  openPage('/app/mailroom')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'End of the day' })).toBeNull()
})

it.each([
  [undefined, 'The manifest goes with the items. A listed item can no longer be voided.'],
  [
    '17:30',
    'The manifest is asked for every day at 17:30, when something was bought. A listed item can no longer be voided.',
  ],
])('with the time %s says when it is made', async (manifest_at, text) => {
  server.on(listCarrierAccounts, () => pageOf([{ ...account, ...(manifest_at && { manifest_at }) }]))
  openPage('/app/mailroom')
  expect((await card()).getByText(text)).toBeVisible()
})

it.each(['asked', 'pending'] as const)(
  'looks every five seconds at one that is %s, until it is made',
  async (state) => {
    useMovedClock()
    newest = [manifest({ state })]
    const asked = server.on(listManifests, () => ({ ...pageOf(newest), is_wanted: true, waiting }))
    openPage('/app/mailroom')
    const shown = await card()
    expect(shown.getByRole('button', { name: 'Make the manifest' })).toBeDisabled()
    expect(shown.queryByRole('button', { name: 'Save as PDF' })).toBeNull()
    expect(asked[0]?.query).toMatchObject({ length: 1, orderAsc: 'false' })
    const before = asked.length
    await pass(4)
    expect(asked).toHaveLength(before)
    newest = [manifest({ state: 'made' })]
    await pass(1.2)
    expect(asked).toHaveLength(before + 1)
    expect(await shown.findByRole('button', { name: 'Save as PDF' })).toBeVisible()
    await pass(11)
    expect(asked).toHaveLength(before + 1)
  },
)

it('has no manifest to make while nothing waits, and counts one item as one', async () => {
  waiting = 0
  openPage('/app/mailroom')
  expect((await card()).getByRole('button', { name: 'Make the manifest' })).toBeDisabled()
  expect((await card()).getByText('0 items are on no manifest yet')).toBeVisible()
})

it('asks once, says when that was refused, and looks again', async () => {
  const answered = Promise.withResolvers<Refusal>()
  server.on(makeManifest, () => answered.promise)
  const user = openPage('/app/mailroom')
  const make = (await card()).getByRole('button', { name: 'Make the manifest' })
  await user.click(make)
  await waitFor(() => expect(make).toHaveAttribute('data-pending'))
  const asked = server.on(listManifests, () => ({ ...pageOf(newest), is_wanted: true, waiting }))
  answered.resolve(new Refusal('invalid_request'))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(asked).toHaveLength(1))
})

it('asks again for one that failed once at a time, and for none without a number', async () => {
  newest = [manifest({ state: 'failed' })]
  server.on(retryManifest, () => new Promise<never>(() => {}))
  const user = openPage('/app/mailroom')
  const again = (await card()).getByRole('button', { name: 'Try again' })
  await user.click(again)
  await waitFor(() => expect(again).toHaveAttribute('data-pending'))
})

it('offers no second attempt of one that has no number', async () => {
  newest = [manifest({ state: 'failed', number: undefined })]
  openPage('/app/mailroom')
  expect((await card()).getByRole('alert')).toHaveTextContent(/^The manifest of 26 Nov 2026, \d\d:30 was not made\. ?$/)
  expect((await card()).queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('saves the manifest under its number', async () => {
  newest = [manifest({})]
  const saved = savedFiles()
  server.on(downloadManifest, () => new Uint8Array([1]))
  const user = openPage('/app/mailroom')
  await user.click((await card()).getByRole('button', { name: 'Save as PDF' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'manifest-501.pdf', type: 'application/pdf' }]))
})

it('says nothing where the manifests could not be loaded or no account can pay', async () => {
  server.on(listManifests, () => new Refusal('invalid_request'))
  openPage('/app/mailroom')
  await screen.findByText('Nothing waits in the queue')
  expect(screen.queryByRole('region', { name: 'End of the day' })).toBeNull()
  expect(openToast()).toBeUndefined()
})

import {
  downloadManifest,
  listManifests,
  makeManifest,
  retryManifest,
  type Manifest,
} from '@postroom/contract/manifest'
import { listBatches } from '@postroom/contract/shipment-batch'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { withQueue } from '../../../testing/a-queued.ts'
import { pageOf } from '../../../testing/answers.ts'
import { server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

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

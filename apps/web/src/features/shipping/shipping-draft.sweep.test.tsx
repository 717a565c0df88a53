import { deleteDraft, listDrafts, saveDraft, type Draft } from '@postroom/contract/draft'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { emptyShippingForm } from '../../item-form/shipping-form.ts'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { openPage } from '../../testing/open-page.tsx'
import { field, fill, fillLargeLetter, pressBuy, ready, writeAddress } from '../../testing/shipping-form.ts'

const ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0d'
const OF_TAB = 'postroom.draft.shipping-single'

function aDraft(change: Partial<Draft> = {}): Draft {
  const empty = emptyShippingForm('2026-11-01', 'large_letter')
  return {
    id: ID,
    form: 'shipping-single',
    label: 'Marguerite Llewellyn, Aberystwyth',
    values: { ...empty, to: { ...empty.to, name: 'Marguerite Llewellyn', city: 'Aberystwyth' }, weight: '130g' },
    saved_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    ...change,
  }
}

it('saves what is typed once the typing pauses, with its addressee', async () => {
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  const user = openPage('/app/shipping-single')
  await ready()
  await writeAddress(user)
  for (const text of ['M', 'Ma', 'Marguerite']) fill('to.name', text)
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3_000 })
  expect(saved[0]?.body).toMatchObject({ label: 'Marguerite', values: { to: { name: 'Marguerite' } } })
  expect(sessionStorage.getItem(OF_TAB)).toBe(saved[0]?.params.draft)
})

it('saves nothing of an empty form', async () => {
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  openPage('/app/shipping-single')
  await ready()
  dispatchEvent(new Event('pagehide'))
  expect(saved).toEqual([])
})

it('saves at once when the page is left, and again after a failure', async () => {
  let isDown = true
  const saved = server.on(saveDraft, ({ params }) =>
    isDown ? UNREACHABLE : { id: params.draft, saved_at: new Date().toISOString() },
  )
  openPage('/app/shipping-single')
  await ready()
  await waitFor(() => expect(sessionStorage.getItem(OF_TAB)).not.toBeNull())
  fill('weight', '130g')
  dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 500 })
  isDown = false
  await waitFor(() => expect(saved).toHaveLength(2), { timeout: 4_000 })
})

it('offers the newest draft with its addressee and age, and restores it', async () => {
  server.on(listDrafts, () => ({ data: [aDraft()] }))
  const deleted = server.on(deleteDraft, ({ params }) => ({ id: params.draft }))
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  const user = openPage('/app/shipping-single')
  expect(await screen.findByText('To Marguerite Llewellyn, Aberystwyth, saved 3 hours ago.')).toBeVisible()
  expect(field('who').value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(field('to.name').value).toBe('Marguerite Llewellyn')
  expect(field('weight').value).toBe('130g')
  expect(screen.queryByText('Restore your draft?')).toBeNull()
  // this tab has a copy of its own before the draft is deleted
  await waitFor(() => expect(deleted.map(({ params }) => params.draft)).toEqual([ID]))
  expect(saved[0]?.params.draft).not.toBe(ID)
})

it('discards the draft and offers the next', async () => {
  const older = aDraft({ id: ID.replace('0d', '0e'), label: 'Idris Pembroke' })
  server.on(listDrafts, () => ({ data: [aDraft(), older] }))
  const deleted = server.on(deleteDraft, ({ params }) => ({ id: params.draft }))
  const user = openPage('/app/shipping-single')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText(/^To Idris Pembroke/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(deleted.map(({ params }) => params.draft)).toEqual([ID, older.id]))
  expect(screen.queryByText('Restore your draft?')).toBeNull()
})

it('restores the draft of the tab at once after going back, and only offers it after a link', async () => {
  sessionStorage.setItem(OF_TAB, ID)
  server.on(listDrafts, () => ({ data: [aDraft()] }))
  const user = openPage('/app/home')
  await user.click((await screen.findAllByRole('link', { name: 'Send a parcel' }))[0]!)
  await ready()
  expect(await screen.findByText('Restore your draft?')).toBeVisible()
  await user.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
  await waitFor(() => expect(document.querySelector('[name=who]')).toBeNull())
  expect(location.pathname).toBe('/app/home')
  sessionStorage.setItem(OF_TAB, ID)
  history.back()
  await waitFor(() => expect(field('to.name').value).toBe('Marguerite Llewellyn'))
  expect(screen.queryByText('Restore your draft?')).toBeNull()
})

it('deletes the draft once it is bought', async () => {
  const device = pairDevice()
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  const deleted = server.on(deleteDraft, ({ params }) => ({ id: params.draft }))
  server.on(processShipment, () => aShipment())
  server.on(getShipment, () => aShipment())
  const user = await fillLargeLetter()
  await waitFor(() => expect(saved).not.toHaveLength(0), { timeout: 3_000 })
  pressBuy()
  await waitFor(() => expect(deleted.map(({ params }) => params.draft)).toEqual([saved[0]?.params.draft]))
  await waitFor(() => expect(field('who').value).toBe(''))
  const before = saved.length
  // the form below the result holds the next shipment
  await writeAddress(user)
  fill('to.name', 'Idris')
  await waitFor(() => expect(saved.length).toBeGreaterThan(before), { timeout: 3_000 })
  expect(saved.at(-1)?.body).toMatchObject({ label: 'Idris', values: { weight: '' } })
})

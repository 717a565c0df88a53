import { getShipment } from '@postroom/contract/shipment'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { saveSession } from '../session/session-store.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { server } from '../testing/fake-server.ts'
import { show } from '../testing/show.tsx'
import { LabelPreview } from './label-preview.tsx'

const [label] = aShipment().docs
const SHIPMENT = aShipment({
  docs: [label!, { ...label!, type: 'cn23', pages: 3, sha256: 'cd'.repeat(32) }],
  to: { ...aShipment().to, name: '', company_name: 'Llewellyn Bindery Ltd' },
})
const shown = () => {
  saveSession(USER)
  const calls = server.on(getShipment, () => SHIPMENT)
  return { calls, user: show(<LabelPreview shipment={SHIPMENT} />) }
}

it('shows the label as a picture that names service and addressee, with its size on paper', async () => {
  shown()
  const picture = await screen.findByRole('img', { name: 'Label: 2nd Class to Llewellyn Bindery Ltd' })
  expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['384', '576'])
  expect(screen.getByText('102 × 152 mm')).toBeVisible()
  expect(screen.queryByText(/^The first of/)).toBeNull()
})

it('names a person at a company', async () => {
  saveSession(USER)
  const shipment = aShipment({ to: { ...SHIPMENT.to, name: 'Idris Pembroke' } })
  server.on(getShipment, () => shipment)
  show(<LabelPreview shipment={shipment} />)
  expect(await screen.findByRole('img', { name: 'Label: 2nd Class to Idris Pembroke' })).toBeVisible()
})

it('shows the label in a dialog at its real size, twice that size, and loads it once', async () => {
  const { calls, user } = shown()
  await screen.findByRole('img')
  await user.click(screen.getByRole('button', { name: 'Zoom' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Label' }))
  expect(dialog.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['Real size', '200%'])
  expect(dialog.queryByText('102 × 152 mm')).toBeNull()
  const size = () => [dialog.getByRole('img').getAttribute('width'), dialog.getByRole('img').getAttribute('height')]
  expect(size()).toEqual(['384', '576'])
  await user.click(dialog.getByRole('radio', { name: '200%' }))
  expect(size()).toEqual(['768', '1152'])
  expect(dialog.getByRole('region', { name: 'Pages: Label' })).toHaveAttribute('tabindex', '0')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Zoom' })).toHaveFocus())
  expect(calls).toHaveLength(1)
})

it('shows the first page of a longer document, and all pages in the dialog', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { user } = shown()
  await user.click(screen.getByRole('tab', { name: 'CN23' }))
  expect(await screen.findAllByRole('img', { name: /^Customs form CN23:/ })).toHaveLength(1)
  expect(screen.getByText('The first of 3 pages')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Zoom' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Customs form CN23' }))
  await waitFor(() => expect(dialog.getAllByRole('img')).toHaveLength(3))
  const links = fetched.mock.calls.map(([asked]) => asked).filter((asked) => typeof asked === 'string')
  const pages = links.map((link) => new URL(link, location.href).searchParams.get('page'))
  expect(pages).toEqual(['1', '1', '2', '3'])
})

it('shows nothing of a shipment without documents', () => {
  saveSession(USER)
  show(<LabelPreview shipment={{ ...SHIPMENT, docs: [] }} />)
  expect(document.body).toHaveTextContent(/^$/)
})

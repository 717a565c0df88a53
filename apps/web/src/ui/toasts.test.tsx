import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openSignedOut } from '../testing/open-page.tsx'
import { showToast } from './toast-queue.ts'

beforeEach(async () => {
  useMovedClock()
  openSignedOut('/error')
  await screen.findByText('404')
})

const SAVED = { tone: 'good', text: 'Saved' } as const
const FAILED = { tone: 'error', text: 'Failed' } as const

it('shows one toast at a time, each for 5 s, and interrupts a screen reader only for an error (spec §9)', async () => {
  showToast(SAVED)
  showToast(FAILED)
  expect((await screen.findByText('Saved')).closest('output')).not.toBeNull()
  expect(screen.queryByText('Failed')).toBeNull()
  await pass(4)
  expect(screen.getByText('Saved')).toBeVisible()
  await pass(2)
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  expect(screen.getByText('Failed').closest('[role=alert]')).not.toBeNull()
  await pass(6)
  await waitFor(() => expect(screen.queryByText('Failed')).toBeNull())
})

it('keeps a toast open while the pointer is on it or it has the focus, and closes it on a click', async () => {
  showToast(SAVED)
  const toast = (await screen.findByText('Saved')).closest('button')
  toast?.focus()
  await pass(20)
  expect(screen.getByText('Saved')).toBeVisible()
  toast?.blur()
  fireEvent.pointerOver(screen.getByText('Saved'))
  await pass(20)
  expect(screen.getByText('Saved')).toBeVisible()
  fireEvent.click(screen.getByText('Saved'))
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
})

it.each<[string, (toast: HTMLElement) => void, (toast: HTMLElement) => void]>([
  ['the pointer is on it', (toast) => fireEvent.pointerOver(toast), (toast) => fireEvent.pointerOut(toast)],
  ['it has the focus', (toast) => toast.focus(), (toast) => toast.blur()],
])('closes after the time that was left when %s no longer', async (_when, hold, release) => {
  showToast(SAVED)
  const toast = (await screen.findByText('Saved')).closest('button')!
  await pass(3)
  hold(toast)
  await pass(0)
  await pass(20)
  release(toast)
  await pass(0)
  await pass(1)
  expect(screen.getByText('Saved')).toBeVisible()
  await pass(2)
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
})

import { refreshToken } from '@postroom/contract/auth'
import { logout } from '@postroom/contract/identity'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { Refusal, server, UNREACHABLE } from '../testing/fake-server.ts'
import { USER } from '../testing/a-user.ts'
import { openPage } from '../testing/open-page.tsx'
import { closePage } from '../testing/show.tsx'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { readSession } from './session-store.ts'

beforeEach(useMovedClock)

const pressKey = () => fireEvent.keyDown(document.body, { key: 'Shift' })
const stay = () => screen.queryByRole('button', { name: 'Stay signed in' })

/** Opens a page with a session that expires after this time. */
const openFor = async (seconds: number, plan: 'full' | 'lite' = 'full') => {
  const user = openPage('/app/home', { ...USER, expires_in: seconds, plan })
  await screen.findByRole('heading', { level: 1 })
  return user
}
const renewed = (seconds: number) => ({ ...USER, token: 'another-token', expires_in: seconds })

it('renews the session of an active user when less than 1800 s are left (spec §4)', async () => {
  const calls = server.on(refreshToken, () => renewed(7200))
  await openFor(1830)
  pressKey()
  await pass(40)
  expect(calls).toEqual([])
  pressKey()
  await pass(5)
  expect(calls.map(({ body }) => body.refresh_token)).toEqual(['a-refresh-token'])
  expect(readSession()?.token).toBe('another-token')
  expect(stay()).toBeNull()
})

it('warns an inactive user 600 s before the end, and keeps them signed in after one key press', async () => {
  const calls = server.on(refreshToken, () => renewed(7200))
  await openFor(1830)
  await pass(1220)
  expect(stay()).toBeNull()
  await pass(20)
  expect(calls).toEqual([])
  expect(stay()).toHaveFocus()
  fireEvent.keyDown(stay()!, { key: 'Enter' })
  fireEvent.keyUp(stay()!, { key: 'Enter' })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(stay()).toBeNull()
})

it('sends an inactive user to the sign-in page when the session expires, and back afterwards', async () => {
  await openFor(1830)
  await pass(1240)
  expect(stay()).toBeVisible()
  await pass(600)
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(location.search).toBe('?returnUrl=%2Fapp%2Fhome&reason=idle')
  expect(readSession()).toBeUndefined()
})

it('signs out with the button of the warning', async () => {
  server.on(logout, () => ({ signed_out: true as const }))
  const user = await openFor(1830)
  await pass(1240)
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})

it('warns once of an end that renewal cannot extend, and stops renewing', async () => {
  const lastEnd = Date.now() + 900_000
  const calls = server.on(refreshToken, () => renewed(Math.round((lastEnd - Date.now()) / 1000)))
  await openFor(900)
  await waitFor(() => expect(calls).toHaveLength(1))
  pressKey()
  await pass(310)
  fireEvent.click(stay()!)
  await waitFor(() => expect(calls).toHaveLength(2))
  await pass(60)
  expect(stay()).toBeNull()
  expect(calls).toHaveLength(2)
})

it('warns an active user when the session cannot be renewed, and retries', async () => {
  const calls = server.on(refreshToken, () => UNREACHABLE)
  await openFor(700)
  pressKey()
  await waitFor(() => expect(calls).toHaveLength(1))
  await pass(110)
  expect(stay()).toBeVisible()
  expect(calls.length).toBeGreaterThan(10)
  server.on(refreshToken, () => renewed(7200))
  await pass(6)
  await waitFor(() => expect(stay()).toBeNull())
})

it('sends one renewal at a time, however long the response takes', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof UNREACHABLE>()
  const calls = server.on(refreshToken, () => promise)
  await openFor(700)
  await waitFor(() => expect(calls).toHaveLength(1))
  await pass(25)
  resolve(UNREACHABLE)
  await pass(1)
  expect(calls.length).toBeLessThanOrEqual(2)
})

it('opens the sign-in page when the server refuses to renew, and returns afterwards', async () => {
  server.on(refreshToken, () => new Refusal('refresh_token_invalid'))
  await openFor(700)
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(location.search).toBe('?returnUrl=%2Fapp%2Fhome&reason=elsewhere')
})

it('signs out a Lite user within 2 s of losing the flag, and says why (spec §6)', async () => {
  const calls = server.on(logout, () => ({ signed_out: true as const }))
  await openFor(7200, 'lite')
  await pass(3)
  expect(calls).toEqual([])
  localStorage.removeItem('postroom.lite')
  await pass(2)
  expect(await screen.findByText(/can no longer confirm your Lite plan/)).toBeVisible()
  expect(calls).toHaveLength(1)
})

it('stops checking the session when the page is closed', async () => {
  const calls = server.on(refreshToken, () => UNREACHABLE)
  await openFor(7200)
  closePage()
  await pass(7000)
  expect(calls).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

import { getPermission, logout } from '@postroom/contract/identity'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it, vi } from 'vitest'
import * as config from './app-config.ts'
import { chooseLanguage } from './i18n.ts'
import { Refusal, server } from './testing/fake-server.ts'
import { pass, useMovedClock } from './testing/moved-clock.ts'
import { USER } from './testing/a-user.ts'
import { openPage, openSignedOut } from './testing/open-page.tsx'

afterEach(() => void vi.restoreAllMocks())

it.each([
  ['/', '/app/home'],
  ['/app', '/app/home'],
  ['/app/no-such-module', '/app/home'],
  ['/nowhere/at/all', '/app/home'],
  ['/error', '/error'],
])('%s opens %s (spec §2)', async (asked, arrived) => {
  openPage(asked)
  await screen.findByRole('heading', { level: 1 })
  expect(location.pathname).toBe(arrived)
})

it.each([
  ['nobody is signed in', undefined, '?returnUrl=%2Fapp%2Fdevice-preferences'],
  ['the session has ended', { ...USER, expires_in: -10 }, '?returnUrl=%2Fapp%2Fdevice-preferences&reason=idle'],
  ['the session has ended and had no refresh token', { ...USER, expires_in: -10, refresh_token: '' }, ''],
])('opens the sign-in page when %s: %o', async (_when, session, search) => {
  if (session) openPage('/app/device-preferences', session)
  else openSignedOut('/app/device-preferences')
  expect(await screen.findByRole('button', { name: /^Sign in/ })).toBeVisible()
  expect([location.pathname, location.search]).toEqual(['/login', search])
})

const asOtherVariant = () =>
  vi.spyOn(config, 'appConfig').mockReturnValue({ ...config.appConfig(), projectVariant: 'other' })

it('reports permissions that cannot be loaded, and offers to load them again', async () => {
  useMovedClock()
  asOtherVariant()
  const calls = server.on(getPermission, () => new Refusal('internal_error'))
  const user = openPage('/app/shipping-single')
  await waitFor(() => expect(calls).toHaveLength(1))
  await pass(4)
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  server.on(getPermission, () => ({ permissions: ['mod_shipping'], roles: [], products: [], custom_data: {} }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Send a parcel' })).toBeVisible()
})

it('signs out a user who opens a page without its permission, and says why (spec §6)', async () => {
  asOtherVariant()
  server.on(getPermission, () => ({ permissions: [], roles: [], products: [], custom_data: {} }))
  const calls = server.on(logout, () => ({ signed_out: true as const }))
  openPage('/app/shipping-single')
  expect(await screen.findByText('You attempted to access an unauthorized page.')).toBeVisible()
  expect(calls).toHaveLength(1)
})

it('/error shows the text of spec §2, and its search passes no text on', async () => {
  const user = openPage('/error')
  expect(await screen.findByText('404')).toBeVisible()
  expect(screen.getByText('Opps, it seems that this page does not exist.')).toBeVisible()
  expect(screen.getByText('If you are sure it should, search for it.')).toBeVisible()
  expect(screen.getByText(new RegExp(`${new Date().getFullYear()}.*Postroom`))).toBeVisible()
  await user.type(screen.getByPlaceholderText('Search Pages'), 'secret words')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  expect(location.href).toMatch(/\/app\/extra\/search$/)
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(JSON.stringify(history.state)).not.toContain('secret')
})

it('shows the chosen language, and sets it for screen readers', async () => {
  await chooseLanguage('fr-fr')
  openSignedOut('/login')
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeVisible()
  expect(document.documentElement.lang).toBe('fr-FR')
})

import { getAttention } from '@postroom/contract/attention'
import { getPermission, logout } from '@postroom/contract/identity'
import { getBalance } from '@postroom/contract/carrier'
import { countPageView } from '@postroom/contract/page-view'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as config from '../app-config.ts'
import { queryClient } from '../api/query-client.ts'
import { href, PAGE_NAMES, PAGES } from '../pages.ts'
import { i18next } from '../i18n.ts'
import { readSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { NO_ATTENTION } from '../testing/answers.ts'
import { pairDevice } from '../testing/fake-device.ts'
import { server, UNREACHABLE } from '../testing/fake-server.ts'
import { openPage, openSignedOut } from '../testing/open-page.tsx'

const open = async (user = USER) => {
  const simulated = openPage('/app/home', user)
  await screen.findByRole('heading', { level: 1 })
  return simulated
}
const bar = () => within(screen.getAllByRole('banner')[0]!)

it('shows in the top bar the device manager, the balance, and a link home', async () => {
  pairDevice()
  await open()
  expect(await bar().findByText('£50.00')).toBeVisible()
  expect(bar().getByText('Balance')).toBeVisible()
  expect(await bar().findByText('Reception PC · 1 printer ready')).toBeVisible()
  const links = bar().getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/app/home',
    '/app/device-preferences',
    '/app/notices',
  ])
})

it('shows no balance while it is unknown', async () => {
  const calls = server.on(getBalance, () => UNREACHABLE)
  await open()
  await waitFor(() => expect(calls).not.toHaveLength(0))
  expect(bar().queryByText('Balance')).toBeNull()
})

/** The listed pages of a user who is no manager. */
const paths = (group: 'post' | 'set_up') =>
  PAGE_NAMES.filter((name) => PAGES[name].group === group && PAGES[name].permission === undefined).map((name) =>
    href(name),
  )

it('lists the pages in groups, and marks the current one', async () => {
  const user = await open()
  const navigation = screen.getByRole('navigation', { name: 'Main navigation' })
  const links = within(navigation).getAllByRole('link')
  expect([...navigation.children].map((child) => child.getAttribute('href') ?? child.textContent)).toEqual([
    ...paths('post'),
    'Set up',
    ...paths('set_up'),
    'More',
  ])
  const home = links[0]
  const printers = links.find((link) => link.getAttribute('href') === href('printers'))
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([home])
  expect(home?.className).toMatch(/current/)
  expect(printers?.className).not.toMatch(/current/)
  await user.click(printers!)
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  expect(printers?.className).toMatch(/current/)
  expect(home?.className).not.toMatch(/current/)
})

it('counts the parcels that wait in the mailroom, up to a limit', async () => {
  server.on(getAttention, () => ({ ...NO_ATTENTION, mailroom: { total: 63 } }))
  await open()
  expect(await screen.findByRole('link', { name: 'Mailroom queue 63 waiting' })).toBeVisible()
  server.on(getAttention, () => ({ ...NO_ATTENTION, mailroom: { total: 100 } }))
  await queryClient.invalidateQueries({ queryKey: ['attention'] })
  expect(await screen.findByRole('link', { name: 'Mailroom queue 99+ waiting' })).toBeVisible()
})

it('leads to the pages that have no place in the bar of a phone', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'More' }))
  const pages = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(pages).toEqual([
    'Mailroom queue',
    'History',
    'Returned items',
    'Address book',
    'Dashboard',
    'Printers',
    'Preferences',
    'References',
    'System check',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Printers' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^More ?Printers$/ })).toBeVisible()
})

it('moves the focus to the content, and keeps the address', async () => {
  const user = await open()
  await user.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(location.hash).toBe('')
  expect(screen.getByRole('main')).toHaveAttribute('tabindex', '-1')
  expect(screen.getByText(new RegExp(`^© ${new Date().getFullYear()} Postroom`))).toBeVisible()
})

it.each([
  ['Demo User', 'DU'],
  ['  angharad   mair kendall ', 'AK'],
  ['Marguerite', 'M'],
  ['', ''],
])('shows the initials of %o as %o', async (fullname, initials) => {
  await open({ ...USER, fullname })
  expect(bar().getByRole('button', { name: new RegExp(`^${initials}, Your account`) })).toHaveTextContent(initials)
})

it.each([
  ['full', 'Full plan'],
  ['lite', 'Lite plan'],
] as const)('shows a user of the %s plan, and signs out', async (plan, text) => {
  const calls = server.on(logout, () => ({ signed_out: true as const }))
  const user = await open({ ...USER, plan })
  await user.click(bar().getByRole('button', { name: /Your account/ }))
  const menu = within(screen.getByRole('menu'))
  for (const line of ['Demo User', 'demo@post.example', text]) expect(menu.getByText(line)).toBeVisible()
  await user.click(menu.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(location.search).toBe('')
  expect(calls).toHaveLength(1)
  expect(readSession()).toBeUndefined()
})

it('signs out also when the server cannot be reached', async () => {
  server.on(logout, () => UNREACHABLE)
  const user = await open()
  await user.click(bar().getByRole('button', { name: /Your account/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})

it('changes the language, and keeps it', async () => {
  const user = await open()
  await user.click(bar().getByRole('button', { name: 'Language: English' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['English', 'Français'])
  await user.click(screen.getByRole('menuitem', { name: 'Français' }))
  expect(await bar().findByText('Français')).toBeVisible()
  expect(localStorage.getItem('postroom.language')).toBe('fr-fr')
  expect(document.documentElement.lang).toBe('fr-FR')
  expect(i18next.language).toBe('fr-fr')
})

it('changes the appearance, and keeps it', async () => {
  const user = await open()
  await user.click(bar().getByRole('button', { name: 'Appearance: System default' }))
  await user.click(screen.getByRole('menuitem', { name: 'Dark' }))
  expect(await bar().findByRole('button', { name: 'Appearance: Dark' })).toBeVisible()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('postroom.theme')).toBe('dark')
})

it('counts each opened page by its name only, and scrolls to its start', async () => {
  const views = server.on(countPageView, () => ({ counted: true as const }))
  const scroll = vi.spyOn(window, 'scrollTo')
  openPage('/app/shipping-single?packaging=letter')
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(views.map(({ body }) => body)).toEqual([{ page: 'shipping' }]))
  expect(scroll).toHaveBeenLastCalledWith(0, 0)
})

it('counts the page that a path leads on to, and does not show when counting fails', async () => {
  const views = server.on(countPageView, () => UNREACHABLE)
  openPage('/')
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  await waitFor(() => expect(views.map(({ body }) => body)).toEqual([{ page: 'home' }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('changes the language of the sign-in page by keyboard or mouse, and keeps it', async () => {
  const user = openSignedOut('/login')
  const choice = await screen.findByRole('combobox', { name: 'Language' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Français'])
  await user.selectOptions(choice, 'Français')
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Langue' })).toHaveFocus()
  expect(localStorage.getItem('postroom.language')).toBe('fr-fr')
  expect(document.documentElement.lang).toBe('fr-FR')
})

it('shows the sign-in page with its language switch and reset link, and the product name as text', async () => {
  openSignedOut('/login')
  expect(await screen.findByRole('link', { name: 'Forgotten your password?' })).toHaveAttribute('href', '/reset')
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveDisplayValue('English')
  expect(screen.getByText('Postroom').closest('a')).toBeNull()
  expect(within(screen.getByRole('complementary')).getAllByRole('listitem')).toHaveLength(3)
  expect(document.querySelectorAll('svg')).not.toHaveLength(0)
})

it('asks for the permissions once', async () => {
  const calls = server.on(getPermission, () => ({ permissions: [], roles: [], products: [], custom_data: {} }))
  const user = await open()
  await waitFor(() => expect(calls).toHaveLength(1))
  await user.click(screen.getAllByRole('link', { name: 'Printers' })[0]!)
  await screen.findByRole('heading', { level: 1, name: 'Printers' })
  expect(calls).toHaveLength(1)
})

it.each([
  ['uk', [], true],
  ['other', [], false],
  ['other', ['mod_addressbook'], true],
] as const)(
  'where permissions are those of %s, with %j, lists and finds the address book: %s',
  async (variant, own, is) => {
    vi.spyOn(config, 'appConfig').mockReturnValue({ ...config.appConfig(), projectVariant: variant })
    onTestFinished(() => void vi.restoreAllMocks())
    server.on(getPermission, () => ({ permissions: [...own], roles: [], products: [], custom_data: {} }))
    const user = await open()
    await screen.findAllByText('£50.00')
    const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
    await waitFor(() => expect(navigation.queryAllByRole('link', { name: 'Address book' })).toHaveLength(is ? 1 : 0))
    await user.keyboard('{Control>}k{/Control}')
    const found = within(await screen.findByRole('dialog'))
    await found.findByRole('option', { name: 'Printers' })
    expect(found.queryAllByRole('option', { name: 'Address book' })).toHaveLength(is ? 1 : 0)
  },
)

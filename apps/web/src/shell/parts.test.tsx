import { getAttention } from '@postroom/contract/attention'
import { listSessions } from '@postroom/contract/auth'
import { getUser } from '@postroom/contract/identity'
import { countPageView } from '@postroom/contract/page-view'
import { getTwoFactor } from '@postroom/contract/two-factor'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { NO_ATTENTION } from '../testing/answers.ts'
import { server } from '../testing/fake-server.ts'
import { openPage } from '../testing/open-page.tsx'
import { countView } from './page-view.ts'

it.each([
  ['/app/shipping-single', 'shipping'],
  ['/app/mailroom/shipping', 'queued'],
  ['/login', 'login'],
  ['/reset', 'reset'],
  ['/error', 'error'],
  ['/app', undefined],
  ['/app/home/more', undefined],
])('a view of %s is counted as %s, also when the page is left', async (path, page) => {
  const views = server.on(countPageView, () => ({ counted: true as const }))
  const asked = vi.spyOn(globalThis, 'fetch')
  await countView(path)
  expect(views.map(({ body }) => body.page)).toEqual(page ? [page] : [])
  expect(asked.mock.calls.map(([, options]) => options?.keepalive)).toEqual(page ? [true] : [])
})

const bar = () => within(screen.getAllByRole('banner')[0]!)
const open = async () => {
  const user = openPage('/app/help')
  await screen.findByRole('heading', { level: 1 })
  return user
}

it.each([
  [0, 'Notices', ''],
  [1, /^Notices.*1/, '1'],
  [99, /^Notices.*99/, '99'],
  [100, /^Notices.*100/, '99+'],
])('the bell shows %i new notices', async (unread_notices, name, text) => {
  server.on(getAttention, () => ({ ...NO_ATTENTION, unread_notices }))
  await open()
  expect((await bar().findByRole('link', { name })).textContent).toBe(text)
})

it('the menu of the user leads to their account, the help and the keys', async () => {
  for (const endpoint of [getUser, listSessions, getTwoFactor]) server.on(endpoint, () => new Promise<never>(() => {}))
  const user = await open()
  const menu = async (item: string) => {
    await user.click(screen.getByRole('button', { name: /Demo User$/ }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await menu('Keyboard shortcuts')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await user.keyboard('{Escape}')
  await menu('Your account')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  expect(location.pathname).toBe('/app/profile')
})

it('the content can have the focus, and is not in the order of Tab', async () => {
  await open()
  expect(screen.getByRole('main')).toHaveAttribute('tabindex', '-1')
  const heading = screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(heading).toHaveAttribute('tabindex', '-1'))
})

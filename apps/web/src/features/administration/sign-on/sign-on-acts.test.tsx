import { getPermission } from '@postroom/contract/identity'
import { getSignOn, removeSignOn, saveSignOn, testSignOn } from '@postroom/contract/sign-on'
import { screen, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { NOTHING, openSignOn, SETTINGS, STORED, wrongFields } from '../../../testing/sign-on-page.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
const field = (name: string) => screen.getByLabelText(name)

const press = (user: ReturnType<typeof openPage>) =>
  user.click(screen.getByRole('button', { name: 'Test the connection' }))

describe('a test', () => {
  it('is of the typed issuer, which must be one', async () => {
    const calls = server.on(testSignOn, () => ({ result: 'ready' as const, reports_logout: true }))
    const { user } = await openSignOn()
    await user.clear(field('Client ID'))
    await user.clear(field('Issuer'))
    await press(user)
    expect(wrongFields()).toEqual(['issuer'])
    expect(calls).toHaveLength(0)
    await user.type(field('Issuer'), ' https://other.example ')
    await press(user)
    const notice = await screen.findByText(/^The identity provider is ready\./)
    expect(notice.closest('[role=status]')?.className).toContain('_good_')
    expect(notice).not.toHaveTextContent(/Saved|It does not report/)
    expect(calls.map(({ body }) => body)).toEqual([{ issuer: 'https://other.example' }])
    expect(wrongFields()).toEqual([])
  })

  it('replaces what was said of saving', async () => {
    server.on(saveSignOn, () => ({ result: 'unreachable' as const, reports_logout: false }))
    server.on(testSignOn, () => ({ result: 'no_code_flow' as const, reports_logout: false }))
    const { user, save } = await openSignOn()
    await save()
    await screen.findByText(/^Nothing was changed\./)
    await press(user)
    expect(await screen.findByText(/^The identity provider offers no sign-in with a code/)).toBeVisible()
    expect(screen.queryByText(/^Nothing was changed\./)).toBeNull()
  })
})

describe('the removal', () => {
  it('stays a question when it is refused', async () => {
    server.on(removeSignOn, () => new Refusal('try_again'))
    const { user } = await openSignOn()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/Error ID: try_again/)).toBeVisible()
    expect(screen.getByRole('alertdialog')).toBeVisible()
  })

  it('after a set-up leads back to the beginning', async () => {
    let shown = NOTHING
    server.on(getSignOn, () => shown)
    const user = openPage('/app/administration?view=sign_on')
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    server.on(saveSignOn, () => {
      shown = STORED
      return { result: 'ready' as const, reports_logout: true }
    })
    for (const [name, text] of [
      ['Issuer', SETTINGS.issuer],
      ['Client ID', 'postroom'],
      ['Client secret', 'secret'],
    ] as const)
      await user.type(field(name), text)
    await user.click(screen.getByRole('button', { name: 'Check and save' }))
    server.on(removeSignOn, () => {
      shown = NOTHING
      return { removed: true as const }
    })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Users sign in with passwords')).toBeVisible()
  })
})

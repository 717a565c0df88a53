import { getPermission } from '@postroom/contract/identity'
import { saveSignOn } from '@postroom/contract/sign-on'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { server } from '../../../testing/fake-server.ts'
import { NOTHING, openSignOn, SETTINGS, STORED, wrongFields } from '../../../testing/sign-on-page.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
const field = (name: string) => screen.getByLabelText(name)

it('says what the provider has to know, each to be copied', async () => {
  await openSignOn()
  const card = screen.getByRole('region', { name: 'For your identity provider' })
  expect(
    within(card)
      .getAllByRole('definition')
      .map((fact) => fact.querySelector('code')!.textContent),
  ).toEqual([NOTHING.redirect_uri, NOTHING.logout_uri, NOTHING.sign_in_link])
  expect(within(card).getAllByRole('button', { name: /^Copy: / })).toHaveLength(3)
})

it.each([
  [[], null, false],
  [[{ domain: 'a.example', is_confirmed: true }], 'a.exampleConfirmed', false],
  [[{ domain: 'a.example', is_confirmed: false }], 'a.exampleWaits for the operator of this server', true],
  [
    [
      { domain: 'a.example', is_confirmed: true },
      { domain: 'b.example', is_confirmed: false },
    ],
    'a.exampleConfirmedb.exampleWaits for the operator of this server',
    true,
  ],
])('the domains %o are shown as: %s', async (domains, text, hasRemark) => {
  await openSignOn({ ...STORED, domains })
  const card = screen.queryByRole('region', { name: 'Mail domains' })
  expect(card?.querySelector('ul')?.textContent ?? null).toBe(text)
  expect(screen.queryByText(/^Until a domain is confirmed/) !== null).toBe(hasRemark)
  for (const { domain, is_confirmed } of domains) {
    const row = within(card!).getByText(domain).closest('li')!
    expect(row.querySelector(`[class*=_${is_confirmed ? 'good' : 'neutral'}_]`)).not.toBeNull()
  }
})

it.each([
  [NOTHING, ['Cancel'], 'password', ''],
  [STORED, ['Remove'], 'password', 'Leave empty to keep the stored one'],
])('the form of %o can be left, and hides the secret', async (shown, acts, type, about) => {
  await openSignOn(shown)
  const buttons = ['Cancel', 'Remove'].filter((name) => screen.queryByRole('button', { name }))
  expect(buttons).toEqual(acts)
  expect(field('Client secret')).toHaveAttribute('type', type)
  expect(field('Issuer')).toHaveAttribute('type', 'text')
  expect(screen.queryByText('Leave empty to keep the stored one')?.textContent ?? '').toBe(about)
  expect(screen.queryByRole('region', { name: 'Users managed by the provider' }) !== null).toBe(shown === STORED)
})

it.each([
  ['before the first key', { has_key: false }, 'info'],
  ['after the key ended', { has_key: false, last_called_at: '2026-11-27T09:15:00.000Z' }, 'warn'],
])('%s the notice has the tone', async (_when, facts, tone) => {
  await openSignOn({ ...STORED, provisioning: { ...NOTHING.provisioning, ...facts } })
  const card = screen.getByRole('region', { name: 'Users managed by the provider' })
  expect(card.querySelector(`[class*=_notice_]`)?.className).toContain(`_${tone}_`)
})

it('a new connection needs a secret, a stored one does not', async () => {
  const { user, save } = await openSignOn(NOTHING)
  await user.type(field('Issuer'), 'https://login.bindery.example')
  await user.type(field('Client ID'), 'postroom')
  await save()
  expect(field('Client secret')).toBeInvalid()
  expect(wrongFields()).toEqual([])
})

it('plan, role, groups and passwords are saved as chosen; the secret is then forgotten', async () => {
  const saved = server.on(saveSignOn, () => ({ result: 'ready' as const, reports_logout: true }))
  const { user, lists, save } = await openSignOn()
  await user.type(field('Client secret'), 'secret')
  for (const [select, options, option] of [
    [/Plan of new users$/, ['Lite', 'Full'], 'Lite'],
    [/Role of new users$/, ['Sender', 'Mailroom'], 'Mailroom'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: select }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options)
    await user.click(screen.getByRole('option', { name: option }))
  }
  const second = within(screen.getByRole('group', { name: 'Group 2' }))
  await user.type(second.getByLabelText('Group'), ' of')
  await user.click(second.getByRole('button', { name: /Role$/ }))
  expect(screen.getAllByRole('option')).toHaveLength(3)
  await user.click(screen.getByRole('option', { name: 'Sender' }))
  await user.click(screen.getByRole('checkbox', { name: 'Users may also sign in with a password' }))
  await save()
  const notice = await screen.findByText(/^Saved\. The identity provider is ready\./)
  expect(notice.closest('[role=status]')?.className).toContain('_good_')
  expect(notice).not.toHaveTextContent('It does not report')
  expect(saved.map(({ body }) => body)).toEqual([
    {
      ...SETTINGS,
      client_secret: 'secret',
      domains: [],
      plan: 'lite',
      role: 'mailroom',
      passwords: false,
      group_roles: [SETTINGS.group_roles[0], { group: 'Heads of', role: 'sender' }],
    },
  ])
  await waitFor(() => expect(field('Client secret')).toHaveValue(''))
  await waitFor(() => expect(lists).toHaveLength(2))
})

it('a provider that is not ready keeps what was typed', async () => {
  server.on(saveSignOn, () => ({ result: 'unreachable' as const, reports_logout: false }))
  const { user, save } = await openSignOn()
  await user.type(field('Client secret'), 'secret')
  await save()
  const notice = await screen.findByText(/^Nothing was changed\. The identity provider does not answer\./)
  expect(notice.closest('[role=alert]')?.className).toContain('_error_')
  expect(notice).not.toHaveTextContent('It does not report')
  expect(field('Client secret')).toHaveValue('secret')
})

const groups = () => screen.getAllByLabelText('Group').map((each) => (each as HTMLInputElement).value)

describe('the rows of groups', () => {
  it('are added for the mailroom, complained of while empty, and removed one by one', async () => {
    const { user, save } = await openSignOn()
    await user.click(screen.getByRole('button', { name: 'Add a group' }))
    expect(groups()).toEqual(['Post room', 'Heads', ''])
    const third = within(screen.getByRole('group', { name: 'Group 3' }))
    expect(third.getByRole('button', { name: /Role$/ })).toHaveTextContent('Mailroom')
    expect(third.getByLabelText('Group')).toHaveAttribute('maxlength', '200')
    expect(wrongFields()).toEqual([])
    await save()
    expect(wrongFields()).toEqual(['group-2'])
    await user.click(screen.getByRole('button', { name: 'Remove the row of Post room' }))
    expect(groups()).toEqual(['Heads', ''])
    await user.click(screen.getByRole('button', { name: 'Remove the row of 2' }))
    expect(groups()).toEqual(['Heads'])
  })

  it.each([
    [49, true],
    [50, false],
  ])('are %i, and can be more: %s', async (count, canBeMore) => {
    const group_roles = Array.from({ length: count }, (_, place) => ({ group: `G${place}`, role: 'sender' as const }))
    await openSignOn({ ...NOTHING, settings: { ...SETTINGS, group_roles } })
    expect(screen.queryByRole('button', { name: 'Add a group' }) !== null).toBe(canBeMore)
  })
})

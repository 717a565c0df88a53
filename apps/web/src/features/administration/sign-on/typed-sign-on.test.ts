import type { ShownSignOn } from '@postroom/contract/sign-on'
import { expect, it } from 'vitest'
import { readSignOn, typedOf, type TypedSignOn } from './typed-sign-on.ts'

const NOTHING = { domains: [] } as unknown as ShownSignOn
const SETTINGS: NonNullable<ShownSignOn['settings']> = {
  issuer: 'https://login.bindery.example',
  client_id: 'postroom',
  plan: 'lite',
  role: 'mailroom',
  groups_claim: 'groups',
  group_roles: [{ group: 'Post room', role: 'mailroom' }],
  passwords: false,
}
const domains = ['bindery.co.uk', 'bindery.example'].map((domain) => ({ domain, is_confirmed: false }))

it('a new form gives senders the full plan, and leaves passwords on', () => {
  expect(typedOf(NOTHING)).toEqual({
    issuer: '',
    client_id: '',
    client_secret: '',
    domains: '',
    plan: 'full',
    role: 'sender',
    groups_claim: '',
    group_roles: [],
    passwords: true,
  })
})

it('stored settings are shown but for the secret, and are read as they were', () => {
  const typed = typedOf({ ...NOTHING, settings: SETTINGS, domains })
  expect(typed).toEqual({ ...SETTINGS, client_secret: '', domains: 'bindery.co.uk, bindery.example' })
  expect(readSignOn(typed)).toEqual({
    settings: { ...SETTINGS, domains: ['bindery.co.uk', 'bindery.example'] },
    wrong: new Set(),
  })
})

const typed = (part: Partial<TypedSignOn>): TypedSignOn => ({ ...typedOf({ ...NOTHING, settings: SETTINGS }), ...part })

it.each([
  [{ issuer: ' https://login.bindery.example ' }, { issuer: 'https://login.bindery.example' }],
  [{ client_secret: 'secret' }, { client_secret: 'secret' }],
  [
    { domains: ' a.example; B.example,c.example\nd.example ' },
    { domains: ['a.example', 'b.example', 'c.example', 'd.example'] },
  ],
  [{ groups_claim: ' roles ' }, { groups_claim: 'roles' }],
  [{ groups_claim: ' ' }, { groups_claim: undefined }],
])('%o is read as %o', (part, settings) => {
  const { domains: _domains, ...rest } = { ...SETTINGS, ...settings, domains: undefined }
  const read = readSignOn(typed(part)).settings
  expect(read).toEqual({ ...rest, domains: 'domains' in settings ? settings.domains : [] })
})

it.each([
  [{ issuer: 'login' }, ['issuer']],
  [{ client_id: '' }, ['client_id']],
  [{ client_secret: 'a secret' }, ['client_secret']],
  [{ domains: 'bindery' }, ['domains']],
  [{ groups_claim: 'a claim' }, ['groups_claim']],
  [{ group_roles: [{ group: '', role: 'mailroom' }] }, ['group_roles']],
  [{ issuer: '', client_id: '' }, ['issuer', 'client_id']],
] as const)('%o is wrong in %o', (part, wrong) => {
  const read = readSignOn(typed(part as Partial<TypedSignOn>))
  expect(read.settings).toBeUndefined()
  expect([...read.wrong]).toEqual(wrong)
})

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { DOMAIN, signOnScene, throughProvider, type SignOnScene } from '../../../testing/sign-on/sign-on-scene.ts'
import { USERS } from '../../administration/testing/an-office.ts'

let scene: SignOnScene
beforeAll(async () => {
  scene = await signOnScene()
})
afterAll(() => scene.close())

const person = (name: string, more: object = {}) => ({
  email: `${name}@${DOMAIN}`,
  email_verified: true,
  name: `Nia ${name}`,
  ...more,
})
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const eventsOf = (user: string) =>
  scene.server.context.db
    .selectFrom('audit_event')
    .select('event')
    .where('user_id', '=', user)
    .orderBy('seq')
    .execute()
    .then((rows) => rows.map(({ event }) => event))

const rolesOf = async (id: string) =>
  (await scene.server.context.db.selectFrom('app_user').select('roles').where('id', '=', id).executeTakeFirst())?.roles

describe('a first sign-in', () => {
  it('makes a user without a password, who is the same person at the next', async () => {
    const user = await scene.signedOn('s1', person('carys'))
    expect(user).toMatchObject({ fullname: 'Nia carys', email: `carys@${DOMAIN}`, plan: 'full' })
    expect(user.username).toMatch(/^carys@/)
    expect((await scene.signedOn('s1', person('married-name'))).id).toBe(user.id)
    expect(await eventsOf(user.id)).toEqual(['user_provisioned', 'signed_on', 'signed_on'])
    expect(codeOf(await scene.signIn(user.username, ''))).toBe('invalid_request')
    expect(codeOf(await scene.signIn(user.username))).toBe('invalid_credentials')
    const list = await scene.asManager('GET', `${USERS}?length=100`)
    const shown = list.json<{ data: { id: string; status: string; roles: string[] }[] }>().data
    expect(shown.find(({ id }) => id === user.id)).toMatchObject({ status: 'active', roles: ['sender'] })
    expect(codeOf(await scene.again(user.id))).toBe('not_invited')
  })

  it('links the user with the same verified address, whose password and open invitation count as before', async () => {
    const member = await scene.aMember({ email: `Dilys@${DOMAIN}` })
    const user = await scene.signedOn('s2', person('dilys'))
    expect(user.id).toBe(member.id)
    expect(await eventsOf(user.id)).toContain('user_linked')
    expect((await scene.signIn(member.username)).statusCode).toBe(200)
    const invited = await scene.invited({ email: `elin@${DOMAIN}` })
    const link = scene.tokenOfLastMail()
    expect((await scene.signedOn('s3', person('elin'))).id).toBe(invited.id)
    expect(codeOf(await scene.setPassword(link))).toBe('reset_token_invalid')
  })

  test.each([
    ['no address', { email: undefined }, 'sign_on_mail'],
    ['an address that the provider has not verified', { email_verified: false }, 'sign_on_mail'],
    ['an address of which it does not say', { email_verified: undefined }, 'sign_on_mail'],
    ['an address of another domain', { email: 'x@elsewhere.example' }, 'sign_on_mail'],
    ['an address of a domain below', { email: `x@sub.${DOMAIN}` }, 'sign_on_mail'],
    ['an address with two signs', { email: `x@elsewhere.example@${DOMAIN}` }, 'sign_on_mail'],
  ])('is refused with %s', async (_what, more, code) => {
    expect(codeOf(await scene.signOn('s4', person('ffion', more)))).toBe(code)
    expect((await scene.signOn('s4', person('ffion', more))).statusCode).toBe(401)
  })

  it('is refused for an address of two users, of another subject, of a disabled user, and of an operator', async () => {
    await scene.invited({ email: `twins@${DOMAIN}` })
    await scene.invited({ email: `twins@${DOMAIN}` })
    expect(codeOf(await scene.signOn('s5', person('twins')))).toBe('sign_on_user')
    await scene.signedOn('s6', person('gwen'))
    expect(codeOf(await scene.signOn('s7', person('gwen')))).toBe('sign_on_user')
    const member = await scene.aMember({ email: `heledd@${DOMAIN}` })
    await scene.asManager('PUT', `${USERS}/${member.id}`, { is_disabled: true })
    expect(codeOf(await scene.signOn('s8', person('heledd')))).toBe('sign_on_user')
    const operator = await scene.aMember({ email: `operator@${DOMAIN}` })
    const { db } = scene.server.context
    await db
      .updateTable('app_user')
      .set({ roles: ['operator'] })
      .where('id', '=', operator.id)
      .execute()
    expect(codeOf(await scene.signOn('s9', person('operator')))).toBe('sign_on_user')
  })

  it('links a user of an earlier provider anew', async () => {
    const user = await scene.signedOn('s13', person('olwen'))
    const { db } = scene.server.context
    await db.updateTable('app_user').set({ issuer: 'https://earlier.example' }).where('id', '=', user.id).execute()
    expect((await scene.signedOn('s14', person('olwen'))).id).toBe(user.id)
  })

  it('takes a name that cannot be printed from the address', async () => {
    expect((await scene.signedOn('s15', person('pia', { name: 'Nul\0' }))).fullname).toBe('pia')
  })

  it('never links a user of another organisation', async () => {
    const { db } = scene.server.context
    await db
      .updateTable('app_user')
      .set({ email: `iona@${DOMAIN}` })
      .where('id', '=', scene.stranger)
      .execute()
    const user = await scene.signedOn('s10', person('iona'))
    expect(user.id).not.toBe(scene.stranger)
  })

  it('twice at once makes one user', async () => {
    scene.provider.people.set('s11', person('jac'))
    scene.provider.visitor = 's11'
    const begun = await Promise.all([scene.begin(), scene.begin()])
    const returned = await Promise.all(begun.map(({ url }) => throughProvider(url)))
    const answers = await Promise.all(returned.map((values, n) => scene.finish(values, begun[n]!.cookie)))
    const ids = answers.map((answer) => answer.json<{ user: { id: string } }>().user.id)
    expect(ids[0]).toBe(ids[1])
  })

  it('counts up where a username is taken', async () => {
    await scene.invited({ username: 'non', email: 'non@private.example' })
    expect((await scene.signedOn('s12', person('non'))).username).toMatch(/^non-2@/)
  })
})

it('a user who was disabled here is refused, and their sessions have ended', async () => {
  const user = await scene.signedOn('s20', person('kat'))
  await scene.asManager('PUT', `${USERS}/${user.id}`, { is_disabled: true })
  expect((await scene.server.as(user, 'GET', '/identity/v1/user/permission')).statusCode).toBe(401)
  expect(codeOf(await scene.signOn('s20'))).toBe('sign_on_user')
})

it('a user who was erased here is a new one at the next sign-in', async () => {
  const user = await scene.signedOn('s21', person('lowri'))
  await scene.asManager('DELETE', `${USERS}/${user.id}?reason=left`)
  expect((await scene.signedOn('s21')).id).not.toBe(user.id)
})

describe('groups', () => {
  it('set the roles at each sign-in, and the last manager stays one', async () => {
    const group_roles = [{ group: 'Directors', role: 'manager' as const }]
    expect((await scene.save({ group_roles })).json()).toMatchObject({ result: 'ready' })
    const user = await scene.signedOn('s30', person('mari', { groups: ['Directors', 'Staff'] }))
    expect(await rolesOf(user.id)).toEqual(['manager'])
    await scene.signedOn('s30', person('mari', { groups: 'Directors' }))
    expect(await rolesOf(user.id)).toEqual(['sender'])
    expect((await eventsOf(user.id)).filter((event) => event === 'roles_by_groups')).toHaveLength(2)
    const { db } = scene.server.context
    await scene.signedOn('s30', person('mari', { groups: ['Directors'] }))
    await db.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', scene.manager.id).execute()
    await scene.signedOn('s30', person('mari', { groups: [] }))
    expect(await rolesOf(user.id)).toEqual(['sender', 'manager'])
    await db.updateTable('app_user').set({ disabled_at: null }).where('id', '=', scene.manager.id).execute()
    await scene.save()
  })
})

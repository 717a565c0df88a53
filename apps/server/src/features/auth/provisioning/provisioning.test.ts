import type { Member } from '@postroom/contract/administration'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { openDatabase } from '../../../db/database.ts'
import { scimScene, verdictOf } from '../../../testing/sign-on/scim-scene.ts'
import { DOMAIN, throughProvider } from '../../../testing/sign-on/sign-on-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { USERS } from '../../administration/testing/an-office.ts'

let scene: Awaited<ReturnType<typeof scimScene>>
/** Another server process on the same database. */
let second: FastifyInstance
let stop: () => Promise<void>
beforeAll(async () => {
  scene = await scimScene()
  const { db, pool, platformPool } = await openDatabase(scene.server.database.url)
  second = await buildApp(
    { ...scene.server.context, db, pool, platformPool },
    { logLevel: 'silent', isReady: async () => true },
  )
  stop = async () => {
    await second.close()
    await db.destroy()
    await scene.close()
  }
})
afterAll(() => stop())

const mailOf = (name: string) => `${name}@${DOMAIN}`
const claims = (name: string) => ({ email: mailOf(name), email_verified: true, name: `Nia ${name}` })
const disable = { op: 'replace', path: 'active', value: false }
const members = async () => (await scene.asManager('GET', `${USERS}?length=100`)).json<{ data: Member[] }>().data
const eventsAbout = (id: string) =>
  scene.server.context.db
    .selectFrom('audit_event')
    .select(['event', 'user_id', 'api_key_id', 'details'])
    .where('subject', '=', id)
    .orderBy('seq')
    .execute()
const statusOf = async (token: string, app = scene.server.app) =>
  (await app.inject({ url: '/api/identity/v1/user/permission', headers: { authorization: `Bearer ${token}` } }))
    .statusCode

describe('a user whom the provider removes', () => {
  it('loses the session at once, in every process', async () => {
    const { id } = await scene.created({ userName: mailOf('carys') })
    const { token } = await scene.signedOn('p1', claims('carys'))
    expect(await statusOf(token, second)).toBe(200)
    await scene.patched(id, disable)
    expect(await statusOf(token, second)).toBe(401)
    expect((await scene.signOn('p1')).json()).toMatchObject({ code: 'sign_on_user' })
    await scene.patched(id, { ...disable, value: true })
    expect(await statusOf(token)).toBe(401)
  })

  it('and is created again is the same user, signing on with another subject', async () => {
    const { id } = await scene.created({ userName: mailOf('dilys') })
    await scene.signedOn('p2', claims('dilys'))
    await scene.call('DELETE', `/Users/${id}`)
    expect((await scene.created({ userName: mailOf('dilys') })).id).toBe(id)
    expect((await scene.signedOn('p2-again', claims('dilys'))).id).toBe(id)
  })

  it('loses an invitation', async () => {
    await scene.invited({ email: mailOf('elin') })
    const link = scene.tokenOfLastMail()
    const { id } = await scene.created({ userName: mailOf('elin') })
    await scene.patched(id, disable)
    await scene.patched(id, { ...disable, value: true })
    expect((await scene.setPassword(link)).json()).toMatchObject({ code: 'reset_token_invalid' })
  })
})

describe('a user whom the provider creates', () => {
  it('is answered with their address in SCIM, as one that exists is not', async () => {
    const made = await scene.call('POST', '/Users', { userName: mailOf('tegwen') })
    const user = made.json<{ id: string; meta: { location: string } }>()
    expect(made.headers['location']).toBe(user.meta.location)
    expect((await scene.call('GET', `/Users/${user.id}`)).headers).not.toHaveProperty('location')
  })

  it('gets the rights of new users and no mail, and a manager sees who manages them', async () => {
    const mails = scene.mails.length
    const { id } = await scene.created({ userName: mailOf('ffion'), displayName: 'Ffion Rees' })
    expect(scene.mails.length).toBe(mails)
    const listed = (await members()).find((member) => member.id === id)
    expect(listed).toMatchObject({ fullname: 'Ffion Rees', roles: ['sender'], plan: 'full', is_provisioned: true })
    expect(listed?.username).toMatch(/^ffion@/)
  })

  it('is the user of this address who is here already, with the roles that they have', async () => {
    const member = await scene.aMember({ email: `Gwen@${DOMAIN}`, roles: ['mailroom'] })
    expect((await members()).find(({ id }) => id === member.id)).toMatchObject({ is_provisioned: false })
    const user = await scene.created({ userName: mailOf('gwen'), active: true })
    expect(user.id).toBe(member.id)
    expect((await members()).find(({ id }) => id === member.id)).toMatchObject({
      roles: ['mailroom'],
      is_provisioned: true,
    })
  })

  it('is one, when two calls create them at once in two processes', async () => {
    const create = (app: FastifyInstance) => scene.call('POST', '/Users', { userName: mailOf('heledd') }, { app })
    const answers = await Promise.all([create(scene.server.app), create(second), create(scene.server.app)])
    expect(answers.map(verdictOf).toSorted()).toEqual(['201', '409 uniqueness', '409 uniqueness'])
  })

  it('is one, when they sign on at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `iona-${round}`
      scene.provider.people.set(name, claims(name))
      scene.provider.visitor = name
      const { url, cookie } = await scene.begin()
      const returned = await throughProvider(url)
      const [user, signedOn] = await Promise.all([
        scene.created({ userName: mailOf(name) }),
        scene.finish(returned, cookie),
      ])
      expect(signedOn.json<{ user: { id: string } }>().user.id).toBe(user.id)
    }
  })

  it('is refused where the address or userName is taken', async () => {
    await scene.created({ userName: 'Jac', emails: [{ value: mailOf('jac') }] })
    const refused = async (body: object) => verdictOf(await scene.call('POST', '/Users', body))
    expect(await refused({ userName: 'jAC', emails: [{ value: mailOf('jac-2') }] })).toBe('409 uniqueness')
    expect(await refused({ userName: 'jac-2', emails: [{ value: mailOf('JAC') }] })).toBe('409 uniqueness')
    await scene.invited({ email: mailOf('twins') })
    await scene.invited({ email: mailOf('twins') })
    expect(await refused({ userName: mailOf('twins') })).toBe('409 uniqueness')
    const { id } = await scene.created({ userName: mailOf('jac-3') })
    const change = { op: 'replace', path: 'emails.value', value: mailOf('jac') }
    expect(verdictOf(await scene.call('PATCH', `/Users/${id}`, { Operations: [change] }))).toBe('409 uniqueness')
  })

  it('needs the rights of new users, so none is created without sign-on; others can still be disabled', async () => {
    const { id } = await scene.created({ userName: mailOf('kat') })
    await scene.asManager('DELETE', '/identity/v1/organisation/sign-on')
    expect(verdictOf(await scene.call('POST', '/Users', { userName: mailOf('lowri') }))).toBe('403')
    expect((await scene.patched(id, disable)).active).toBe(false)
    await scene.save()
  })

  it('is a new one after a manager has erased them', async () => {
    const { id } = await scene.created({ userName: mailOf('mari') })
    await scene.asManager('DELETE', `${USERS}/${id}?reason=left`)
    expect(verdictOf(await scene.call('GET', `/Users/${id}`))).toBe('404')
    expect((await scene.created({ userName: mailOf('mari') })).id).not.toBe(id)
  })
})

it('every change is in the audit log with the key; a repetition is none', async () => {
  const { id } = await scene.created({ userName: mailOf('nest') })
  await scene.call('PUT', `/Users/${id}`, { userName: mailOf('nest') })
  await scene.patched(id, disable, { op: 'replace', path: 'displayName', value: 'Nest' })
  await scene.patched(id, disable)
  await scene.call('DELETE', `/Users/${id}`)
  const by = { user_id: scene.manager.id, api_key_id: scene.key.id }
  expect(await eventsAbout(id)).toEqual([
    { ...by, event: 'user_added_by_provider', details: { plan: 'full', roles: 'sender', was: 'new', disabled: 'no' } },
    { ...by, event: 'user_changed_by_provider', details: { fields: 'displayName active', disabled: 'yes' } },
    { ...by, event: 'user_removed_by_provider', details: {} },
  ])
})

const rolesTo = (id: string, roles: string[]) =>
  asOwner(scene.server.database.url, `update app_user set roles = '{${roles.join()}}' where id = '${id}'`)

describe('protected', () => {
  it('an operator of the installation is neither seen nor touched', async () => {
    const { id } = await scene.created({ userName: mailOf('olwen') })
    await rolesTo(id, ['sender', 'operator'])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { userName: mailOf('olwen'), active: false } : undefined
      expect(verdictOf(await scene.call(method, `/Users/${id}`, body))).toBe('404')
    }
    const filter = encodeURIComponent(`userName eq "${mailOf('olwen')}"`)
    expect((await scene.call('GET', `/Users?filter=${filter}`)).json()).toMatchObject({ totalResults: 0 })
    const member = await scene.aMember({ email: mailOf('pia') })
    await rolesTo(member.id, ['operator'])
    expect(verdictOf(await scene.call('POST', '/Users', { userName: mailOf('pia') }))).toBe('409 uniqueness')
  })

  it('the last manager is neither disabled nor deleted; with another one they are, and the key ends with its maker', async () => {
    const other = await scene.aMember({ email: mailOf('rhian'), roles: ['manager'] })
    const { token } = (await scene.signIn(other.username)).json<{ token: string }>()
    const { key, secret } = (
      await scene.server.as({ token }, 'POST', '/identity/v1/organisation/apikey', {
        name: 'Okta',
        scopes: ['provisioning'],
        accounts: null,
        calls_per_minute: 60,
        pence_per_day: null,
        last_day: new Date().toISOString().slice(0, 10),
        current_password: 'quiet-harbour-lantern-62',
      })
    ).json<{ key: { id: string }; secret: string }>()
    const authorization = `Bearer ${secret}`
    const { id } = await scene.created({ userName: mailOf('rhian') })
    const manager = `update app_user set disabled_at = now() where id = '${scene.manager.id}'`
    await asOwner(scene.server.database.url, manager)
    const by = (method: 'PATCH' | 'DELETE', body?: object) =>
      scene.call(method, `/Users/${id}`, body, { authorization })
    for (const answer of [await by('PATCH', { Operations: [disable] }), await by('DELETE')]) {
      expect(verdictOf(answer)).toBe('409')
      expect(answer.json<{ detail: string }>().detail).toMatch(/last manager.* Make another user a manager first/)
    }
    await asOwner(scene.server.database.url, manager.replace('now()', 'null'))
    expect(verdictOf(await by('PATCH', { Operations: [disable] }))).toBe('200')
    expect(await eventsAbout(id)).toMatchObject([
      { event: 'user_invited' },
      { event: 'user_added_by_provider', api_key_id: scene.key.id },
      { event: 'user_changed_by_provider', api_key_id: key.id },
    ])
    expect(verdictOf(await by('DELETE'))).toBe('401')
  })
})

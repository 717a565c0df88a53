import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scimScene, verdictOf, type ScimUser } from '../../../testing/sign-on/scim-scene.ts'
import { DOMAIN } from '../../../testing/sign-on/sign-on-scene.ts'
import { USERS } from '../../administration/testing/an-office.ts'

let scene: Awaited<ReturnType<typeof scimScene>>
beforeAll(async () => {
  scene = await scimScene()
})
afterAll(() => scene.close())

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const found = async (filter: string) =>
  (await scene.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).json<{
    totalResults: number
    Resources: ScimUser[]
  }>()
const memberOf = async (id: string) => {
  const list = await scene.asManager('GET', `${USERS}?length=100`)
  const { data } = list.json<{
    data: { id: string; fullname: string; email: string; status: string; roles: string[] }[]
  }>()
  return data.find((member) => member.id === id)
}

/** As its article 'Develop and plan provisioning for a SCIM endpoint' shows the requests. */
describe('Entra ID', () => {
  const userName = `Test_User_00aa00aa@${DOMAIN}`
  let id: string

  it('tests the connection by looking for a user whom nobody knows', async () => {
    expect(await found('userName eq "0a1b2c3d-0000-4000-8000-00805f9b34fb"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
  })

  it('creates a user with more than is kept, and finds them by either name', async () => {
    const user = await scene.created({
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: `anna@${DOMAIN}` }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Anna Prys', familyName: 'Prys', givenName: 'Anna' },
      roles: [],
      [ENTERPRISE]: { employeeNumber: '701984', manager: { value: '26118915' } },
    })
    id = user.id
    expect(user).toMatchObject({ userName, active: true, displayName: 'Anna Prys', name: { givenName: 'Anna' } })
    expect(await memberOf(id)).toMatchObject({ fullname: 'Anna Prys', email: `anna@${DOMAIN}`, roles: ['sender'] })
    expect((await found(`userName eq "${userName.toLowerCase()}"`)).Resources).toEqual([user])
    expect((await found('externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).Resources).toEqual([user])
  })

  it('changes attributes by paths with filters, of extensions too', async () => {
    const user = await scene.patched(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `anna.prys@${DOMAIN}` },
      { op: 'Replace', path: 'name.familyName', value: 'Prys-Jones' },
      { op: 'Add', path: 'displayName', value: 'Anna Prys-Jones' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Post' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '07700 900123' },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: 'anna@home.example' },
    )
    expect(user.emails).toEqual([{ value: `anna.prys@${DOMAIN}`, type: 'work', primary: true }])
    expect(user.name?.familyName).toBe('Prys-Jones')
    expect(await memberOf(id)).toMatchObject({ fullname: 'Anna Prys-Jones', email: `anna.prys@${DOMAIN}` })
  })

  it('disables and enables with the words False and True', async () => {
    expect((await scene.patched(id, { op: 'Replace', path: 'active', value: 'False' })).active).toBe(false)
    expect(await memberOf(id)).toMatchObject({ status: 'disabled' })
    expect((await scene.patched(id, { op: 'Replace', path: 'active', value: 'True' })).active).toBe(true)
  })

  it('replaces several attributes without a path', async () => {
    const value = { active: false, 'name.givenName': 'Ann', 'emails[type eq "work"].value': `ann@${DOMAIN}` }
    const user = await scene.patched(id, { op: 'replace', value })
    expect(user).toMatchObject({ active: false, name: { givenName: 'Ann' }, emails: [{ value: `ann@${DOMAIN}` }] })
  })

  it('deletes for good, which disables, and a later user of this address is the same one', async () => {
    expect((await scene.call('DELETE', `/Users/${id}`)).statusCode).toBe(204)
    expect(verdictOf(await scene.call('GET', `/Users/${id}`))).toBe('404')
    expect(verdictOf(await scene.call('DELETE', `/Users/${id}`))).toBe('404')
    expect(await memberOf(id)).toMatchObject({ status: 'disabled', email: `ann@${DOMAIN}` })
    const again = await scene.created({ userName, emails: [{ type: 'work', value: `ANN@${DOMAIN}` }], active: true })
    expect(again).toMatchObject({ id, active: true })
    expect(await memberOf(id)).toMatchObject({ status: 'invited' })
  })
})

/** As its guide 'Understanding of Okta user flows' shows the requests. */
describe('Okta', () => {
  const userName = `test.user@${DOMAIN}`
  const profile = {
    schemas: [USER],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  let user: ScimUser

  it('creates a user whom it did not find', async () => {
    expect((await found(`userName eq "${userName}"`)).totalResults).toBe(0)
    user = await scene.created(profile)
    expect(JSON.stringify(user)).not.toContain('1mz050nq')
    expect(user.meta).toMatchObject({
      resourceType: 'User',
      location: `http://127.0.0.1:8080/api/scim/v2/Users/${user.id}`,
    })
  })

  it('reads pages of users, and one of them', async () => {
    const page = (await scene.call('GET', '/Users?startIndex=1&count=1')).json<object>()
    expect(page).toMatchObject({ startIndex: 1, itemsPerPage: 1, Resources: [{}] })
    expect((await scene.call('GET', `/Users/${user.id}`)).json()).toEqual(user)
  })

  it('replaces the whole user; what it leaves out is forgotten', async () => {
    const { displayName: _left, ...rest } = profile
    const answer = await scene.call('PUT', `/Users/${user.id}`, {
      ...rest,
      id: user.id,
      name: { givenName: 'Another' },
    })
    expect(answer.json()).toMatchObject({ id: user.id, name: { givenName: 'Another' }, displayName: 'Another' })
    expect(answer.json<ScimUser>().name).not.toHaveProperty('familyName')
  })

  it('changes a part of the name, and the display name follows unless it is sent too', async () => {
    const given = { op: 'replace', path: 'name.givenName', value: 'Third' }
    expect((await scene.patched(user.id, given)).displayName).toBe('Third')
    const shown = { op: 'replace', path: 'displayName', value: 'The Fourth' }
    expect((await scene.patched(user.id, shown, { ...given, value: 'Fourth' })).displayName).toBe('The Fourth')
    expect((await scene.patched(user.id, { op: 'remove', path: 'name' })).displayName).toBe('The Fourth')
  })

  it('deactivates with an object without a path, and activates again', async () => {
    expect((await scene.patched(user.id, { op: 'replace', value: { active: false } })).active).toBe(false)
    expect((await scene.patched(user.id, { op: 'replace', value: { active: true } })).active).toBe(true)
  })
})

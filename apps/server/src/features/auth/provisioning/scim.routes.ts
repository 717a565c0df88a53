import type { FastifyInstance } from 'fastify'
import { actOnUsers } from '../../../access/act.ts'
import type { Requester } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { guardScim, serveScim, type ScimAnswer } from '../../../http/serve-scim.ts'
import { changeProvisioned, removeProvisioned } from './change-provisioned.ts'
import { describeScim } from './describe-scim.ts'
import { personAfter, type Person } from './person.ts'
import { locationOf, onlyAsked, presentList, presentUser, scimBaseOf } from './present-scim.ts'
import { findProvisioned, searchProvisioned } from './provisioned.store.ts'
import { provisionUser } from './provision-user.ts'
import { readPatch, readSearch, readUser } from './read-request.ts'
import { ScimRefusal } from './scim-refusal.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** SCIM 2.0 (RFC 7643, RFC 7644), with which an identity provider manages the users of its organisation. @see decision 045 */
export async function scimRoutes(scim: FastifyInstance, context: Context): Promise<void> {
  const { db, now } = context
  const base = () => scimBaseOf(context.settings)
  const found = async ({ organisation_id }: Requester, id: string): Promise<object> => {
    const user = await findProvisioned(db, organisation_id, id)
    if (!user) throw new ScimRefusal('user_unknown')
    return presentUser(base(), user)
  }
  const change = async (user: Requester, id: string, by: (before: Person) => Person): Promise<ScimAnswer> => {
    await actOnUsers(context, user, (tx, actor) => changeProvisioned(tx, actor, id, by, now()))
    return { body: await found(user, id) }
  }
  await guardScim(scim, context)

  serveScim(scim, 'POST', '/Users', async ({ user, body }) => {
    const person = readUser(body, true)
    const id = await actOnUsers(context, user, (tx, actor) => provisionUser(tx, actor, person, now()))
    return { status: 201, body: await found(user, id), location: locationOf(base(), id) }
  })

  serveScim(scim, 'GET', '/Users', async ({ user, query }) => {
    const search = readSearch(query)
    const { rows, total } = await searchProvisioned(db, user.organisation_id, search)
    const users = rows.map((row) => onlyAsked(presentUser(base(), row), query))
    return { body: presentList(users, { total, startIndex: search.startIndex }) }
  })

  serveScim(scim, 'GET', '/Users/:id', async ({ user, params, query }) => ({
    body: onlyAsked(await found(user, idOf(params)), query),
  }))

  serveScim(scim, 'PUT', '/Users/:id', ({ user, params, body }) =>
    change(user, idOf(params), ({ active }) => readUser(body, active)),
  )

  serveScim(scim, 'PATCH', '/Users/:id', async ({ user, params, body }) => {
    const changes = readPatch(body)
    return change(user, idOf(params), (before) => personAfter(before, changes))
  })

  serveScim(scim, 'DELETE', '/Users/:id', async ({ user, params }) => {
    await actOnUsers(context, user, (tx, actor) => removeProvisioned(tx, actor, idOf(params), now()))
    return { status: 204 }
  })

  const describe = (path: string, what: (described: ReturnType<typeof describeScim>) => object) =>
    serveScim(scim, 'GET', path, async () => ({ body: what(describeScim(base())) }))
  describe('/ServiceProviderConfig', ({ config }) => config)
  describe('/ResourceTypes', ({ resourceType }) => presentList([resourceType]))
  describe('/ResourceTypes/User', ({ resourceType }) => resourceType)
  describe('/Schemas', ({ schema }) => presentList([schema]))
  // Fastify writes a colon that begins no parameter twice
  describe('/Schemas/urn::ietf::params::scim::schemas::core::2.0::User', ({ schema }) => schema)
}

/** @throws ScimRefusal where nothing can have this id */
function idOf({ id = '' }: Readonly<Record<string, string>>): string {
  if (!UUID.test(id)) throw new ScimRefusal('user_unknown')
  return id.toLowerCase()
}

import { PERMISSIONS, type Permission } from '@postroom/domain/people/permissions'
import type { Plan } from '@postroom/domain/catalogue/services'
import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { insertSession, insertToken } from '../features/auth/session.store.ts'
import { insertUser } from '../features/identity/user.store.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { hashPassword } from '../features/auth/password.ts'
import { EXAMPLE_FIELDS } from '../http/open-api/example-fields.ts'

interface Server {
  context: Pick<Context, 'db' | 'now'>
}

interface Standing {
  plan?: Plan
  permissions?: readonly Permission[]
  expired?: boolean
  /** Any existing user. */
  user?: string
}

/** Of the password in the examples; slow to compute, so computed once. */
const passwordHash = hashPassword(EXAMPLE_FIELDS['password']?.[0] as string)

/** A signed-in user of the organisation; by default a new one with every permission. */
export async function signInto({ context }: Server, organisation: string, standing: Standing = {}) {
  const { db, now } = context
  const { plan = 'full', permissions = PERMISSIONS, expired = false } = standing
  const username = `user-${randomBytes(6).toString('hex')}`
  const user = standing.user ?? (await newUser())
  const ends_at = new Date(now().getTime() + (expired ? -1 : 3_600_000))
  const place = { user_agent: 'test', address: '192.0.2.1' }
  const secret = randomBytes(32).toString('base64url')
  const session = await inTransaction(db, async (tx) => {
    const times = { started_at: now(), renewed_at: now(), ends_at }
    const opened = await insertSession(tx, { user_id: user, xsrf_token: 'none', ...times, ...place })
    await insertToken(tx, { secret, kind: 'access', session_id: opened.id, generation: 0, expires_at: ends_at })
    return opened
  })
  return { authorization: `Bearer ${secret}`, user, session: session.id }

  async function newUser(): Promise<string> {
    const facts = { organisation_id: organisation, username, email: `${username}@example.com`, fullname: 'Tomos Wynne' }
    const { id } = await insertUser(db, {
      ...facts,
      password_hash: await passwordHash,
      plan,
      permissions: [...permissions],
      roles: [],
    })
    return id
  }
}

/** A user who has not set a password yet. @returns their id */
export async function invitedInto({ context }: Server, organisation_id: string): Promise<string> {
  const username = `invited-${randomBytes(6).toString('hex')}`
  const facts = {
    organisation_id,
    username,
    email: `${username}@example.com`,
    fullname: 'Nia Bevan',
    plan: 'full',
  } as const
  return (await insertUser(context.db, { ...facts, password_hash: null, permissions: [], roles: ['sender'] })).id
}

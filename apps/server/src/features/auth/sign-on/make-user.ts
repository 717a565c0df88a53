import { foldUsername } from '@postroom/contract/username'
import { singleLine } from '@postroom/contract/single-line'
import { permissionsOf } from '@postroom/domain/people/roles'
import type { Tx } from '../../../db/in-transaction.ts'
import { insertMember } from '../../administration/member.store.ts'
import { handleOf, type User } from '../../identity/user.store.ts'
import type { StoredSignOn } from './sign-on.store.ts'

/**
 * Makes a user without a password whom the identity provider of the organisation knows, with the plan and role of new users.
 *
 * @returns nothing when no username like the mail address is free
 */
export async function makeUser(
  tx: Tx,
  { organisation_id, plan, role }: Pick<StoredSignOn, 'organisation_id' | 'plan' | 'role'>,
  { email, fullname }: { email: string; fullname: string | undefined },
): Promise<User | undefined> {
  const name = singleLine(100).min(1).safeParse(fullname?.slice(0, 100))
  const facts = { organisation_id, email, fullname: name.data ?? localPartOf(email), plan }
  const rights = { roles: [role], permissions: permissionsOf([role], plan) }
  const handle = await handleOf(tx, organisation_id)
  for (const username of usernamesFor(email, handle)) {
    const made = await insertMember(tx, { ...facts, ...rights, username })
    if (made) return made
  }
  return undefined
}

const NAMES_TRIED = 100

/** The part of a mail address before its `@` and the handle of the organisation; with a number where that is taken. */
function usernamesFor(email: string, handle: string): string[] {
  const folded = foldUsername(localPartOf(email)).normalize('NFKD')
  const name = folded.replaceAll(/[^a-z0-9_-]+/g, '-').replaceAll(/^[-_]+|-+$/g, '')
  const numbered = (n: number) => `${name.slice(0, 36) || 'user'}${n === 1 ? '' : `-${n}`}@${handle}`
  return Array.from({ length: NAMES_TRIED }, (_none, index) => numbered(index + 1))
}

const localPartOf = (email: string): string => email.slice(0, email.lastIndexOf('@'))

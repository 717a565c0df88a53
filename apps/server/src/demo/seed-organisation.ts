import { toPence } from '@postroom/domain/money'
import { permissionsOf } from '@postroom/domain/people/roles'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/in-transaction.ts'
import { openDefaultAccount } from '../features/accounts/account.store.ts'
import { hashPassword } from '../features/auth/password.ts'
import { insertOrganisation, insertUser, isFirstStart, type User } from '../features/identity/user.store.ts'
import { creditAccount } from '../features/ledger/ledger.store.ts'

export const DEMO_PASSWORD = 'demo-postroom'

const ORGANISATION = 'Llewellyn Bindery Ltd'
const CREDIT_FOR_TESTS = toPence(50_00)

const USERS = {
  demo: { username: 'demo', fullname: 'Angharad Kendall', plan: 'full', roles: ['manager'] },
  dev: { username: 'dev', fullname: 'Dev Prosser', plan: 'full', roles: ['mailroom'] },
  lite: { username: 'lite', fullname: 'Tomos Wynne', plan: 'lite', roles: ['mailroom'] },
} as const

export type DemoUsername = keyof typeof USERS

/** The demo organisation: its users, and its prepaid account. */
export interface DemoOrganisation {
  id: string
  account: string
  users: ReadonlyMap<DemoUsername, User>
}

/** Adds the demo organisation with these users and an empty account; nothing in a database that has an organisation. */
export async function seedOrganisation(
  tx: Tx,
  usernames: readonly DemoUsername[],
): Promise<DemoOrganisation | undefined> {
  if (!(await isFirstStart(tx))) return undefined
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const { id } = await insertOrganisation(tx, ORGANISATION)
  const users = new Map<DemoUsername, User>()
  for (const name of usernames) {
    const { roles, ...user } = USERS[name]
    const rights = { roles: [...roles], permissions: permissionsOf(roles, user.plan) }
    const email = `${name}@example.com`
    users.set(name, await insertUser(tx, { ...user, ...rights, email, password_hash, organisation_id: id }))
  }
  return { id, account: await openDefaultAccount(tx, id), users }
}

/** Adds a demo organisation without shipments: three users and £50. */
export const seedEmptyDemo = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    const organisation = await seedOrganisation(tx, ['demo', 'dev', 'lite'])
    if (organisation) await creditAccount(tx, organisation.account, CREDIT_FOR_TESTS)
  })

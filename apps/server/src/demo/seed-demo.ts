import { toPence } from '@postroom/domain/money'
import { permissionsOf, type Role } from '@postroom/domain/people/roles'
import type { Plan } from '@postroom/domain/catalogue/services'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { openDefaultAccount } from '../features/accounts/account.store.ts'
import { hashPassword } from '../features/auth/password.ts'
import { insertOrganisation, insertUser, isFirstStart } from '../features/identity/user.store.ts'
import { creditAccount } from '../features/ledger/ledger.store.ts'

export const DEMO_PASSWORD = 'demo-postroom'

const ORGANISATION = 'Llewellyn Bindery Ltd'
const CREDIT = toPence(50_00)

interface DemoUser {
  username: string
  fullname: string
  plan: Plan
  roles: Role[]
}

const USERS: readonly DemoUser[] = [
  { username: 'demo', fullname: 'Angharad Kendall', plan: 'full', roles: ['manager'] },
  { username: 'lite', fullname: 'Tomos Wynne', plan: 'lite', roles: ['mailroom'] },
]

/** Adds a demo organisation to an empty database: a user of each plan and a prepaid account. */
export async function seedDemo({ db }: Pick<Context, 'db'>): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await inTransaction(db, async (tx) => {
    if (!(await isFirstStart(tx))) return
    const { id: organisation_id } = await insertOrganisation(tx, ORGANISATION)
    for (const user of USERS)
      await insertUser(tx, {
        ...user,
        organisation_id,
        password_hash,
        email: `${user.username}@example.com`,
        permissions: permissionsOf(user.roles, user.plan),
      })
    const account = await openDefaultAccount(tx, organisation_id)
    await creditAccount(tx, account, CREDIT)
  })
}

import { isOperator } from '@postroom/domain/people/roles'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../identity/user.store.ts'
import { arePasswordsOn } from './sign-on.store.ts'

/** Whether a user signs in at the identity provider of their organisation only. Operators never do. */
export const signsOnOnly = async (db: Db, { roles, organisation_id }: User): Promise<boolean> =>
  !isOperator(roles) && !(await arePasswordsOn(db, organisation_id))

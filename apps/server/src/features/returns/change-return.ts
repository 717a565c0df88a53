import { fieldError } from '@postroom/contract/field-errors'
import type { ReturnChange, ReturnedItem } from '@postroom/contract/returned-item'
import type { Context } from '../../context.ts'
import { sqlStateOf } from '../../db/sql-state.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { changeReturn, findReturn } from './return.store.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Changes what is done with a returned item. @throws AppError `not_found`, or naming `state` when another return of it
 * is open
 */
export async function updateReturn(
  context: Context,
  user: SignedInUser,
  id: string,
  change: ReturnChange,
): Promise<ReturnedItem> {
  try {
    return await act(context, user, async (tx, { id: user_id, organisation_id }) => {
      if (!(await changeReturn(tx, organisation_id, id, change))) throw new AppError('not_found')
      const details = { fields: Object.keys(change).join(' ') }
      await recordAudit(tx, { organisation_id, user_id, event: 'return_changed', subject: id, details })
      return (await findReturn(tx, organisation_id, id))!
    })
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error
    throw new AppError('invalid_request', { fields: [fieldError('state', 'not_allowed')] })
  }
}

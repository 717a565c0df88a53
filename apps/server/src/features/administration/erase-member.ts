import type { EraseReason } from '@postroom/contract/administration'
import { isOperator } from '@postroom/domain/people/roles'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { eraseUser } from './erase-member.store.ts'
import { keepAManager } from './keep-a-manager.ts'
import { lockManagers, lockMember } from './member.store.ts'

interface Erasing {
  organisation_id: string
  /** The user who erases. Absent: the person at the command line, who may erase the last manager too. */
  by?: string
  /** For the audit log. Absent at the command line. */
  reason?: EraseReason
  now: Date
}

/** Erases a user for good. @throws AppError not_found, own_rights (there is always a manager left) or operator_protected */
export const eraseMember = (db: Db, { organisation_id, by, reason, now }: Erasing, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const managers = await lockManagers(tx, organisation_id)
    const member = await lockMember(tx, organisation_id, id)
    if (!member) throw new AppError('not_found')
    if (by !== undefined) keepAManager(managers, { id: member.id, by })
    if (by !== undefined && isOperator(member.roles)) throw new AppError('operator_protected')
    await eraseUser(tx, member, now)
    await recordAudit(tx, {
      organisation_id,
      user_id: by,
      event: 'user_erased',
      subject: member.id,
      details: { reason: reason ?? 'none' },
    })
  })

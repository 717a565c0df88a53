import type { Db } from '../../db/database.ts'
import type { AccountNotice } from '../../notices/notice.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import type { User } from '../identity/user.store.ts'

/** Queues a notice to a user about their own account, best in the transaction that changes it. */
export const notifyOfChange = (
  db: Db,
  { id: user_id, organisation_id, username, email }: Pick<User, 'id' | 'organisation_id' | 'username' | 'email'>,
  event: AccountNotice['event'],
): Promise<void> => queueNotices(db, { organisation_id, user_id, notice: { event, username, email } })

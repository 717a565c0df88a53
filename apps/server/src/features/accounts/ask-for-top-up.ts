import { toPence } from '@postroom/domain/money'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { Context } from '../../context.ts'
import { queueNotices } from '../../notices/outbox.store.ts'
import { getUser } from '../identity/user.store.ts'
import type { CarrierAccount } from './account.store.ts'

/** Each mail goes to every manager, so a user may ask only this often per quarter of an hour. */
const ASKED_MAX = 3

/** Queues a mail to the managers that a user is short of money. @throws AppError too_many_requests */
export const askForTopUp = (
  context: Context,
  user: SignedInUser,
  { account, missing }: { account: CarrierAccount; missing: number },
): Promise<void> =>
  act(context, user, async (tx, { id, organisation_id }) => {
    await countAttempt({ ...context, db: tx }, [{ counter: `top-up asked by\n${id}`, max: ASKED_MAX }])
    const { fullname, username } = await getUser(tx, id)
    await queueNotices(tx, {
      organisation_id,
      asked_by: id,
      notice: {
        event: 'top_up_asked',
        account_id: account.id,
        asked_by: fullname || username,
        name: account.name,
        missing: toPence(missing),
      },
    })
  })

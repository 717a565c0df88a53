import { CHOSEN_EVENTS, type ChosenEvent, type NoticeChoice, type NoticeChoiceChange } from '@postroom/contract/notice'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tx } from '../db/in-transaction.ts'
import type { Reader } from './inbox.store.ts'
import type { ClaimedNotice } from './outbox.store.ts'

/** The events that only managers are notified of; operators of disputes too. */
const FOR_MANAGERS: readonly ChosenEvent[] = CHOSEN_EVENTS.filter((event) => event !== 'refund_refused')

/** Without a choice. */
const ALL = { here: true, by_mail: true } as const

/** What a user is notified of, of the events that concern them. */
export async function noticeChoices(
  db: Db,
  { id, organisation_id, permissions }: Reader & { permissions: readonly string[] },
): Promise<NoticeChoice[]> {
  const changed = await db
    .selectFrom('notice_choice')
    .select(['event', 'here', 'by_mail'])
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', id)
    .execute()
  const isManager = permissions.includes('administration')
  const isOperator = permissions.includes('top_up')
  const concerns = (event: ChosenEvent) =>
    isManager || !FOR_MANAGERS.includes(event) || (isOperator && event === 'payment_disputed')
  return CHOSEN_EVENTS.filter(concerns).map(
    (event) => changed.find((choice) => choice.event === event) ?? { event, ...ALL },
  )
}

/** Changes what a user is notified of; for notices that are filed or mailed from now on. */
export const saveChoice = (
  tx: Tx,
  { id: user_id, organisation_id }: Reader,
  { event, here, by_mail }: NoticeChoiceChange,
): Promise<unknown> =>
  tx
    .insertInto('notice_choice')
    .values({ organisation_id, user_id, event, here: here ?? ALL.here, by_mail: by_mail ?? ALL.by_mail })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event']).doUpdateSet((columns) => ({
        here: here ?? columns.ref('notice_choice.here'),
        by_mail: by_mail ?? columns.ref('notice_choice.by_mail'),
      })),
    )
    .execute()

/** The people of an organisation who did not turn off the mail of an event. */
export async function whoGetMail<Person extends { id: string | null }>(
  db: Db,
  { organisation_id, event }: { organisation_id: string; event: ClaimedNotice['notice']['event'] },
  people: readonly Person[],
): Promise<Person[]> {
  const off = await db
    .selectFrom('notice_choice')
    .select('user_id')
    .where('organisation_id', '=', organisation_id)
    .where('by_mail', '=', false)
    .where(sql<boolean>`event = ${event} and user_id = any (${people.flatMap(({ id }) => id ?? [])}::uuid[])`)
    .execute()
  return people.filter(({ id }) => !off.some(({ user_id }) => user_id === id))
}

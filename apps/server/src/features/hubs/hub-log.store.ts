import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** One message of the log; `t` is its timetoken, `payload` is JSON text. */
export interface LoggedMessage {
  t: string
  channel: string
  publisher: string
  payload: string
}

interface NewMessage {
  hub_id: string
  channel: string
  publisher: string
  payload: string
  keep: boolean
}

const timetoken = sql<string>`lpad(t::text, 17, '0')`
const columns = [timetoken.as('t'), 'channel', 'publisher', 'payload'] as const

/** Appends a message and notifies every process. When this resolves, the message has its final place in the log. @returns its timetoken */
export async function appendMessage(
  db: Db,
  { hub_id, channel, publisher, payload, keep }: NewMessage,
): Promise<string> {
  const { rows } = await sql<{ t: string }>`
    select append_hub_message(${hub_id}::uuid, ${channel}, ${publisher}, ${payload}, ${keep}) as t
  `.execute(db)
  return rows[0]!.t
}

/** A place in the log of one channel: after the message with this timetoken. */
export interface LogPlace {
  hub_id: string
  channel: string
  after: string
}

/** Whether each of these places has messages after it. */
export async function haveMessagesAfter(db: Db, places: readonly LogPlace[]): Promise<boolean[]> {
  const [hubs, channels, afters] = (['hub_id', 'channel', 'after'] as const).map((part) => places.map((at) => at[part]))
  const { rows } = await sql<{ more: boolean }>`
    select exists (
      select from hub_message as message
      where message.hub_id = place.hub_id and message.channel = place.channel and message.t > place.after
    ) as more
    from unnest(${hubs}::uuid[], ${channels}::text[], ${afters}::bigint[]) with ordinality
      as place (hub_id, channel, after, position)
    order by position
  `.execute(db)
  return rows.map(({ more }) => more)
}

/** The messages after a place in the log, oldest first. */
export const messagesAfter = (
  db: Db,
  { hub_id, channel, after, limit }: LogPlace & { limit: number },
): Promise<LoggedMessage[]> =>
  db
    .selectFrom('hub_message')
    .select(columns)
    .where('hub_id', '=', hub_id)
    .where('channel', '=', channel)
    .where('hub_message.t', '>', after)
    .orderBy('hub_message.t')
    .limit(limit)
    .execute()

interface Range {
  hub_id: string
  channel: string
  /** Newer bound, exclusive. */
  start?: string | undefined
  /** Older bound, inclusive. */
  end?: string | undefined
  count: number
}

/** What was kept, oldest first. With an older bound alone it begins there, otherwise it ends at the newer bound. */
export async function messageHistory(db: Db, { hub_id, channel, start, end, count }: Range): Promise<LoggedMessage[]> {
  const forward = end !== undefined && start === undefined
  let found = db
    .selectFrom('hub_message')
    .select(columns)
    .where('hub_id', '=', hub_id)
    .where('channel', '=', channel)
    .where('keep', '=', true)
  if (start !== undefined) found = found.where('hub_message.t', '<', start)
  if (end !== undefined) found = found.where('hub_message.t', '>=', end)
  const rows = await found
    .orderBy('hub_message.t', forward ? 'asc' : 'desc')
    .limit(count)
    .execute()
  return forward ? rows : rows.toReversed()
}

/** The newest place in the log of a hub that is visible to all processes. */
export async function logPosition(db: Db, hubId: string): Promise<string> {
  const row = await db
    .selectFrom('hub_message')
    .select(sql<string>`lpad(coalesce(max(t), 0)::text, 17, '0')`.as('t'))
    .where('hub_id', '=', hubId)
    .executeTakeFirstOrThrow()
  return row.t
}

/** The clock of the log, as a timetoken. */
export async function logClock(db: Db): Promise<string> {
  const { rows } = await sql<{ t: string }>`select lpad(hub_clock()::text, 17, '0') as t`.execute(db)
  return rows[0]!.t
}

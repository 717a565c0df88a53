import { listNoticeChoices, listNotices, readNotices, saveNoticeChoice } from '@postroom/contract/notice'
import { act } from '../access/act.ts'
import type { Context } from '../context.ts'
import { serve, type Api } from '../http/serve.ts'
import { noticeChoices, saveChoice } from './notice-choice.store.ts'
import { countUnread, listNotices as filedNotices, markRead } from './inbox.store.ts'

/** What a user was notified of, and what they are to be notified of. Only they see it. */
export function noticeRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, listNotices, async ({ query, user }) => {
    const [{ rows, has_more }, unread] = await Promise.all([filedNotices(db, user, query), countUnread(db, user)])
    const data = rows.map(({ created_at, read_at, asked_by, ...notice }) => ({
      ...notice,
      created_at: created_at.toISOString(),
      read: read_at !== null,
      ...(asked_by !== null && { asked_by }),
    }))
    return { data, has_more, unread }
  })

  serve(api, readNotices, ({ body, user }) =>
    act(context, user, async (tx, reader) => {
      await markRead(tx, reader, body, context.now())
      return { unread: await countUnread(tx, reader) }
    }),
  )

  serve(api, listNoticeChoices, async ({ user }) => ({ data: await noticeChoices(db, user) }))

  serve(api, saveNoticeChoice, ({ body, user }) =>
    act(context, user, async (tx, reader) => {
      await saveChoice(tx, reader, body)
      return { data: await noticeChoices(tx, reader) }
    }),
  )
}

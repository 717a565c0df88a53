import type { ViewedPage } from '@postroom/contract/page-view'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Adds one view. @param day in UK time, `2026-11-23` */
export const addView = (db: Db, page: ViewedPage, day: string) =>
  db
    .insertInto('page_view')
    .values({ page, day, views: 1 })
    .onConflict((known) => known.columns(['day', 'page']).doUpdateSet({ views: sql<number>`page_view.views + 1` }))
    .execute()

/** Views by page since a day, the most viewed page first. @param day in UK time, included */
export const viewsSince = (db: Db, day: string) =>
  db
    .selectFrom('page_view')
    .select(['page', sql<number>`sum(views)::bigint`.as('views')])
    .where('day', '>=', day)
    .groupBy('page')
    .orderBy('views', 'desc')
    .orderBy('page')
    .execute()

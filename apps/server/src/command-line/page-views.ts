import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { viewsSince } from '../features/page-views/page-view.store.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Today is one of them. */
const DAYS = 30

/** Prints how often each page was opened in the last 30 days, today included. */
export const showPageViews = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    const since = addDays(ukDateOf(new Date()), 1 - DAYS)
    const lines = (await viewsSince(db, since)).map(({ page, views }) => `  ${page}: ${views}\n`)
    return { text: `Views of pages since ${since}:\n${lines.join('')}`, exitCode: 0 }
  })

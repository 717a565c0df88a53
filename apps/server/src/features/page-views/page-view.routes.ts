import { countPageView } from '@postroom/contract/page-view'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { addView } from './page-view.store.ts'

/** Counts which pages are opened: a page and a day, nothing else. @see spec §9 */
export function pageViewRoutes(api: Api, context: Context): void {
  serve(api, countPageView, async ({ body }) => {
    await addView(context.db, body.page, ukDateOf(context.now()))
    return { counted: true as const }
  })
}

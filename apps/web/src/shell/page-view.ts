import type { ViewedPage } from '@postroom/contract/page-view'
import { COUNT_PAGE_VIEW } from '../api/calls-without-schemas.ts'
import { send } from '../api/send.ts'
import { PAGE_NAMES, PAGES } from '../pages.ts'

const OUTSIDE: Readonly<Record<string, ViewedPage>> = { '/login': 'login', '/reset': 'reset', '/error': 'error' }

/**
 * Counts that a page was opened, by its name only. A path that only leads on to another is not a page. A view that cannot be
 * counted is lost: nobody waits for it. @see spec §9
 */
export async function countView(path: string): Promise<void> {
  const page: ViewedPage | undefined = PAGE_NAMES.find((name) => path === `/app/${PAGES[name].path}`) ?? OUTSIDE[path]
  if (page) await send(COUNT_PAGE_VIEW, { body: { page } }, { keepalive: true }).catch(() => undefined)
}

import type { ReturnNarrowing, ReturnedItem } from '@postroom/contract/returned-item'
import { isCalendarDate } from '@postroom/domain/calendar'
import { RETURN_REASONS, type ReturnReason } from '@postroom/domain/post/returns'
import type { Days } from '../../ui/lists/period.ts'

/** What the list is narrowed to. It is the query of the page's URL, under the same names. */
export interface ReturnFilter extends Days {
  state: ReturnedItem['state']
  reason?: ReturnReason | undefined
}

/** The filter in a URL. What is not understood is left out: a link is never an error. */
export function filterIn(search: URLSearchParams): ReturnFilter {
  const day = (key: 'from' | 'to') => [search.get(key)].find((value) => value !== null && isCalendarDate(value))
  const from = day('from') ?? undefined
  const to = day('to') ?? undefined
  return {
    state: search.get('state') === 'done' ? 'done' : 'open',
    reason: RETURN_REASONS.find((reason) => reason === search.get('reason')),
    from,
    to: from !== undefined && to !== undefined && to < from ? undefined : to,
  }
}

/** The query of a URL; what is open is not named. */
export const queryOf = ({ state, reason, from, to }: ReturnFilter): Record<string, string> => ({
  ...(state === 'done' && { state }),
  ...(reason && { reason }),
  ...(from && { from }),
  ...(to && { to }),
})

/** The filter as the server reads it. */
export const narrowingOf = ({ state, reason, from, to }: ReturnFilter): Partial<ReturnNarrowing> => ({
  state,
  ...(reason && { reason }),
  ...(from && { dateFrom: from }),
  ...(to && { dateTo: to }),
})

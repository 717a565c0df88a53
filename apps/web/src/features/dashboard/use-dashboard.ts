import type { SpendingQuery } from '@postroom/contract/spending'
import { ukDateOf } from '@postroom/domain/calendar'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'
import { loadingOf } from '../../ui/lists/query-state.ts'
import { periodIn, presetAt } from './periods.ts'
import { saveSpending, spendingQuery } from './spending-queries.ts'

/** An id in the address; the server refuses anything else. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the address asks for, and the figures. */
export function useDashboard() {
  const [address, setAddress] = useSearchParams()
  const [today] = useState(() => ukDateOf(new Date()))
  const period = periodIn(address) ?? presetAt('this_month', today)
  const idIn = (name: string) => address.get(name)?.match(ID)?.[0]
  const [costcenter, person] = [idIn('costcenter'), idIn('person')]
  const query: SpendingQuery = { ...period, ...(costcenter && { costcenter }), ...(person && { person }) }
  const spending = useQuery(spendingQuery(query))
  // without a filter it is the same question; it names what can be chosen
  const whole = useQuery(spendingQuery(period))
  const save = useMutation({ mutationFn: () => saveSpending(query) })
  /** Changes parts of the address; an empty value removes one. */
  const ask = (change: Record<string, string>, how: NavigateOptions = {}) =>
    setAddress((before) => {
      const wanted = Object.entries({ ...Object.fromEntries(before), ...change }).filter(([, value]) => value !== '')
      return new URLSearchParams(wanted)
    }, how)
  return {
    today,
    period,
    query,
    spending: spending.data,
    choices: whole.data,
    ...loadingOf(spending),
    save,
    isTable: address.get('view') === 'table',
    /** Shows the bars or the table, at once: two presses of a key are two changes. */
    show: (view: 'chart' | 'table') => ask({ view: view === 'table' ? view : '' }, { replace: true, flushSync: true }),
    ask,
  }
}

import { useDeferredValue, useState } from 'react'
import { findRows } from './rows/find-rows.ts'
import { GROUPS, isInGroup, type Group, type QueueRow } from './rows/queue-row.ts'

/** A single letter would only make the table flicker while a scanner types. */
const NARROWS_FROM = 2

/** The rows in view: by state, cost centre and the text in the scan field. */
export function useFilter(rows: readonly QueueRow[]) {
  const [group, setGroup] = useState<Group>('all')
  const [costcenter, setCostcenter] = useState('')
  const [text, setText] = useState('')
  const typed = useDeferredValue(text.trim())
  const chosen = rows.filter((row) => isInGroup(row, group) && (costcenter === '' || row.costcenter === costcenter))
  const names = Object.keys(GROUPS) as Group[]
  return {
    group,
    setGroup,
    costcenter,
    setCostcenter,
    text,
    setText,
    visible: typed.length < NARROWS_FROM ? chosen : findRows(chosen, typed),
    /** How many rows each filter leaves. */
    counts: Object.fromEntries(
      names.map((name) => [name, rows.filter((row) => isInGroup(row, name)).length]),
    ) as Record<Group, number>,
    clear: () => {
      setGroup('all')
      setCostcenter('')
      setText('')
    },
  }
}
export type Filter = ReturnType<typeof useFilter>

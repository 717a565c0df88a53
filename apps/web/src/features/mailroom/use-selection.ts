import { useState } from 'react'
import { isOpen, type QueueRow } from './rows/queue-row.ts'

/** The rows chosen for a batch. Rows that a colleague takes meanwhile are left out. */
export function useSelection(visible: readonly QueueRow[]) {
  const [codes, setCodes] = useState<ReadonlySet<string>>(new Set())
  const open = visible.filter(isOpen)
  const rows = open.filter(({ code }) => codes.has(code))
  const isAll = open.length > 0 && rows.length === open.length
  return {
    rows,
    isAll,
    has: (code: string) => codes.has(code),
    toggle: (code: string) =>
      setCodes(
        (before) => new Set(before.has(code) ? [...before].filter((other) => other !== code) : [...before, code]),
      ),
    toggleAll: () => setCodes(new Set(isAll ? [] : open.map(({ code }) => code))),
    clear: () => setCodes(new Set()),
  }
}

import { useEffect, useRef, type RefObject } from 'react'

/**
 * The table to which the focus goes back once the drawer beside it is closed. Not before: the drawer follows the focus, so
 * the row that gets it would open it again.
 */
export function useFocusBack(isOpen: boolean): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) table.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return table
}

import { useEffect, useRef } from 'react'

/** Alt and a digit choose a row of a list, 1 for the first, wherever the focus is on the page. */
export function useRowKeys<Row>(rows: readonly Row[], onChoose: (row: Row) => void): void {
  const current = useRef({ rows, onChoose })
  useEffect(() => {
    current.current = { rows, onChoose }
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // the place of the key: with Alt, a Mac types another character
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || digit === undefined) return
      event.preventDefault()
      const row = current.current.rows[Number(digit) - 1]
      if (row !== undefined) current.current.onChoose(row)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}

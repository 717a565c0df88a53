import { useEffect, useState } from 'react'

/** The latest value that stayed unchanged for `delayMs`. Values are compared by their JSON. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  const name = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the key represents the value, which is a new object at every render
  }, [name, delayMs])
  return settled
}

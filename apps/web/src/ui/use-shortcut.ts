import { useEffect, useRef } from 'react'

/** Runs `act` when a key is pressed together with Ctrl, or with ⌘ on a Mac, wherever the focus is on the page. */
export function useShortcut(key: string, act: () => void): void {
  const current = useRef(act)
  useEffect(() => {
    current.current = act
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== key || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      current.current()
    }
    // captured before the controls, some of which stop the keys they handle
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [key])
}

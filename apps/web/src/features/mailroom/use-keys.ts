import { useEffect, useRef } from 'react'

/** Keys with Alt, by the code of the key: on some keyboards Alt changes the character. `digit` counts from 1. */
export interface AltKeys {
  KeyW: () => void
  KeyS: () => void
  KeyX: () => void
  KeyP: () => void
  KeyB: () => void
  KeyO: () => void
  digit: (digit: number) => void
}

/** Acts by keys with Alt, wherever the focus is, so that nothing a scanner types sets one off. */
export function useAltKeys(keys: AltKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      const act = digit === undefined ? actOf(latest.current, event.code) : () => latest.current.digit(Number(digit))
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [])
}

const actOf = ({ digit: _digits, ...acts }: AltKeys, code: string): (() => void) | undefined =>
  code in acts ? acts[code as keyof typeof acts] : undefined

/** Gives the focus back to a field whenever it would get lost, as after a press on the page; not where a keyboard would cover it. */
export function useFocusKept(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return undefined
    const focus = () => field.current?.focus({ preventScroll: true })
    const later = () =>
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body) focus()
      })
    focus()
    document.addEventListener('focusout', later)
    document.addEventListener('pointerup', later)
    return () => {
      document.removeEventListener('focusout', later)
      document.removeEventListener('pointerup', later)
    }
  }, [field])
}

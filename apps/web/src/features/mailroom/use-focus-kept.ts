import { useEffect } from 'react'

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

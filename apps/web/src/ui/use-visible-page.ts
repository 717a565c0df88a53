import { useEffect } from 'react'

/**
 * Keeps the page in the accessibility tree while a list is open. The library hides everything outside of the list, but
 * the controls stay reachable by Tab, so a screen reader would reach a control it cannot read.
 *
 * @returns a handler for `onOpenChange`, which runs before the library hides the page
 */
export function useVisiblePage(): (isOpen: boolean) => void {
  useEffect(() => () => keepVisible(false), [])
  return keepVisible
}

function keepVisible(isOpen: boolean): void {
  for (const part of document.body.children) part.toggleAttribute('data-react-aria-top-layer', isOpen)
}

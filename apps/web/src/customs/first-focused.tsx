import { useContext, useEffect, useRef } from 'react'
import { ComboBoxStateContext, type ComboBoxState } from 'react-aria-components'

/** Marks the first row of an open list whenever the text or that row changes, so that Enter chooses it. */
export function FirstFocused({ text }: { text: string }) {
  const state = useContext(ComboBoxStateContext)
  const shown = useRef<unknown[]>([])
  useEffect(() => {
    if (!state?.isOpen) return
    const { collection, selectionManager } = state
    const { focusedKey } = selectionManager
    const first = firstRow(collection)
    const [oldText, oldFirst] = shown.current
    const isNew = text !== oldText || first !== oldFirst
    shown.current = [text, first]
    // the library takes the mark away while the user types
    if (first !== null && (isNew || focusedKey === null || !collection.getItem(focusedKey)))
      selectionManager.setFocusedKey(first)
  })
  return null
}

/** The first row, which may be inside a section. */
function firstRow(collection: ComboBoxState<unknown>['collection']): string | number | null {
  let key = collection.getFirstKey()
  while (key !== null && collection.getItem(key)?.type !== 'item') key = collection.getKeyAfter(key)
  return key
}

import { useContext, useEffect } from 'react'
import { ComboBoxStateContext, type ComboBoxState } from 'react-aria-components'

/** Marks the first row of an open list, so that Enter chooses it. */
export function FirstFocused() {
  const state = useContext(ComboBoxStateContext)
  useEffect(() => {
    if (!state?.isOpen) return
    const { focusedKey } = state.selectionManager
    if (focusedKey === null || !state.collection.getItem(focusedKey))
      state.selectionManager.setFocusedKey(firstRow(state.collection))
  })
  return null
}

/** The first row, which may be inside a section. */
function firstRow(collection: ComboBoxState<unknown>['collection']): string | number | null {
  let key = collection.getFirstKey()
  while (key !== null && collection.getItem(key)?.type !== 'item') key = collection.getKeyAfter(key)
  return key
}

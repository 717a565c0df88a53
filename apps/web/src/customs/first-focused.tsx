import { useContext, useEffect } from 'react'
import { ComboBoxStateContext, type ComboBoxState } from 'react-aria-components'

/** Marks the first row of an open list whenever the text or that row changes, so that Enter chooses it. */
export function FirstFocused({ text }: { text: string }) {
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen ?? false
  const manager = state?.selectionManager
  const first = state ? firstRow(state.collection) : null
  useEffect(() => {
    if (isOpen && first !== null) manager?.setFocusedKey(first)
    // oxlint-disable-next-line react/exhaustive-deps -- the manager is new in each render; arrows may move on from the first row
  }, [isOpen, first, text])
  return null
}

/** The first row, which may be inside a section. */
function firstRow(collection: ComboBoxState<unknown>['collection']): string | number | null {
  let key = collection.getFirstKey()
  while (key !== null && collection.getItem(key)?.type !== 'item') key = collection.getKeyAfter(key)
  return key
}

import { useContext, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { ComboBoxStateContext, Group } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './combo-group.module.css'
import field from './field.module.css'

/**
 * The frame around the input of a combo box. It marks the first row while the user types, and Enter chooses that row
 * even where the list is not there: it closes when the page moves, and fetched rows can come after the key. It opens the
 * list again once for each text, since the page also moves by itself when it makes room for something.
 */
export function ComboGroup(props: {
  /** What the user has typed. Undefined: no row is marked. */
  text: string | undefined
  /** The key of the first row; undefined while there is none. */
  first: string | undefined
  /** Enter waits for the first row. */
  isFetching?: boolean
  onChoose: (key: string) => void
  /** Tab goes on without choosing the marked row. */
  isLeftByTab?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const { text, first, isFetching = false, onChoose, isLeftByTab = false, className, children } = props
  const state = useContext(ComboBoxStateContext)
  const marked = useRef<{ text?: string | undefined; first?: string | undefined }>({})
  // an arrow or Escape has been pressed since: the first row may not be the one that is meant
  const hasMoved = useRef(false)
  const isAwaited = useRef(false)
  const wasOpen = useRef(false)
  // `possible`: no key has closed the list for the present text; `due`: the page has
  const reopening = useRef<'possible' | 'due' | 'done'>('possible')

  useEffect(() => {
    if (text !== marked.current.text) reopening.current = 'possible'
    const isClosed = wasOpen.current && state?.isOpen === false && state.isFocused
    if (isClosed && reopening.current === 'possible') reopening.current = 'due'
    wasOpen.current = state?.isOpen === true
    if (reopening.current !== 'due' || text === undefined || first === undefined) return
    reopening.current = 'done'
    state?.open(null, 'input')
  })
  useEffect(() => {
    const before = marked.current
    marked.current = { text, first }
    if (text !== before.text) hasMoved.current = isAwaited.current = false
    if (text === undefined || first === undefined || !state?.isOpen || !state.collection.getItem(first)) return
    const { focusedKey } = state.selectionManager
    const isGone = focusedKey === null || !state.collection.getItem(focusedKey)
    const isNew = text !== before.text || first !== before.first
    if (isGone || (isNew && !hasMoved.current)) state.selectionManager.setFocusedKey(first)
  })
  useEffect(() => {
    if (!isAwaited.current || first === undefined || isFetching) return
    isAwaited.current = false
    onChoose(first)
  })

  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' || key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true
    if (hasMoved.current || key === 'Tab' || key === 'Enter') reopening.current = 'done'
    if (key === 'Tab' && isLeftByTab) return state?.selectionManager.setFocusedKey(null)
    if (key !== 'Tab' && key !== 'Enter') return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return
    // the library chooses the marked row
    if (!text || hasMoved.current || (state?.isOpen && state.selectionManager.focusedKey !== null)) return
    if (first !== undefined && !isFetching) onChoose(first)
    else if (key === 'Enter' && isFetching) isAwaited.current = true
    else return
    if (key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <Group className={classNames(field.box, className)}>
      <div className={css.inside} onKeyDownCapture={onKey} onBlur={() => (isAwaited.current = false)}>
        {children}
      </div>
    </Group>
  )
}

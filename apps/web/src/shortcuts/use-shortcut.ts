import { useEffect, useRef, type KeyboardEvent as FieldEvent } from 'react'
import { useLists } from './listed-shortcuts.ts'
import { keyPressed, SHORTCUTS, type ShortcutName } from './shortcuts.ts'

/** One that is closing is still on the page for a moment. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-exiting] *)'

/** Never part of a text. */
const FUNCTION_KEY = /^F\d+$/

/** `key` is the place of the pressed key among those of the shortcut, from 0. */
export type Act = (key: number) => void
export type Acts = Readonly<Partial<Record<ShortcutName, Act>>>

/** Runs `act` when the shortcut is pressed, wherever the focus is on the page, but not behind a dialog. */
export function useShortcut(name: ShortcutName, act: Act): void {
  useShortcuts({ [name]: act })
}

/** Several shortcuts of one page. The names stay the same. */
export function useShortcuts(acts: Acts): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useLists(namesIn(acts))
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.repeat || document.querySelector(OPEN_DIALOG)) return
      const isCharacter = !event.ctrlKey && !event.metaKey && !event.altKey && !FUNCTION_KEY.test(event.key)
      const isTyped = isCharacter && isTyping(event.target)
      if (!isTyped && actOn(latest.current, event)) event.preventDefault()
    }
    // captured before the controls, some of which stop the keys they handle
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [])
}

/** The keys of one field, for its `onKeyDown`. @param other any other key was pressed */
export function useFieldKeys(acts: Acts, other: () => void): (event: FieldEvent) => void {
  useLists(namesIn(acts))
  return (event) => {
    if (actOn(acts, event)) event.preventDefault()
    else other()
  }
}

const namesIn = (acts: Acts) => Object.keys(acts) as ShortcutName[]

function actOn(acts: Acts, event: KeyboardEvent | FieldEvent): boolean {
  for (const name of namesIn(acts)) {
    const key = keyPressed(SHORTCUTS[name], event)
    if (key < 0) continue
    acts[name]?.(key)
    return true
  }
  return false
}

/** In a field, a character is text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]')

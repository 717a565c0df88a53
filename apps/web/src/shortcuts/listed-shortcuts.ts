import { useEffect, useSyncExternalStore } from 'react'
import type { ShortcutName } from './shortcuts.ts'

/** The shortcuts that act now. Each part of a page lists its own while it is open. */
let listed: readonly ShortcutName[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShortcutName[]): void {
  listed = next
  listeners.forEach((listener) => listener())
}

/** While mounted, these shortcuts act. */
export function useLists(names: readonly ShortcutName[]): void {
  const key = names.join(' ')
  useEffect(() => {
    const own = key.split(' ') as ShortcutName[]
    change([...listed, ...own])
    return () => change(own.reduce((left, name) => left.toSpliced(left.indexOf(name), 1), listed))
  }, [key])
}

export const useListedShortcuts = (): readonly ShortcutName[] => useSyncExternalStore(watch, () => listed)

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

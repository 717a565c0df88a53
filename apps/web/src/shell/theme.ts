import { useSyncExternalStore } from 'react'

/** `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const SAVED = 'postroom.theme'
const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

export const savedTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(SAVED)) ?? 'system'

function show(): void {
  const theme = savedTheme()
  const shown = theme === 'system' ? (darkSystem().matches ? 'dark' : 'light') : theme
  document.documentElement.dataset['theme'] = shown
}

/** Applies the saved theme, or follows the operating system. Call it before the first render. */
export function startTheme(): void {
  show()
  darkSystem().addEventListener('change', show)
}

/** Applies a theme and saves it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(SAVED, theme)
  show()
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The saved theme, wherever on the page it is chosen. */
export const useTheme = (): Theme => useSyncExternalStore(watch, savedTheme)

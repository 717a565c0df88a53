/** `system` follows the setting of the computer. */
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

/** Shows the saved theme, and follows the computer while none is saved. To be called before the first render. */
export function startTheme(): void {
  show()
  darkSystem().addEventListener('change', show)
}

/** Shows a theme now and on the next visit. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(SAVED, theme)
  show()
}

import { Monitor, Moon, Sun } from 'lucide-react'

/** The icon of each theme. */
export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon }

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseTheme, savedTheme, startTheme } from './theme.ts'

let kept: Map<string, string>
let dataset: Record<string, string>
const system = Object.assign(new EventTarget(), { matches: false })

beforeEach(() => {
  kept = new Map()
  dataset = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('matchMedia', (query: string) => (query === '(prefers-color-scheme: dark)' ? system : undefined))
})
afterEach(() => vi.unstubAllGlobals())

function computerTurns(isDark: boolean): void {
  system.matches = isDark
  system.dispatchEvent(new Event('change'))
}

it('follows the operating system until a theme is chosen', () => {
  system.matches = true
  startTheme()
  expect([savedTheme(), dataset['theme']]).toEqual(['system', 'dark'])
  computerTurns(false)
  expect(dataset['theme']).toBe('light')
  chooseTheme('dark')
  expect([savedTheme(), dataset['theme']]).toEqual(['dark', 'dark'])
  computerTurns(true)
  computerTurns(false)
  expect(dataset['theme']).toBe('dark')
  chooseTheme('light')
  computerTurns(true)
  expect(dataset['theme']).toBe('light')
})

it('applies the saved theme', () => {
  kept.set('postroom.theme', 'dark')
  system.matches = false
  startTheme()
  expect(dataset['theme']).toBe('dark')
})

it('ignores a saved value that is not a theme', () => {
  kept.set('postroom.theme', 'pink')
  expect(savedTheme()).toBe('system')
})

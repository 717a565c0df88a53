/** Keys that act, wherever the focus is or in one field. */
export interface Shortcut {
  /** Ctrl is ⌘ too, for a Mac. */
  with?: 'Ctrl' | 'Alt' | 'Shift'
  /** The names that the browser gives them, letters as capitals. The act gets the place of the pressed key. */
  keys: readonly string[]
  /** It acts on every page, not only on the one that is open. */
  isEverywhere?: true
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

const TABLE = {
  buy: { with: 'Ctrl', keys: ['Enter'] },
  go_on: { with: 'Ctrl', keys: ['Enter'] },
  service: { with: 'Alt', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
  reason: { with: 'Alt', keys: ['1', '2', '3', '4', '5', '6', '7'] },
  queue_buy: { keys: ['Enter'] },
  queue_move: { keys: ['ArrowUp', 'ArrowDown'] },
  queue_weight: { with: 'Alt', keys: ['W'] },
  queue_service: { with: 'Alt', keys: ['S'] },
  queue_select: { with: 'Alt', keys: ['X'] },
  queue_buy_selected: { with: 'Alt', keys: ['B'] },
  queue_problem: { with: 'Alt', keys: ['P'] },
  queue_open: { with: 'Alt', keys: ['O'] },
  queue_leave: { keys: ['Escape'] },
  sheet_move: { keys: ARROWS },
  sheet_choose: { keys: [' '] },
  sheet_extend: { with: 'Shift', keys: ARROWS },
  sheet_use: { keys: ['U'] },
  list_search: { keys: ['/'] },
  drawer_before: { keys: ['K'] },
  drawer_next: { keys: ['J'] },
  drawer_close: { keys: ['Escape'] },
  search: { with: 'Ctrl', keys: ['K'], isEverywhere: true },
  help: { keys: ['F1'], isEverywhere: true },
  shortcuts: { keys: ['?'], isEverywhere: true },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof TABLE

/** Every shortcut, in the order of their list. Its text is `shortcuts.act.{name}`. */
export const SHORTCUTS: Readonly<Record<ShortcutName, Shortcut>> = TABLE

export const SHORTCUT_NAMES = Object.keys(TABLE) as ShortcutName[]

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Which key of a shortcut is pressed, from 0; -1 for none. */
export function keyPressed({ with: held, keys }: Shortcut, event: Press): number {
  const isCtrl = event.ctrlKey || event.metaKey
  if (isCtrl !== (held === 'Ctrl') || event.altKey !== (held === 'Alt')) return -1
  if (held !== undefined && event.shiftKey !== (held === 'Shift')) return -1
  // the place of the key: with Alt, a Mac types another character
  if (held === 'Alt') return keys.findIndex((key) => event.code === `Key${key}` || event.code === `Digit${key}`)
  return keys.findIndex((key) => event.key.toUpperCase() === key.toUpperCase())
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** The keys as they are written: `Ctrl Enter`, `Alt 1–9`, `↑ ↓`. Those with a name of their own have a text `shortcuts.key.{key}`. */
export function shownKeys({ with: held, keys }: Shortcut): string[] {
  const isRange = keys.length > ARROWS.length
  const shown = isRange ? [`${keys[0]}–${keys.at(-1)}`] : keys.map((key) => SHOWN[key] ?? key)
  return held === undefined ? shown : [held, ...shown]
}

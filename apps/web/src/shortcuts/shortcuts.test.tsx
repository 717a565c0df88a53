import { fireEvent, screen, within } from '@testing-library/dom'
import { expect, it, onTestFinished, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { useLists } from './listed-shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useFieldKeys, useShortcut } from './use-shortcut.ts'
import { keyPressed, SHORTCUTS, shownKeys, type ShortcutName } from './shortcuts.ts'

const NOTHING_HELD = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each<[ShortcutName, Partial<KeyboardEvent>, number]>([
  ['buy', { key: 'Enter', ctrlKey: true }, 0],
  ['buy', { key: 'Enter', metaKey: true }, 0],
  ['buy', { key: 'Enter' }, -1],
  ['buy', { key: 'Enter', ctrlKey: true, altKey: true }, -1],
  ['buy', { key: 'Enter', ctrlKey: true, shiftKey: true }, -1],
  ['search', { key: 'k', ctrlKey: true }, 0],
  ['service', { key: '¡', code: 'Digit1', altKey: true }, 0],
  ['service', { key: '9', code: 'Digit9', altKey: true }, 8],
  ['service', { key: '0', code: 'Digit0', altKey: true }, -1],
  ['service', { key: '1', code: 'Digit1' }, -1],
  ['queue_weight', { key: '∑', code: 'KeyW', altKey: true }, 0],
  ['queue_move', { key: 'ArrowUp' }, 0],
  ['queue_move', { key: 'ArrowDown' }, 1],
  ['shortcuts', { key: '?', shiftKey: true }, 0],
  ['sheet_extend', { key: 'ArrowDown', shiftKey: true }, 1],
  ['sheet_extend', { key: 'ArrowDown' }, -1],
])('%s and %j: key %i', (name, event, key) =>
  expect(keyPressed(SHORTCUTS[name], { key: '', code: '', ...NOTHING_HELD, ...event })).toBe(key),
)

test.each<[ShortcutName, string]>([
  ['buy', 'Ctrl Enter'],
  ['service', 'Alt 1–9'],
  ['queue_move', '↑ ↓'],
  ['queue_leave', 'Esc'],
  ['sheet_extend', 'Shift ↑ ↓ ← →'],
  ['sheet_choose', 'Space'],
  ['shortcuts', '?'],
])('%s is written %s', (name, written) => expect(shownKeys(SHORTCUTS[name]).join(' ')).toBe(written))

function Shortcut({ of = 'buy', act }: { of?: ShortcutName; act: () => void }) {
  useShortcut(of, act)
  return <input />
}
const press = (init: KeyboardEventInit) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...init })

it('runs the latest act, once per press, and stops with its page', () => {
  const [first, act] = [vi.fn<() => void>(), vi.fn<() => void>()]
  show(<Shortcut act={first} />)
  show(<Shortcut act={act} />)
  expect(press({})).toBe(true)
  expect(press({ ctrlKey: true, repeat: true })).toBe(true)
  expect(act).not.toHaveBeenCalled()
  expect(press({ ctrlKey: true })).toBe(false)
  expect(press({ metaKey: true })).toBe(false)
  expect(act).toHaveBeenCalledTimes(2)
  expect(first).not.toHaveBeenCalled()
  show(<input />)
  press({ ctrlKey: true })
  expect(act).toHaveBeenCalledTimes(2)
})

it.each<[ShortcutName[], string[]]>([
  [
    ['buy', 'search'],
    ['On this page', 'On every page'],
  ],
  [['search'], ['On every page']],
  [['buy'], ['On this page']],
])('the list of %j has the headings %j', async (names, headings) => {
  const Page = () => {
    useLists(names)
    return <ShortcutsDialog isOpen onClose={() => {}} />
  }
  show(<Page />)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(headings)
})

it('works in a control that stops its keys', () => {
  const act = vi.fn<() => void>()
  show(<Shortcut act={act} />)
  screen.getByRole('textbox').addEventListener('keydown', (event) => event.stopPropagation())
  press({ ctrlKey: true })
  expect(act).toHaveBeenCalledOnce()
})

it.each([
  ['does not act behind a dialog', '<div role="dialog"></div>', 0],
  ['does not act behind an alert dialog', '<div role="alertdialog"></div>', 0],
  ['acts again while a dialog closes', '<div data-exiting><div role="dialog"></div></div>', 1],
])('%s', (_rule, dialog, times) => {
  const act = vi.fn<() => void>()
  show(<Shortcut act={act} />)
  const overlay = document.createElement('div')
  overlay.innerHTML = dialog
  document.body.append(overlay)
  onTestFinished(() => overlay.remove())
  press({ ctrlKey: true })
  expect(act).toHaveBeenCalledTimes(times)
})

it('a character is text in a field, and a shortcut elsewhere', () => {
  const act = vi.fn<() => void>()
  show(<Shortcut of="shortcuts" act={act} />)
  expect(press({ key: '?' })).toBe(true)
  expect(act).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: '?' })
  expect(act).toHaveBeenCalledOnce()
})

function Field({ move, other }: { move: (key: number) => void; other: () => void }) {
  return <input onKeyDown={useFieldKeys({ queue_move: move }, other)} />
}

it('in a field its own keys act, and every other key runs the other act', () => {
  const [move, other] = [vi.fn<(key: number) => void>(), vi.fn<() => void>()]
  show(<Field move={move} other={other} />)
  expect(press({ key: 'ArrowDown' })).toBe(false)
  expect(press({ key: 'a' })).toBe(true)
  expect(move.mock.calls).toEqual([[1]])
  expect(other).toHaveBeenCalledOnce()
})

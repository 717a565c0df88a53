import type { PageCode } from '@postroom/contract/page-code'
import { expect, it } from 'vitest'
import { i18next } from '../../i18n.ts'
import { testPageLink } from './test-page-link.ts'
import type { TestPage } from './use-test-page.ts'

const again = () => {}
const [SQUARE, BARS] = [
  { format: 'DataMatrix', text: 'PAGE' },
  { format: 'Code128', text: 'TEST' },
] as const
const aPage = (state: TestPage['state'], codes?: readonly PageCode[]): TestPage => ({
  kind: 'shipping',
  printer: 'Virtual printer',
  at: Date.parse('2026-11-25T12:00:00Z'),
  drawn: [SQUARE, BARS],
  state,
  offset: { x_mm: 0, y_mm: 0 },
  ...(codes && { read: { dpi: 203, width_dots: 1, height_dots: 1, codes: [...codes] } }),
})

it.each([
  [aPage('reading'), 'wait', 'Decoding what was sent', ''],
  [aPage('no_dots'), 'fine', 'the printer draws pages itself', ''],
  [aPage('no_answer'), 'fine', 'not read back', ''],
  [aPage('read', [SQUARE, BARS]), 'fine', '2 of 2 codes read back', ', 203 dpi'],
  [aPage('read', [BARS]), 'bad', '1 of 2 codes read back', ', 203 dpi'],
  [aPage('read', []), 'bad', '0 of 2 codes read back', ', 203 dpi'],
  [aPage('read', [{ ...SQUARE, text: 'TEST' }, BARS]), 'bad', '1 of 2 codes read back', ', 203 dpi'],
  [aPage('read', [{ ...BARS, text: 'PAGE' }, BARS]), 'bad', '1 of 2 codes read back', ', 203 dpi'],
])('a test page %#', (page, state, found, dpi) => {
  expect(testPageLink(page, again, i18next)).toEqual({
    id: 'test-page',
    name: 'Test page',
    state,
    words: `printed at 12:00, ${found}`,
    facts: `${found}${dpi}`,
    ...(state === 'bad' && { fault: 'Not readable', remedy: { words: 'Print it again', act: again } }),
  })
})

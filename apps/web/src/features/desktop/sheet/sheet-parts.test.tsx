import { LABEL_STOCKS } from '@postroom/domain/media/label-stock'
import { fireEvent, screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { i18next } from '../../../i18n.ts'
import { show, WithValue } from '../../../testing/show.tsx'
import { CountField } from './count-field.tsx'
import { PlaceKeys } from './place-keys.tsx'
import { PlaceLegend } from './place-legend.tsx'
import { placeText } from './place-text.ts'
import { SheetPicker } from './sheet-picker.tsx'

const sheet = (name: string) => LABEL_STOCKS.find((stock) => stock.name === name)!
const [TWO, THREE, DOUBLE] = ['L7163', 'L7159', 'Hovat'].map(sheet) as [
  ReturnType<typeof sheet>,
  ReturnType<typeof sheet>,
  ReturnType<typeof sheet>,
]
const ONE = { ...TWO, columns: 1 }

it.each([
  [TWO, 0, [], 'Row 1, left. Free.'],
  [TWO, 13, [], 'Row 7, right. Free.'],
  [THREE, 4, [], 'Row 2, middle. Free.'],
  [THREE, 5, [], 'Row 2, right. Free.'],
  [ONE, 3, [], 'Row 4. Free.'],
  [TWO, 6, [], 'Row 4, left. Used.'],
  [TWO, 4, [2, 4, 5], 'Row 3, left. Chosen, label 2 of 3.'],
  [DOUBLE, 4, [4, 5, 8, 9], 'Row 3, left. Chosen, label 1 of 2.'],
  [DOUBLE, 5, [4, 5, 8, 9], 'Row 3, right. Chosen, label 1 of 2.'],
  [DOUBLE, 8, [4, 5, 8], 'Row 5, left. Chosen, label 2 of 2.'],
])('a place is described: %#', (stock, place, chosen, text) =>
  expect(placeText({ stock, used: [6], chosen }, place, i18next.t)).toBe(text),
)

it.each([
  [[4], [], undefined, ['1 chosenrow 3', '13 free']],
  [[4, 5], [0], undefined, ['2 chosenrow 3', '11 free', '1 used']],
  [[4, 5, 6], [0, 1], '2026-11-20', ['3 chosenrows 3 to 4', '9 free', '2 usedlast printed on Fri 20 Nov']],
  [[], [], '2026-11-20', ['0 chosen', '14 free']],
])('the legend counts places: %#', (chosen, used, printedOn, rows) => {
  show(<PlaceLegend stock={TWO} chosen={chosen} used={used} printedOn={printedOn} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(rows)
  expect(document.querySelectorAll('i[aria-hidden=true]')).toHaveLength(rows.length)
})

it('lists the keys of the sheet', () => {
  show(<PlaceKeys />)
  expect([...document.querySelectorAll('#sheet-keys > span')]).toHaveLength(4)
})

it('takes a typed number as far as it fits, and shows the chosen one again afterwards', async () => {
  const counted = vi.fn<(count: number) => void>()
  const user = show(<CountField count={2} most={12} onCount={counted} />)
  const field = screen.getByRole('textbox', { name: 'Labels' })
  expect(field).toHaveAttribute('maxlength', '3')
  expect(field).toHaveValue('2')
  const wrong: string[] = []
  for (const text of ['12', '13', '1.', '-1', 'x', '']) {
    await user.clear(field)
    if (text) await user.type(field, text)
    if (field.getAttribute('aria-invalid') === 'true') wrong.push(text)
  }
  expect(wrong).toEqual(['13'])
  expect(counted.mock.calls.map(([count]) => count)).toEqual([1, 12, 1, 1])
  await user.tab()
  expect(field).toHaveValue('2')
})

const draw = (stock = TWO, initial: number[] = [4], used: number[] = []) => {
  const [chose, marked] = [vi.fn<(chosen: number[]) => void>(), vi.fn<(used: number[]) => void>()]
  const user = show(
    <WithValue initial={initial}>
      {(chosen, change) => (
        <WithValue initial={4}>
          {(focus, onFocus) => (
            <SheetPicker
              stock={stock}
              used={used}
              chosen={chosen}
              onChoose={(next) => {
                chose(next)
                change(next)
              }}
              onUse={marked}
              focus={focus}
              onFocus={onFocus}
            />
          )}
        </WithValue>
      )}
    </WithValue>,
  )
  return { user, chose, marked }
}
const cell = (name: RegExp) => screen.getByRole('gridcell', { name })
const numbers = (element: Element | null | undefined, ...names: string[]) =>
  names.map((name) => Number(element?.getAttribute(name)))

it('draws a chosen place with its ring, its mark and its number, to scale', () => {
  draw(TWO, [4, 5])
  const [ring, label] = cell(/^Row 3, right/).querySelectorAll('rect')
  expect(numbers(ring, 'x', 'y', 'width', 'height', 'rx')).toEqual([-1200, -1200, 101_460, 40_500, 5200])
  expect(numbers(label, 'x', 'y', 'width', 'height', 'rx')).toEqual([700, 700, 97_660, 36_700, 4000])
  const mark = cell(/^Row 3, right/).querySelector('path')!
  expect(mark).toHaveAttribute('transform', 'translate(6000 7550) scale(2300)')
  const squares = mark.getAttribute('d')!.split('M').slice(1)
  expect([squares.length, squares[0], squares.at(-1)]).toEqual([59, '0 0h1v1h-1z', '9 9h1v1h-1z'])
  const number = cell(/^Row 3, right/).querySelector('text')
  expect(number).toHaveTextContent('2')
  expect(numbers(number, 'x', 'y', 'font-size')).toEqual([93_060, 19_050, 12_000])
  expect(cell(/^Row 1, left/).querySelector('path')).toBeNull()
  const pattern = document.querySelector('pattern')
  expect(numbers(pattern, 'width', 'height')).toEqual([6000, 6000])
  expect([...pattern!.querySelectorAll('rect')].map((line) => numbers(line, 'width', 'height'))).toEqual([
    [6000, 6000],
    [1200, 6000],
  ])
})

it('draws a smaller mark on a lower label', () => {
  draw(THREE, [0])
  expect(cell(/^Row 1, left/).querySelector('path')).toHaveAttribute('transform', 'translate(6000 6000) scale(2186)')
})

it('draws one number for both places of a double label', () => {
  draw(DOUBLE, [4, 5, 6, 7])
  expect([...document.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['1', '1', '2', '2'])
})

it('leaves keys of the browser alone, and takes a capital letter', () => {
  const { chose, marked } = draw()
  const grid = screen.getByRole('grid')
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    expect(fireEvent.keyDown(grid, { key: ' ', [held]: true })).toBe(true)
  expect(fireEvent.keyDown(grid, { key: 'Tab' })).toBe(true)
  expect([chose, marked].map(({ mock }) => mock.calls)).toEqual([[], []])
  expect(fireEvent.keyDown(grid, { key: 'U' })).toBe(false)
  expect(marked.mock.calls).toEqual([[[4]]])
  expect(chose.mock.calls).toEqual([[[]]])
  expect(grid).toHaveAttribute('tabindex', '-1')
  expect(grid).toHaveAttribute('aria-multiselectable', 'true')
})

/** Whether a place looks used, and whether chosen. */
const looks = (name: RegExp) => ['used', 'chosen'].map((look) => cell(name).classList.toString().includes(look))

it('makes a used place free again, which chooses nothing', () => {
  const { chose, marked } = draw(TWO, [], [2, 4, 6])
  fireEvent.keyDown(screen.getByRole('grid'), { key: 'u' })
  expect(marked.mock.calls).toEqual([[[2, 6]]])
  expect(chose).not.toHaveBeenCalled()
  expect(looks(/^Row 2, left/)).toEqual([true, false])
  expect(looks(/^Row 1, left/)).toEqual([false, false])
})

it('extends from where the choice began, until an arrow key begins another', async () => {
  const { user, chose } = draw(TWO, [])
  await user.click(cell(/^Row 2, left/))
  await user.keyboard('{Shift>}')
  await user.click(cell(/^Row 2, right/))
  await user.click(cell(/^Row 1, right/))
  await user.keyboard('{/Shift}')
  expect(chose.mock.lastCall).toEqual([[1, 2, 3]])
  await user.keyboard('{End}{PageDown}{Shift>}{ArrowLeft}{/Shift}')
  expect(chose.mock.lastCall).toEqual([[1, 2, 3, 12, 13]])
  expect(cell(/^Row 7, left/)).toHaveFocus()
})

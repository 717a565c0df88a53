import { fireEvent, screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { Field } from './field-queries.ts'
import { FieldOrder } from './field-order.tsx'

const fields = ['Order', 'Job', 'Desk'].map((label): Field => ({ label, required: false, choices: [], pattern: '' }))
const handle = (label: string) => screen.getByRole('button', { name: `Move: ${label}` })
const shown = () => screen.getAllByRole('button', { name: /^Move:/ }).map((each) => each.getAttribute('aria-label'))
/** Fires an event, after which the page is drawn again. */
async function fire(type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel', of: Element, init = {}) {
  fireEvent[type](of, init)
  await new Promise(requestAnimationFrame)
}
const ORDER = ['Move: Order', 'Move: Job', 'Move: Desk']

function open() {
  const reordered = vi.fn<(fields: Field[]) => void>()
  const user = show(
    <FieldOrder fields={fields} chosen={undefined} isLocked={false} onChoose={() => {}} onReorder={reordered} />,
  )
  return { user, orders: () => reordered.mock.calls.map(([order]) => order.map(({ label }) => label)) }
}

it('an arrow at either end, or without a lifted field, moves nothing; a field put down in its place saves nothing', async () => {
  const { user, orders } = open()
  handle('Order').focus()
  await user.keyboard('{ArrowDown}')
  expect(shown()).toEqual(ORDER)
  await user.keyboard(' {ArrowUp}')
  expect(shown()).toEqual(ORDER)
  expect(screen.getByText('Order is lifted, at position 1 of 3.')).toBeInTheDocument()
  expect(handle('Order')).toHaveAttribute('aria-pressed', 'true')
  await user.keyboard(' ')
  expect(screen.getByText('Order stays at position 1 of 3.')).toBeInTheDocument()
  expect(handle('Order')).toHaveAttribute('aria-pressed', 'false')
  expect(orders()).toEqual([])
})

it('is dragged by the pointer to the row below it', async () => {
  const { orders } = open()
  for (const [index, row] of screen.getAllByRole('listitem').entries())
    row.getBoundingClientRect = () => ({ bottom: 40 * (index + 1) }) as DOMRect
  const dragged = handle('Order')
  const captured = vi.fn<(id: number) => void>()
  dragged.setPointerCapture = captured
  await fire('pointerDown', dragged, { pointerId: 7, buttons: 1, clientY: 20 })
  expect(captured).toHaveBeenCalledWith(7)
  await fire('pointerMove', dragged, { buttons: 0, clientY: 100 })
  expect(shown()).toEqual(ORDER)
  await fire('pointerMove', dragged, { buttons: 1, clientY: 500 })
  expect(shown()).toEqual(ORDER)
  await fire('pointerMove', dragged, { buttons: 1, clientY: 60 })
  expect(shown()).toEqual(['Move: Job', 'Move: Order', 'Move: Desk'])
  await fire('pointerUp', dragged)
  expect(orders()).toEqual([['Job', 'Order', 'Desk']])
})

it('is put back when the browser takes the pointer away', async () => {
  const { orders } = open()
  const dragged = handle('Job')
  dragged.setPointerCapture = () => {}
  await fire('pointerDown', dragged, { buttons: 1 })
  fireEvent.keyDown(dragged, { key: 'ArrowDown' })
  await new Promise(requestAnimationFrame)
  expect(shown()).toEqual(['Move: Order', 'Move: Desk', 'Move: Job'])
  await fire('pointerCancel', dragged)
  expect(shown()).toEqual(ORDER)
  expect(screen.getByText('Job is back in its place.')).toBeInTheDocument()
  expect(orders()).toEqual([])
})

it('leaves other keys to the browser, and a pointer that lifted nothing moves nothing', async () => {
  const { orders } = open()
  const handled = handle('Job')
  expect(fireEvent.keyDown(handled, { key: 'x' })).toBe(true)
  expect(fireEvent.keyDown(handled, { key: 'ArrowUp' })).toBe(false)
  for (const type of ['pointerMove', 'pointerUp', 'pointerCancel'] as const) await fire(type, handled, { buttons: 1 })
  fireEvent.blur(handled)
  expect(shown()).toEqual(ORDER)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(orders()).toEqual([])
})

it('is put back when its handle loses the focus', async () => {
  const { user, orders } = open()
  handle('Order').focus()
  await user.keyboard(' {ArrowDown}')
  expect(screen.getByText('Order is at position 2 of 3.')).toBeInTheDocument()
  const rows = screen.getAllByRole('listitem').map(({ className }) => /lifted/.test(className))
  expect(rows).toEqual([false, true, false])
  await user.tab()
  expect(shown()).toEqual(ORDER)
  expect(screen.getByText('Order is back in its place.')).toBeInTheDocument()
  expect(orders()).toEqual([])
})

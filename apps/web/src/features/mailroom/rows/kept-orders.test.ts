import { beforeEach, expect, it, vi } from 'vitest'
import { isTooOld, ordersOf, type Order } from './kept-orders.ts'

const NAME = 'postroom.mailroom.mia'
const DAY_MS = 86_400_000
const order = (number: number, change: Partial<Order> = {}): Order => ({
  code: `K-${number}`,
  pending_id: `pending-${number}`,
  grams: 100,
  at: 5,
  sent: false,
  ...change,
})
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
})
const ordersFor = (user: string) =>
  ordersOf(user, {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  })
const stored = () => JSON.parse(kept.get(NAME) ?? 'null') as Order[] | null

it('an order that was not sent is too old after a day, one that was sent never', () => {
  const unsent = order(1)
  expect([5, 5 + DAY_MS, 6 + DAY_MS].map((now) => isTooOld(unsent, now))).toEqual([false, false, true])
  expect(isTooOld({ ...unsent, sent: true }, 6 + DAY_MS)).toBe(false)
})

it('orders stay in their order, one for each row, until they are dropped', () => {
  const orders = ordersFor('mia')
  orders.keep(order(1))
  orders.keep(order(2))
  orders.keep(order(1, { grams: 250, service: '1' }))
  expect(orders.list()).toEqual([order(1, { grams: 250, service: '1' }), order(2)])
  expect(stored()).toEqual(orders.list())
  orders.bought('K-2', 'a-shipment')
  expect(ordersFor('mia').list()).toEqual([
    order(1, { grams: 250, service: '1' }),
    order(2, { sent: true, shipment_id: 'a-shipment' }),
  ])
  orders.drop('K-1')
  orders.drop('K-2')
  expect([orders.list(), stored()]).toEqual([[], null])
})

it('those of another user and of another tab are left alone', () => {
  kept.set('postroom.mailroom.noor', JSON.stringify([order(9)]))
  const here = ordersFor('mia')
  const there = ordersFor('mia')
  here.keep(order(1))
  there.keep(order(2))
  expect([here.list(), there.list()]).toEqual([[order(1)], [order(2)]])
  expect(stored()).toEqual([order(1), order(2)])
  here.drop('K-1')
  expect(stored()).toEqual([order(2)])
  expect(ordersFor('noor').list()).toEqual([order(9)])
})

it.each(['{', '{}', '[{"code":"K-1"}]', JSON.stringify([{ ...order(1), service: 'none' }])])(
  'what is no list of orders counts as none: %s',
  (text) => {
    kept.set(NAME, text)
    expect(ordersFor('mia').list()).toEqual([])
  },
)

it('notifies its listeners of each change until they stop', () => {
  const orders = ordersFor('mia')
  const heard = vi.fn<() => void>()
  const stop = orders.watch(heard)
  orders.keep(order(1))
  orders.drop('K-1')
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  orders.keep(order(1))
  expect(heard).toHaveBeenCalledTimes(2)
})

import type { Pence } from '@postroom/domain/money'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Log } from '../log.ts'
import type { CarrierOrder, CarrierPort, PurchaseOutcome } from './carrier-port.ts'
import { carrierOf, isCarrier, servicesSoldBy, trackingCarriers, type Carriers } from './carriers.ts'
import { reportingRefusedKeys } from './report-refused-keys.ts'
import { startWatchingLateOrders } from './watch-late-orders.ts'

const ORDER = {} as CarrierOrder
const accepted = (charged?: number): PurchaseOutcome => ({
  kind: 'accepted',
  carrier_no: 'N1',
  further_nos: [],
  ...(charged !== undefined && { charged: charged as Pence }),
})
const UNKNOWN = { kind: 'unknown' }

const portWith = (change: Partial<CarrierPort>): CarrierPort => ({
  timeout_ms: 1_000,
  services: () => ['1', '2'],
  purchase: async () => accepted(),
  resolve: async () => accepted(),
  void: async () => ({ kind: 'voided' }),
  layOutLabel: () => {},
  documents: async () => undefined,
  ...change,
})
const carriersWith = (change: Partial<CarrierPort>): { carriers: Carriers } => ({ carriers: { A: portWith(change) } })
const track: CarrierPort['track'] = async () => ({ kind: 'refused' })
const never = () => new Promise<never>(() => {})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a carrier', () => {
  it('that is connected sells its services, and another none', () => {
    const context = carriersWith({})
    expect([isCarrier(context, 'A'), isCarrier(context, 'B'), isCarrier(context, 'toString')]).toEqual([
      true,
      false,
      false,
    ])
    expect(servicesSoldBy(context, 'A')).toEqual(['1', '2'])
    expect(servicesSoldBy(context, 'toString')).toEqual([])
    expect(() => carrierOf(context, 'toString')).toThrow('Carrier toString is not connected')
  })

  it('that can be asked where items are is named', () => {
    expect(trackingCarriers({ A: portWith({}), B: portWith({ track }) })).toEqual(['B'])
    expect(carrierOf(carriersWith({}), 'A').track).toBeUndefined()
  })

  const calls: [string, (port: CarrierPort) => Promise<object>, Partial<CarrierPort>, Partial<CarrierPort>][] = [
    [
      'purchase',
      (port) => port.purchase('r', ORDER),
      { purchase: never },
      { purchase: () => Promise.reject(new Error('x')) },
    ],
    [
      'resolve',
      (port) => port.resolve('r', ORDER),
      { resolve: never },
      { resolve: () => Promise.reject(new Error('x')) },
    ],
    ['void', (port) => port.void('r', 1), { void: never }, { void: () => Promise.reject(new Error('x')) }],
    ['track', (port) => port.track!('r', ORDER, []), { track: never }, { track: () => Promise.reject(new Error('x')) }],
  ]
  it.each(calls)('whose %s takes too long or fails has an unknown outcome', async (_call, ask, silent, failing) => {
    let outcome: object | undefined
    const waiting = ask(carrierOf(carriersWith(silent), 'A')).then((answer) => void (outcome = answer))
    await vi.advanceTimersByTimeAsync(999)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(outcome).toEqual(UNKNOWN)
    expect(await ask(carrierOf(carriersWith(failing), 'A'))).toEqual(UNKNOWN)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    [undefined, accepted()],
    [1, accepted(1)],
    [0, UNKNOWN],
    [-1, UNKNOWN],
    [Number.NaN, UNKNOWN],
  ])('that charges %s is believed above zero only', async (charged, outcome) => {
    const answer = async () => accepted(charged)
    const carrier = carrierOf(carriersWith({ purchase: answer, resolve: answer }), 'A')
    expect(await carrier.purchase('r', ORDER)).toEqual(outcome)
    expect(await carrier.resolve('r', ORDER)).toEqual(outcome)
  })
})

it('a refused key of tracking is logged once for each carrier, and its outcome is kept', async () => {
  const error = vi.fn<(facts: object) => void>()
  const kinds = ['unknown', 'refused', 'refused'] as const
  const tracking = () => {
    let asked = 0
    return async () => ({ kind: kinds[asked++]! }) as const
  }
  const carriers = { A: portWith({ track: tracking() }), B: portWith({ track: tracking() }), C: portWith({}) }
  const reporting = reportingRefusedKeys(carriers, { error } as unknown as Log)
  expect(reporting['C']).toBe(carriers.C)
  for (const kind of kinds) {
    expect(await reporting['A']!.track!('r', ORDER, [])).toEqual({ kind })
    expect(await reporting['B']!.track!('r', ORDER, [])).toEqual({ kind })
  }
  expect(error.mock.calls.map(([facts]) => facts)).toEqual([{ carrier: 'A' }, { carrier: 'B' }])
})

it('late orders are looked for every five minutes, and those that stay are logged', async () => {
  const error = vi.fn<(facts: object) => void>()
  let looks = 0
  const removeLate = async () => (++looks === 1 ? [] : ['p-1', 'p-2'])
  const carriers = { A: portWith({}), B: portWith({ removeLate }) }
  const stop = startWatchingLateOrders({ carriers }, { error } as unknown as Log)
  await vi.advanceTimersByTimeAsync(299_999)
  expect(looks).toBe(1)
  expect(error).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(looks).toBe(2)
  expect(error.mock.calls.map(([facts]) => facts)).toEqual([
    { carrier: 'B', purchase: 'p-1' },
    { carrier: 'B', purchase: 'p-2' },
  ])
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

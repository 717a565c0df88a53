import type { Shipment } from '@postroom/contract/shipment'
import { expect, it } from 'vitest'
import { followPurchase } from './follow-purchase.ts'
import type { Attempt } from './purchase-step.ts'

const bought: Attempt = { kind: 'shipment', shipment: { id: 'c1', status: 'bought' } as Shipment }

async function follow(...answers: Attempt[]) {
  const waits: number[] = []
  let clock = 0
  let asked = 0
  const end = await followPurchase(async () => answers[Math.min((asked += 1), answers.length) - 1]!, {
    now: () => clock,
    random: () => 1,
    wait: async (ms) => {
      waits.push(ms)
      clock += ms
    },
  })
  return { next: end.next, asked, clock, waits }
}

it.each<[string, Attempt[], { next: string; asked: number }]>([
  ['ends at once when bought', [bought], { next: 'bought', asked: 1 }],
  ['retries after lost responses', [{ kind: 'network' }, { kind: 'pending' }, bought], { next: 'bought', asked: 3 }],
  [
    'ends when refused',
    [{ kind: 'network' }, { kind: 'refused', status: 402, refusal: { code: 'insufficient_funds', description: '' } }],
    { next: 'refused', asked: 2 },
  ],
])('%s', async (_rule, answers, expected) => expect(await follow(...answers)).toMatchObject(expected))

it('waits longer after each attempt, up to 5 s', async () => {
  const { waits } = await follow({ kind: 'network' })
  expect(waits.slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 5_000])
  expect(Math.max(...waits)).toBe(5_000)
})

it('reports an open outcome only after a minute without one', async () => {
  const { next, clock } = await follow({ kind: 'network' })
  expect(next).toBe('confirming')
  expect(clock).toBeLessThan(60_000)
  expect(clock).toBeGreaterThan(50_000)
})

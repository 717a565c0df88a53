import { expect, it } from 'vitest'
import type { CarrierPort } from '../carriers/carrier-port.ts'
import { counted, newMetrics } from './metrics.ts'

const away = new Error('away')

/** What a carrier with these calls has counted, after each of them was made once. */
async function countedAfter(calls: Partial<Record<keyof CarrierPort, () => Promise<object>>>) {
  const metrics = newMetrics()
  const carrier = counted({ RM: calls as unknown as CarrierPort }, metrics)['RM'] as unknown as typeof calls
  const answers: unknown[] = []
  for (const name of Object.keys(calls) as (keyof CarrierPort)[])
    answers.push(await carrier[name]!().catch((error: unknown) => error))
  const exposed = await metrics.registry.metrics()
  const lines = [
    ...exposed.matchAll(/^postroom_carrier_answers_total\{carrier="RM",call="(.+)",answer="(.+)"\} (\d)$/gm),
  ]
  return { carrier, answers, lines: lines.map(([, call, answer, times]) => `${call} ${answer} ${times}`) }
}

it('the answers of a carrier are passed on and counted, and so are calls that throw', async () => {
  const { answers, lines } = await countedAfter({
    purchase: async () => ({ kind: 'accepted' }),
    resolve: async () => ({ kind: 'unknown' }),
    void: () => Promise.reject(away),
    track: async () => ({ kind: 'tracked' }),
  })
  expect(answers).toEqual([{ kind: 'accepted' }, { kind: 'unknown' }, away, { kind: 'tracked' }])
  expect(lines).toEqual(['purchase accepted 1', 'resolve unknown 1', 'void failed 1', 'track tracked 1'])
})

it('a carrier that cannot track stays one', async () => {
  const { carrier } = await countedAfter({ purchase: async () => ({ kind: 'rejected' }) })
  expect(carrier).not.toHaveProperty('track')
})

import type { Hub } from '@postroom/contract/hub'
import { describe, expect, it } from 'vitest'
import { hubInUse, renewalIn } from './device-queries.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const until = (minutes: number) => ({ expires_at: new Date(NOW + minutes * 60_000).toISOString() })
const hub = (id: string, connected: boolean) => ({ id, connected }) as Hub

it.each([
  ['never, without a hub', [], false],
  ['two minutes before the grant runs out', [until(30)], 28 * 60_000],
  ['for the one that runs out first', [until(30), until(10)], 8 * 60_000],
  ['not in a hurry when it has run out already', [until(-5)], 30_000],
] as const)('a grant is renewed %s', (_case, hubs, ms) => expect(renewalIn(hubs, NOW)).toBe(ms))

describe('the device manager in use', () => {
  const hubs = [hub('a', false), hub('b', true)]
  it.each([
    ['is the chosen one, also while it is away', hubs, 'a', 'a'],
    ['is one on the line when none is chosen', hubs, null, 'b'],
    ['is one on the line when the chosen one is gone', hubs, 'x', 'b'],
    ['is the first when none is on the line', [hub('a', false), hub('c', false)], null, 'a'],
    ['is none without a hub', [], 'a', undefined],
  ] as const)('%s', (_case, list, chosen, id) => expect(hubInUse(list, chosen)?.id).toBe(id))
})

import { expect, it } from 'vitest'
import { renewalIn } from './device-queries.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const until = (minutes: number) => ({ expires_at: new Date(NOW + minutes * 60_000).toISOString() })

it.each([
  ['to see soon whether there is one, without a hub', [], 5_000],
  ['two minutes before the grant runs out', [until(30)], 28 * 60_000],
  ['for the one that runs out first', [until(30), until(10)], 8 * 60_000],
  ['not in a hurry when it has run out already', [until(-5)], 30_000],
] as const)('a grant is renewed %s', (_case, hubs, ms) => expect(renewalIn(hubs, NOW)).toBe(ms))

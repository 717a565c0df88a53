import { expect, it } from 'vitest'
import { renewalIn } from './device-queries.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const until = (minutes: number) => ({ expires_at: new Date(NOW + minutes * 60_000).toISOString() })

it.each([
  ['after 5 s while no device manager is paired', [], 5_000],
  ['two minutes before it expires', [until(30)], 28 * 60_000],
  ['before the first of several expires', [until(30), until(10)], 8 * 60_000],
  ['after 30 s if it has already expired', [until(-5)], 30_000],
] as const)('renews a grant %s', (_case, hubs, ms) => expect(renewalIn(hubs, NOW)).toBe(ms))

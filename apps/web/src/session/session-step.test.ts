import { describe, expect, it } from 'vitest'
import { endOf, sessionStep, type SessionStep } from './session-step.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('renews a session 1800 s before it expires, and warns 600 s before (spec §4)', () => {
  it.each<[number, boolean, SessionStep]>([
    [7200, true, 'live'],
    [1801, true, 'live'],
    [1800, true, 'renew'],
    [1800, false, 'live'],
    [601, false, 'live'],
    [600, false, 'notice'],
    [600, true, 'renew'],
    [1, false, 'notice'],
    [0, true, 'expired'],
    [0, false, 'expired'],
    [-86_400, true, 'expired'],
  ])('with %i s left and an active user: %s, the step is %s', (left, active, step) =>
    expect(sessionStep(inSeconds(left), NOW, active)).toBe(step),
  )
})

it('returns to the page after an expired session with a refresh token, and signs out without one', () => {
  expect(endOf('a-refresh-token')).toBe('sign_in_again')
  expect(endOf('')).toBe('sign_out')
})

import { expect, test } from 'vitest'
import { areCombinable, isKeyDay, keyStateOf, type KeyScope } from './api-keys.ts'

test.each([
  // last day, today, allowed
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-19', '2026-11-20', false],
  ['2027-11-20', '2026-11-20', true],
  ['2027-11-21', '2026-11-20', false],
] as const)('a key may end on %s when today is %s: %s', (lastDay, today, allowed) =>
  expect(isKeyDay(lastDay, today)).toBe(allowed),
)

const REVOKED = new Date('2026-11-01')

test.each([
  // last day, revoked, maker disabled, state
  ['2026-11-20', null, false, 'active'],
  ['2026-11-19', null, false, 'expired'],
  ['2026-11-20', null, true, 'maker_disabled'],
  ['2026-11-19', null, true, 'expired'],
  ['2026-11-19', REVOKED, true, 'revoked'],
] as const)(
  'a key with the last day %s, revoked %s, its maker disabled %s is %s',
  (last_day, revoked_at, is_maker_disabled, state) =>
    expect(keyStateOf({ last_day, revoked_at, is_maker_disabled }, '2026-11-20')).toBe(state),
)

test.each<[boolean, KeyScope[]]>([
  [true, ['provisioning']],
  [true, ['provisioning', 'provisioning']],
  [true, ['rates', 'buy']],
  [false, ['provisioning', 'rates']],
])('%s: one key may have the scopes %j', (may, scopes) => expect(areCombinable(scopes)).toBe(may))

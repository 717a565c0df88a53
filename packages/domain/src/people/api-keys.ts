import { addDays, type CalendarDate } from '../calendar.ts'

/**
 * What an API key may be made for. Each opens some calls of the contract, as far as the permissions of the key's maker go; calls that
 * no scope names are closed to keys. `documents` downloads what was bought, `addresses` checks addresses and keeps the address book.
 * `provisioning` opens SCIM, with which an identity provider manages users, and nothing else.
 */
export const KEY_SCOPES = [
  'rates',
  'accounts',
  'buy',
  'void',
  'shipments',
  'documents',
  'tracking',
  'addresses',
  'provisioning',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Whether one key may have these scopes. `provisioning` stands alone: its secret is kept by another company. */
export const areCombinable = (scopes: readonly KeyScope[]): boolean =>
  !scopes.includes('provisioning') || new Set(scopes).size === 1

/** A key ends at the latest so many days after it was made or renewed. */
export const KEY_DAYS_MAX = 365
/** Managers are notified this many days before a key ends. */
export const KEY_WARNING_DAYS = 14

/** Whether a key that is made or renewed today may have this last day. */
export const isKeyDay = (lastDay: CalendarDate, today: CalendarDate): boolean =>
  lastDay >= today && lastDay <= addDays(today, KEY_DAYS_MAX)

/** How long the old secret of a key stays valid beside the new one, in hours. */
export const OVERLAP_HOURS = { none: 0, day: 24, week: 168 } as const
export type KeyOverlap = keyof typeof OVERLAP_HOURS
export const KEY_OVERLAPS = Object.keys(OVERLAP_HOURS) as [KeyOverlap, ...KeyOverlap[]]

export type KeyState = 'active' | 'expired' | 'revoked' | 'maker_disabled'

/** Whether a key can be used, and otherwise why not. `maker_disabled`: until its maker is enabled again. */
export function keyStateOf(
  {
    last_day,
    revoked_at,
    is_maker_disabled,
  }: { last_day: CalendarDate; revoked_at: Date | null; is_maker_disabled: boolean },
  today: CalendarDate,
): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (last_day < today) return 'expired'
  return is_maker_disabled ? 'maker_disabled' : 'active'
}

import type { Permission } from './permissions.ts'
import type { Plan } from './services.ts'

const SENDER = [
  'mod_dashboard',
  'mod_profile',
  'mod_shipping',
  'mod_addressbook',
  'mod_device-preferences',
  'carr_rm',
] as const
const MAILROOM = [...SENDER, 'mod_mailing'] as const

/** What each role may do. The names are ours: spec §6 shows none. */
const ROLE_PERMISSIONS = {
  sender: SENDER,
  mailroom: MAILROOM,
  manager: [...MAILROOM, 'administration'],
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof ROLE_PERMISSIONS

/** Every role, least rights first. */
export const ROLES = ['sender', 'mailroom', 'manager'] as const satisfies readonly Role[]

/** Modules of the full plan only. @see spec §6 */
const NOT_FOR_LITE: readonly Permission[] = ['mod_addressbook']

/** Everything that somebody with these roles may do under his plan, each permission once. */
export const permissionsOf = (roles: readonly Role[], plan: Plan): Permission[] =>
  [...new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role]))].filter(
    (permission) => plan === 'full' || !NOT_FOR_LITE.includes(permission),
  )

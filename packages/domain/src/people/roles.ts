import type { Permission } from './permissions.ts'
import type { Plan } from '../catalogue/services.ts'

const SENDER = [
  'mod_dashboard',
  'mod_profile',
  'mod_shipping',
  'mod_addressbook',
  'mod_device-preferences',
  'carr_rm',
  'void',
] as const
const MAILROOM = [...SENDER, 'mod_mailing', 'colleagues_shipments'] as const

/** The permissions of each role. Spec §6 names no roles, so the names are Postroom's. */
const ROLE_PERMISSIONS = {
  sender: SENDER,
  mailroom: MAILROOM,
  manager: [...MAILROOM, 'administration', 'manage_devices'],
  operator: ['mod_dashboard', 'mod_profile', 'top_up'],
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof ROLE_PERMISSIONS
/** A role that a manager can assign. */
export type OfficeRole = Exclude<Role, 'operator'>

/** The roles that a manager can assign, fewest permissions first. */
export const OFFICE_ROLES = ['sender', 'mailroom', 'manager'] as const satisfies readonly OfficeRole[]

/** The roles that a first sign-in at the identity provider of an organisation may give. */
export const FIRST_ROLES = ['sender', 'mailroom'] as const satisfies readonly OfficeRole[]

/** Every role. `operator` runs the installation; only the command line assigns or removes it. */
export const ROLES = [...OFFICE_ROLES, 'operator'] as const satisfies readonly Role[]

/** Permissions of the full plan only. @see spec §6 */
const NOT_FOR_LITE: readonly Permission[] = ['mod_addressbook', 'colleagues_shipments']

/** Whether a user with these roles is an operator of the installation. */
export const isOperator = (roles: readonly string[]): boolean => roles.includes('operator')

/** The permissions of a user with these roles and plan, each once. */
export const permissionsOf = (roles: readonly Role[], plan: Plan): Permission[] =>
  [...new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role]))].filter(
    (permission) => plan === 'full' || !NOT_FOR_LITE.includes(permission),
  )

/**
 * Every permission. `mod_{module}` opens a module of the web app and its calls, `carr_{carrier}` opens shipping, `administration`
 * manages the users, accounts and settings of the user's organisation. `void` voids postage; `colleagues_shipments` extends this
 * and other changes to shipments of colleagues, `manage_devices` to device managers that colleagues paired. `top_up` records
 * received money for any organisation, and reads and books invoices of carriers. @see spec §2, §6
 */
export const PERMISSIONS = [
  'mod_dashboard',
  'mod_profile',
  'mod_shipping',
  'mod_mailing',
  'mod_addressbook',
  'mod_device-preferences',
  'carr_rm',
  'carr_usps',
  'carr_fedex',
  'carr_ups',
  'administration',
  'void',
  'colleagues_shipments',
  'manage_devices',
  'top_up',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The carrier permissions, each of which opens shipping. @see spec §6 */
const OPENS_SHIPPING: readonly string[] = ['carr_usps', 'carr_fedex', 'carr_ups']

/**
 * Whether these permissions allow what requires `needed`. The United Kingdom variant does not require module
 * permissions. @see spec §6
 */
export function isPermitted(needed: Permission, held: readonly string[], variant: 'uk' | 'other'): boolean {
  if (held.includes(needed) || (variant === 'uk' && needed.startsWith('mod_'))) return true
  return needed === 'mod_shipping' && held.some((permission) => OPENS_SHIPPING.includes(permission))
}

/** The shared records of an organisation, with the permission to change those of colleagues. */
const OVER_COLLEAGUES = {
  shipment: 'colleagues_shipments',
  device: 'manage_devices',
} as const satisfies Record<string, Permission>

/** Whether a user may change a shared record: their own, or any with the permission. A null owner means that it has none. */
export const mayChange = (
  thing: keyof typeof OVER_COLLEAGUES,
  owner: string | null,
  user: { id: string; permissions: readonly string[] },
): boolean => owner === user.id || user.permissions.includes(OVER_COLLEAGUES[thing])

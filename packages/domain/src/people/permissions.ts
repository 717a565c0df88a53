/**
 * Everything a user may be allowed. `mod_{module}` opens a module of the web app and its calls, `carr_{carrier}` opens
 * shipping, `administration` manages users, accounts and settings of the own organisation. `void` takes back postage,
 * `colleagues_shipments` extends that and other changes to what colleagues bought or prepared, `manage_devices` to device
 * managers that colleagues paired. `top_up` books received money, for any organisation. @see spec §2, §6
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

/** Carriers of which each opens shipping. @see spec §6 */
const OPENS_SHIPPING: readonly string[] = ['carr_usps', 'carr_fedex', 'carr_ups']

/**
 * Whether somebody who holds these permissions may do what asks for `needed`. The variant for the United Kingdom does not
 * ask for modules. @see spec §6
 */
export function isPermitted(needed: Permission, held: readonly string[], variant: 'uk' | 'other'): boolean {
  if (held.includes(needed) || (variant === 'uk' && needed.startsWith('mod_'))) return true
  return needed === 'mod_shipping' && held.some((permission) => OPENS_SHIPPING.includes(permission))
}

/** What an organisation shares, each with the permission that also covers what a colleague owns. */
const OVER_COLLEAGUES = {
  shipment: 'colleagues_shipments',
  device: 'manage_devices',
} as const satisfies Record<string, Permission>

/** Whether a user may change a shared thing: their own, or any with the permission for it. An owner of null is nobody. */
export const mayChange = (
  thing: keyof typeof OVER_COLLEAGUES,
  owner: string | null,
  user: { id: string; permissions: readonly string[] },
): boolean => owner === user.id || user.permissions.includes(OVER_COLLEAGUES[thing])

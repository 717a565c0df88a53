/**
 * Everything a user may be allowed. `mod_{module}` opens a module of the web app and its calls, `carr_{carrier}` opens
 * shipping, `administration` manages users, money and settings of the own organisation. @see spec §2, §6
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

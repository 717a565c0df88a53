/** The permission key that opens a page below /app; pages that are not listed are open to every user. @see spec §2, §6 */
const MODULE_OF_PAGE: Readonly<Record<string, string>> = { 'shipping-single': 'shipping' }

const CARRIER_PERMISSIONS = ['carr_usps', 'carr_fedex', 'carr_ups']

/**
 * Whether a user may open a page. The variant for the United Kingdom does not ask. @param page first part of the path below /app
 * @see spec §6
 */
export function mayOpen(page: string, permissions: readonly string[], variant: 'uk' | 'other'): boolean {
  const module = MODULE_OF_PAGE[page]
  if (module === undefined || variant === 'uk') return true
  const byCarrier = module === 'shipping' && CARRIER_PERMISSIONS.some((key) => permissions.includes(key))
  return byCarrier || permissions.includes(`mod_${module}`)
}

import { PAGE_NAMES, PAGES, type Page, type PageName } from '../pages.ts'

const CARRIER_PERMISSIONS = ['carr_usps', 'carr_fedex', 'carr_ups']

/** Whether a user may open a page. The variant for the United Kingdom does not check the permissions of modules. @see spec §6 */
export function mayOpen(
  { module, permission }: Pick<Page, 'module' | 'permission'>,
  permissions: readonly string[],
  variant: 'uk' | 'other',
): boolean {
  if (permission !== undefined && !permissions.includes(permission)) return false
  if (module === undefined || variant === 'uk') return true
  const byCarrier = module === 'shipping' && CARRIER_PERMISSIONS.some((key) => permissions.includes(key))
  return byCarrier || permissions.includes(`mod_${module}`)
}

/** Whether a plan includes a page. @see spec §6 */
export const isInPlan = (page: Pick<Page, 'plan'>, plan: 'lite' | 'full'): boolean =>
  page.plan === undefined || page.plan === plan

/** The pages that the navigation lists for a plan. */
export const listedPages = (plan: 'lite' | 'full'): { name: PageName; group: Page['group'] }[] =>
  PAGE_NAMES.filter((name) => PAGES[name].group !== undefined)
    .map((name) => ({ name: isInPlan(PAGES[name], plan) ? name : PAGES[name].instead, group: PAGES[name].group }))
    .filter((page): page is { name: PageName; group: Page['group'] } => page.name !== undefined)

import type { TFunction } from 'i18next'
import type { Link } from './link.ts'

/** The report as text, a line for each link: states, versions and times, and no name or address. @param at milliseconds since 1970 */
export function reportOf(links: readonly Link[], at: number, t: TFunction): string {
  const rows = links.map(({ id, name, state, fault, facts }) => {
    // the name of a device manager is chosen by people
    const what = id.startsWith('device-') ? t('check.device.name') : name
    const found = fault === undefined ? t(`check.state.${state}`) : fault
    return t('common.about', { what, text: `${found}; ${facts}` })
  })
  return [`Postroom, ${new Date(at).toISOString()}`, ...rows].join('\n')
}

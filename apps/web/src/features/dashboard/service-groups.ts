import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'

/** The groups of services in a chart, in the order in which they are stacked from the bottom. */
export const GROUPS = ['second', 'first', 'tracked', 'special', 'abroad', 'own_value'] as const
export type Group = (typeof GROUPS)[number]

const BEGINNINGS: readonly [string, Group][] = [
  ['SD', 'special'],
  ['TR', 'tracked'],
  ['1', 'first'],
  ['2', 'second'],
]

/** The group of a service. */
export function groupOf(code: ServiceCode): Group {
  if (serviceOf(code).scope === 'abroad') return 'abroad'
  return BEGINNINGS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 'own_value'
}

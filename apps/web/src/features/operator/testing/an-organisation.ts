import type { ListedOrganisation } from '@postroom/contract/organisation-list'

export const idOf = (number: number): string => `7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0${String(100 + number)}`

export const anAccount = (number: number, available = 0): ListedOrganisation['accounts'][number] => ({
  id: idOf(number),
  name: `Account ${number}`,
  is_active: true,
  available,
})

/** An organisation with one account. */
export const anOrganisation = (number: number, change: Partial<ListedOrganisation> = {}): ListedOrganisation => ({
  id: idOf(number),
  name: `Organisation ${number}`,
  handle: `org-${number}`,
  created_at: '2026-03-03T12:00:00.000Z',
  users: { full: 1, lite: 0 },
  accounts: [anAccount(number, 412_65)],
  ...change,
})

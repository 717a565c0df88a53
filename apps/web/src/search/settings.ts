import type { PageName } from '../pages.ts'

/** A part of a page that people search by its own name. */
export interface Setting {
  page: PageName
  query?: Readonly<Record<string, string>>
}

const TABLE = {
  password: { page: 'profile' },
  two_factor: { page: 'profile' },
  passkeys: { page: 'profile' },
  sessions: { page: 'profile' },
  theme: { page: 'profile' },
  sheet: { page: 'preferences' },
  slogans: { page: 'preferences' },
  return_address: { page: 'preferences' },
  price_list: { page: 'preferences' },
  pairing: { page: 'printers' },
  test_print: { page: 'printers' },
  users: { page: 'administration', query: { view: 'users' } },
  statement: { page: 'administration', query: { view: 'account' } },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof TABLE

/** Every setting that the search knows, by its text `search.setting.{name}`. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = TABLE

export const SETTING_NAMES = Object.keys(TABLE) as SettingName[]

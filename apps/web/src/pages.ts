import type { LazyRouteFunction, RouteObject } from 'react-router'

/** A page below /app. Its name in the navigation is the text `page.{key}`. */
export interface Page {
  /** Below /app, as spec §2 names it. */
  path: string
  /** The permission `mod_{module}` opens it; a page without a module is open to every signed-in user. @see spec §2, §6 */
  module?: 'shipping' | 'addressbook' | 'mailing'
  /** Only users with this permission open it, in every variant. @see spec §6 */
  permission?: 'administration' | 'top_up'
  /** A page of the full plan sends a Lite user to another one. @see spec §2, §6 */
  plan?: 'full'
  /** Where a Lite user is sent instead; the navigation lists it for them in its place. */
  instead?: 'wizard'
  /** Where the navigation lists it; nowhere without a group. */
  group?: 'post' | 'set_up'
  /** Loaded when the page is opened: a static import here would put every page into the first chunk. */
  lazy: LazyRouteFunction<RouteObject>
}

const TABLE = {
  home: { path: 'home', group: 'post', lazy: () => import('./features/home/home-page.tsx') },
  shipping: {
    path: 'shipping-single',
    module: 'shipping',
    group: 'post',
    lazy: () => import('./features/shipping/shipping-page.tsx'),
  },
  // a sender at a desk has the same form: it ends with a label, or in the mailroom
  desk: {
    path: 'desktop/shipping',
    module: 'shipping',
    lazy: () => import('./features/shipping/shipping-page.tsx'),
  },
  letters: {
    path: 'desktop',
    module: 'shipping',
    group: 'post',
    lazy: () => import('./features/desktop/desktop-page.tsx'),
  },
  many: {
    path: 'ship-by-address',
    group: 'post',
    lazy: () => import('./features/many/many-page.tsx'),
  },
  mailroom: {
    path: 'mailroom',
    module: 'shipping',
    group: 'post',
    lazy: () => import('./features/mailroom/mailroom-page.tsx'),
  },
  // one shipment of the queue, with all its fields
  queued: {
    path: 'mailroom/shipping',
    module: 'shipping',
    lazy: () => import('./features/mailroom/item/item-page.tsx'),
  },
  history: {
    path: 'history',
    group: 'post',
    lazy: () => import('./features/history/history-page.tsx'),
  },
  returns: { path: 'rts', group: 'post', lazy: () => import('./features/returns/returns-page.tsx') },
  addressbook: {
    path: 'addressbook',
    module: 'addressbook',
    plan: 'full',
    instead: 'wizard',
    group: 'post',
    lazy: () => import('./features/addressbook/addressbook-page.tsx'),
  },
  dashboard: {
    path: 'dashboard',
    group: 'post',
    lazy: () => import('./features/dashboard/dashboard-page.tsx'),
  },
  wizard: {
    path: 'wizard',
    module: 'shipping',
    lazy: () => import('./features/wizard/wizard-page.tsx'),
  },
  printers: {
    path: 'device-preferences',
    group: 'set_up',
    lazy: () => import('./features/device/device-preferences-page.tsx'),
  },
  preferences: {
    path: 'mailing-system-setting',
    module: 'mailing',
    group: 'set_up',
    lazy: () => import('./features/preferences/preferences-page.tsx'),
  },
  references: {
    path: 'reference-field-setting',
    group: 'set_up',
    lazy: () => import('./features/references/references-page.tsx'),
  },
  check: {
    path: 'system-check',
    group: 'set_up',
    lazy: () => import('./features/check/check-page.tsx'),
  },
  administration: {
    path: 'administration',
    permission: 'administration',
    group: 'set_up',
    lazy: () => import('./features/administration/administration-page.tsx'),
  },
  operator: {
    path: 'operator',
    permission: 'top_up',
    group: 'set_up',
    lazy: () => import('./features/operator/operator-page.tsx'),
  },
  notices: { path: 'notices', lazy: () => import('./features/notices/notices-page.tsx') },
  help: { path: 'help', lazy: () => import('./features/help/help-page.tsx') },
  search: { path: 'extra/search', lazy: () => import('./features/search/search-page.tsx') },
  profile: { path: 'profile', lazy: () => import('./features/profile/profile-page.tsx') },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof TABLE

/**
 * Every page of spec §2, in the order of the navigation. Routes, navigation, access, links and the screens of the browser
 * tests derive from it.
 */
export const PAGES: Readonly<Record<PageName, Page>> = TABLE

export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

/** The address of a page: `href('shipping', { packaging: 'letter' })` is `/app/shipping-single?packaging=letter`. */
export function href(page: PageName, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString()
  return `/app/${PAGES[page].path}${search === '' ? '' : `?${search}`}`
}

import type { Page } from '@playwright/test'
import type { PageName } from '../apps/web/src/pages.ts'
import { ADDRESSBOOK } from './screens/addressbook.ts'
import { ADMINISTRATION } from './screens/administration.ts'
import { CHECK } from './screens/check.ts'
import { DASHBOARD } from './screens/dashboard.ts'
import { HISTORY } from './screens/history.ts'
import { HELP } from './screens/help.ts'
import { HOME } from './screens/home.ts'
import { LETTERS } from './screens/letters.ts'
import { MAILROOM, QUEUED } from './screens/mailroom.ts'
import { MANY } from './screens/many.ts'
import { NOTICES } from './screens/notices.ts'
import { OUTSIDE } from './screens/outside.ts'
import { PREFERENCES } from './screens/preferences.ts'
import { PRINTERS } from './screens/printers.ts'
import { PROFILE } from './screens/profile.ts'
import { RETURNS } from './screens/returns.ts'
import { REFERENCES } from './screens/references.ts'
import { at, type State } from './screens/screen.ts'
import { OPERATOR } from './screens/operator.ts'
import { SEARCH } from './screens/search.ts'
import { DESK, SENDING } from './screens/sending.ts'
import { WIZARD } from './screens/wizard.ts'
import type { Postroom } from './support/postroom.ts'

/** States of a page that follow from one page load. */
export interface Screen {
  signedIn: boolean
  states: readonly State[]
}

/** A page without a screen does not compile. */
const OF_PAGES: Readonly<Record<PageName, readonly [State, ...State[]]>> = {
  wizard: WIZARD,
  home: HOME,
  shipping: SENDING,
  desk: DESK,
  many: MANY,
  queued: QUEUED,
  mailroom: MAILROOM,
  history: HISTORY,
  returns: RETURNS,
  addressbook: ADDRESSBOOK,
  letters: LETTERS,
  printers: PRINTERS,
  preferences: PREFERENCES,
  notices: NOTICES,
  help: HELP,
  references: REFERENCES,
  search: SEARCH,
  profile: PROFILE,
  administration: ADMINISTRATION,
  check: CHECK,
  dashboard: DASHBOARD,
  operator: OPERATOR,
}

const screenOf =
  (signedIn: boolean) =>
  (state: State): Screen => ({ signedIn, states: [state, ...(state.next ?? [])] })

/** Every screen in its states, for the accessibility tests and the screenshots. Those without a session come first. */
export const SCREENS: readonly Screen[] = [
  ...OUTSIDE.map(screenOf(false)),
  ...[{ name: 'error', open: at('/error') }, ...Object.values(OF_PAGES).flat()].map(screenOf(true)),
]

/** Opens the states that are `wanted` one after another, with those before them, and looks at each. */
export async function visit(
  page: Page,
  postroom: Postroom,
  { states }: Screen,
  look: { wanted: (state: State) => boolean; before: () => Promise<void>; at: (state: State) => Promise<void> },
): Promise<void> {
  // of the screen before
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  const last = states.findLastIndex(look.wanted)
  for (const state of states.slice(0, last + 1)) {
    await look.before()
    await state.open(page, postroom)
    if (look.wanted(state)) await look.at(state)
  }
}

import { buildWeb } from '../../scripts/build-web.ts'
import { makeTemplate } from './postroom.ts'

/** Playwright's global set-up: the web app as it is shipped, and the installation that those of the tests are copies of. */
export default async (): Promise<() => void> => {
  await buildWeb()
  return makeTemplate()
}

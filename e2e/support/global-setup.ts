import { buildWeb } from '../../scripts/build-web.ts'
import { makeTemplate } from './postroom.ts'

/** Playwright's global set-up: builds the web app, and makes the installation that each test copies. */
export default async (): Promise<() => void> => {
  await buildWeb()
  return makeTemplate()
}

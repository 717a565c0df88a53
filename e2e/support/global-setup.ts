import { buildWeb } from '../../scripts/build-web.ts'

/** Playwright's global set-up: the tests look at the web app as it is shipped. */
export default (): Promise<void> => buildWeb()

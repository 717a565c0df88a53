import type { Page } from '@playwright/test'
import type { Postroom } from './postroom.ts'

/** As if the server had passkeys at its address. */
export const withPasskeys = (page: Page, postroom: Postroom): Promise<unknown> =>
  page.route('**/app-config.json', async (route) => {
    const answer = await route.fetch()
    const config = (await answer.json()) as object
    await route.fulfill({ json: { ...config, passkey_origin: postroom.url } })
  })

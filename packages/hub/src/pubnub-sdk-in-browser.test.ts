// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { loadPubNub } from './pubnub-sdk-in-browser.ts'

test('a page that loads the SDK of PubNub names its licence', async () => {
  await loadPubNub()
  expect(document.querySelector<HTMLLinkElement>('head > link[rel=license]')?.href).toMatch(/\/pubnub\/LICENSE$/)
})

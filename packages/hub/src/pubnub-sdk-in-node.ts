// oxlint-disable-next-line no-restricted-imports -- browsers take pubnub-sdk-in-browser.ts
import { createRequire } from 'node:module'
import type PubNub from 'pubnub'

/**
 * The SDK as installed. It is never bundled, because its licence allows unmodified copies only: the packaged device
 * manager finds it in `node_modules` beside the program. @throws Error `MODULE_NOT_FOUND` if it is not installed
 */
export const loadPubNub = async (): Promise<typeof PubNub> => createRequire(import.meta.url)('pubnub') as typeof PubNub

import type PubNub from 'pubnub'
import licence from 'pubnub/LICENSE?url'
import sdk from 'pubnub/dist/web/pubnub.min.js?url'

/** PubNub's own file for browsers, served unmodified as its licence requires; the page names the licence. */
export async function loadPubNub(): Promise<typeof PubNub> {
  await import(/* @vite-ignore */ sdk)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'license', href: licence }))
  return (globalThis as unknown as { PubNub: typeof PubNub }).PubNub
}

import type { Hub } from '@postroom/contract/hub'

/** The three channels of a hub. Unguessable, but what protects them is the grant. @param instance which installation, where several share one PubNub keyset */
export function channelsOf(hubId: string, instance: string): Hub['channels'] {
  const base = `pubnub.${hubId}.${instance}`
  return { req: `${base}.req`, res: `${base}.res`, evt: `${base}.evt` }
}

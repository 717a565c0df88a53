import type { Hub } from '@postroom/contract/hub'

/** The three channels of a hub. Unguessable, but what protects them is the grant. */
export function channelsOf(hubId: string): Hub['channels'] {
  const base = `pubnub.${hubId}.default`
  return { req: `${base}.req`, res: `${base}.res`, evt: `${base}.evt` }
}

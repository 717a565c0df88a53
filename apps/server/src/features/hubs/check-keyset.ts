import type { PubNubGrants } from '@postroom/hub/pubnub-grants'
import type { Log } from '../../log.ts'

/**
 * Without Access Manager, which is off in a new keyset, anyone with the public keys reads and writes every channel. An
 * unreachable service does not keep the server from starting. @throws Error for a keyset that is not safe
 */
export async function refuseUnsafeKeyset(pubNub: Pick<PubNubGrants, 'check'>, log: Log): Promise<void> {
  const state = await pubNub.check()
  if (state === 'open')
    throw new Error('The PubNub keyset is open to everybody. Switch on Access Manager in it, then start again.')
  if (state === 'refused')
    throw new Error('PubNub refuses its keys. The publish, subscribe and secret key must be those of one keyset.')
  if (state === 'unknown') log.warn({}, 'PubNub did not answer: could not check whether Access Manager is on')
}

import { loadPubNub } from '#pubnub-sdk'
import type PubNub from 'pubnub'
import { PUBNUB_URL } from './pubnub-transport.ts'

/** The keys of one keyset. The secret one signs grants: it stays in the server process. */
export interface PubNubKeys {
  publishKey: string
  subscribeKey: string
  secretKey: string
}

/** The rights of one client until its token expires: a list of named channels. */
export interface PubNubRights {
  client: string
  reads: readonly string[]
  writes: readonly string[]
}

/**
 * `guarded`: Access Manager is on and grants rights. `open`: anyone with the public keys reads and writes everything.
 * `refused`: the keys do not belong together. `unknown`: the service did not answer.
 */
export type KeysetState = 'guarded' | 'open' | 'refused' | 'unknown'

/** PubNub's Access Manager, for the server only. */
export interface PubNubGrants {
  /** The address and keys that every client of a hub gets. */
  address: { com: 'pubnub'; url: string; pub_key: string; sub_key: string }
  /** How long a token is valid. Nothing ends it sooner. */
  lifeMs: number
  /** One token per entry, in order. @throws PubNubError when one cannot be granted */
  tokens(rights: readonly PubNubRights[]): Promise<string[]>
  check(): Promise<KeysetState>
}

/** PubNub did not answer, or refused. The message contains numbers only, because an error of the SDK contains signed data. */
export class PubNubError extends Error {
  readonly status: number | undefined
  constructor(status: number | undefined) {
    super(`PubNub gave no token (${status ?? 'no answer'})`)
    this.name = 'PubNubError'
    this.status = status
  }
}

/** The shortest life that survives a few missed renewals; short, because a token cannot be revoked. */
const LIFE_MIN = 15
const ANSWER_WITHIN_S = 5
const AT_ONCE = 8

/** Grants rights on PubNub's channels, signed by its own SDK. */
export async function pubNubGrants({ publishKey, subscribeKey, secretKey }: PubNubKeys): Promise<PubNubGrants> {
  const Sdk = await loadPubNub()
  const options = {
    publishKey,
    subscribeKey,
    userId: 'server',
    retryConfiguration: Sdk.NoneRetryPolicy(),
    transactionalRequestTimeout: ANSWER_WITHIN_S,
  }
  const signing = new Sdk({ ...options, secretKey })

  const token = async ({ client, reads, writes }: PubNubRights): Promise<string> => {
    const channels = { ...each(reads, { read: true }), ...each(writes, { write: true }) }
    try {
      return await signing.grantToken({ ttl: LIFE_MIN, authorized_uuid: client, resources: { channels } })
    } catch (error) {
      throw new PubNubError(statusOf(error))
    }
  }

  return {
    address: { com: 'pubnub', url: PUBNUB_URL, pub_key: publishKey, sub_key: subscribeKey },
    lifeMs: LIFE_MIN * 60_000,
    tokens: (rights) => fewAtOnce(rights, token),
    check: async () => {
      const stranger = new Sdk(options)
      const channel = 'pubnub.nobody.default.req'
      try {
        await token({ client: 'server', reads: [channel], writes: [] })
        await stranger.publish({ channel, message: 'Is this keyset open to everybody?', storeInHistory: false })
        return 'open'
      } catch (error) {
        if (error instanceof PubNubError) return isRefusal(error.status) ? 'refused' : 'unknown'
        return statusOf(error) === 403 ? 'guarded' : 'unknown'
      } finally {
        stranger.destroy()
      }
    },
  }
}

const each = (channels: readonly string[], right: PubNub.PAM.ChannelTokenPermissions) =>
  Object.fromEntries(channels.map((channel) => [channel, right]))

/** The status of an SDK error; undefined without an answer. */
const statusOf = (error: unknown): number | undefined =>
  (error as { status?: { statusCode?: number } }).status?.statusCode || undefined

const isRefusal = (status = 0): boolean => status >= 400 && status < 500 && status !== 429

/** Rejects with the first failure. */
async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await act(next[1])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

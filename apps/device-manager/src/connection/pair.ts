import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOf } from '@postroom/contract/endpoint'
import { pollPairing, startPairing } from '@postroom/contract/hub'
import { callServer, ServerRefusal } from './call-server.ts'

interface Candidate {
  publicKey: string
  alias: string
  localSecret: string | undefined
  /** The code that an administrator gave to the installation, which pairs it without a person. */
  enrolmentCode: string | undefined
}

/**
 * Shows a code until somebody enters it, and a new code when it expires. A candidate that the server knows, or whose
 * enrolment code it accepts, is paired at once. @returns the id of the new hub.
 * @throws Error when the server cannot be reached, or `signal` aborts
 */
export async function pair(
  server: string,
  { publicKey, alias, localSecret, enrolmentCode }: Candidate,
  showCode: (code: string) => void,
  { signal, pollMs }: { signal: AbortSignal; pollMs: number },
): Promise<string> {
  const known = { public_key: publicKey, alias, ...(localSecret !== undefined && { local_secret: localSecret }) }
  const start = (body: CallOf<typeof startPairing>['body']) => callServer(server, startPairing, { body })
  for (;;) {
    const enrolled =
      enrolmentCode !== undefined && (await unlessRefused(start({ ...known, enrolment_code: enrolmentCode })))
    const { id, code, poll_token } = enrolled || (await start(known))
    const poll = () => callServer(server, pollPairing, { params: { id }, body: { poll_token } })
    const first = await poll()
    if (first.hub_id !== undefined) return first.hub_id
    showCode(code)
    const hubId = await untilTyped(poll, pollMs, signal)
    if (hubId !== undefined) return hubId
  }
}

/** Undefined when the enrolment code is unknown, used up or expired: a person can still pair this device manager. */
const unlessRefused = <T>(starting: Promise<T>): Promise<T | undefined> =>
  starting.catch((error: unknown) => {
    if (error instanceof ServerRefusal && error.code === 'enrolment_code_invalid') return undefined
    throw error
  })

/** The id of the hub, or undefined once the code has expired. */
async function untilTyped(
  poll: () => Promise<{ hub_id?: string | undefined }>,
  pollMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    await sleep(pollMs, undefined, { signal })
    try {
      const { hub_id } = await poll()
      if (hub_id !== undefined) return hub_id
    } catch (error) {
      if (error instanceof ServerRefusal && (error.status === 410 || error.status === 404)) return undefined
      if (error instanceof ServerRefusal && error.status < 500 && error.status !== 429) throw error
      // the server is unreachable for a moment: the shown code stays valid
    }
  }
}

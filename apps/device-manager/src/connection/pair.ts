import { setTimeout as sleep } from 'node:timers/promises'
import { pollPairing, startPairing } from '@postroom/contract/hub'
import { callServer, ServerRefusal } from './call-server.ts'

interface Candidate {
  publicKey: string
  alias: string
  localSecret: string | undefined
  /** Given to the installer. */
  enrolmentCode?: string | undefined
}

/**
 * Shows a code until somebody enters it, and a new code when it expires. @returns the id of the new hub.
 * @throws Error when the server cannot be reached, or `signal` aborts
 */
export async function pair(
  server: string,
  { publicKey, alias, localSecret }: Candidate,
  showCode: (code: string) => void,
  { signal, pollMs }: { signal: AbortSignal; pollMs: number },
): Promise<string> {
  for (;;) {
    const body = { public_key: publicKey, alias, ...(localSecret !== undefined && { local_secret: localSecret }) }
    const { id, code, poll_token } = await callServer(server, startPairing, { body })
    const poll = () => callServer(server, pollPairing, { params: { id }, body: { poll_token } })
    const first = await poll()
    if (first.hub_id !== undefined) return first.hub_id
    showCode(code)
    const hubId = await untilTyped(poll, pollMs, signal)
    if (hubId !== undefined) return hubId
  }
}

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

import { readLimited } from '../../read-limited.ts'
import type { CallLine } from './call-line.store.ts'

/** Who calls an interface of the carrier, and in which line. */
export interface Caller {
  /** Address of the interface, without a slash at its end: `https://api.parcel.royalmail.com/api/v1`. */
  url: string
  /** They hold the key. */
  headers: Readonly<Record<string, string>>
  /** How long one call may take; 8 s where nothing else is said. */
  answerWithinMs?: number | undefined
  line: CallLine
}

/** A call before its answer. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  accept?: 'application/json' | 'application/pdf'
}

/**
 * `answered`: any status that is a clear answer. `not_sent`: the carrier has certainly not acted, and `reason` says why.
 * `unknown`: it may have acted.
 */
export type Sent =
  { kind: 'answered'; status: number; body: Uint8Array } | { kind: 'not_sent'; reason: string } | { kind: 'unknown' }

const BODY_MAX = 5 * 1024 * 1024
const ANSWER_WITHIN_MS = 8_000
const TURN_WITHIN_MS = 5_000
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 60_000
const BUSY = 'Royal Mail is busy. Try again in a minute.'
const UNREACHABLE = 'Royal Mail cannot be reached.'

/** No connection was made, so nothing was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
/** The carrier may have acted before it answered so. */
const UNCLEAR = new Set([408, 425])
const TOO_MANY = 429

/** Sends one call in its turn. A call refused with 429 was not carried out, so it is sent again, once. */
export async function sendCall(caller: Caller, call: Call): Promise<Sent> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    if (!(await caller.line.takeTurn(TURN_WITHIN_MS))) break
    const { sent, retryAfterMs } = await sendOnce(caller, call)
    if (retryAfterMs === undefined) return sent
    await caller.line.pause(retryAfterMs)
    if (retryAfterMs > TURN_WITHIN_MS) break
  }
  return { kind: 'not_sent', reason: BUSY }
}

/** `retryAfterMs` is set when the carrier refused the call because of too many calls. */
async function sendOnce(
  { url, headers, answerWithinMs = ANSWER_WITHIN_MS }: Caller,
  { method, path, body, accept = 'application/json' }: Call,
): Promise<{ sent: Sent; retryAfterMs?: number }> {
  try {
    const answer = await fetch(url + path, {
      method,
      redirect: 'error',
      headers: {
        accept,
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const read = await readLimited(answer, BODY_MAX)
    if (answer.status === TOO_MANY) return { sent: { kind: 'unknown' }, retryAfterMs: pauseIn(answer) }
    if (!read || answer.status >= 500 || UNCLEAR.has(answer.status)) return { sent: { kind: 'unknown' } }
    return { sent: { kind: 'answered', status: answer.status, body: read } }
  } catch (error) {
    const sent: Sent = wasNeverConnected(error) ? { kind: 'not_sent', reason: UNREACHABLE } : { kind: 'unknown' }
    return { sent }
  }
}

function pauseIn({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? Math.min(seconds * 1000, PAUSE_MAX_MS) : PAUSE_MS
}

function wasNeverConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } }
  const codes = cause?.errors?.map(({ code }) => code) ?? [cause?.code]
  return codes.every((code) => code !== undefined && NOT_CONNECTED.has(code))
}

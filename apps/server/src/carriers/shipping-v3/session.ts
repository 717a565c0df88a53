import { jsonOf, type Answered } from '../royal-mail/answered.ts'
import type { CallLine } from '../royal-mail/call-line.store.ts'
import { sendCall, type Call, type Caller, type Sent } from '../royal-mail/send-call.ts'
import { tokenSchema } from './answers.ts'
import type { Interface } from './installation.ts'
import type { Credentials } from './login.store.ts'

/** Calls with one login. All calls of a process share its token. */
export interface Session {
  /** Sends a call with the token. `refused`: nothing was done; the status is 401 when the login is the reason, otherwise 0. */
  send(call: Call): Promise<Exclude<Sent, { kind: 'not_sent' }> | Extract<Answered<never>, { kind: 'refused' }>>
  /** Forgets the token, so that the next call asks for one. */
  forget(): void
}

const MINUTE_MS = 60_000
/** A token is good for four hours. */
const TOKEN_MS = 230 * MINUTE_MS
const UNAUTHORISED = 401
const REFUSED = {
  kind: 'refused',
  status: UNAUTHORISED,
  reason:
    'Royal Mail refused the user name or password of this account, or the client ID of this server. Enter them again, and test the connection.',
} as const
const WITHOUT_TOKEN = {
  kind: 'refused',
  status: 0,
  reason: 'Royal Mail did not answer. Try again in a minute.',
} as const

interface Held {
  asked: Promise<Answered<string>>
  /** What `asked` came to. */
  token?: string
  until: number
}

/** Calls with a login that was refused a moment ago. */
export const REFUSED_SESSION: Pick<Session, 'send'> = { send: async () => REFUSED }

/** @param onRefused called when the login is of no use, before that is answered */
export function openSession(
  { url, clientId, clientSecret, answer_ms, clock = () => performance.now() }: Interface,
  { username, password }: Credentials,
  line: CallLine,
  onRefused: () => Promise<void> = async () => {},
): Session {
  const client = { 'X-IBM-Client-Id': clientId, 'X-IBM-Client-Secret': clientSecret }
  let held: Held | undefined

  const callerWith = (headers: Caller['headers']): Caller => ({
    url,
    headers: { ...client, ...headers },
    answerWithinMs: answer_ms,
    line,
  })
  const sendWith = (token: string, call: Call): Promise<Sent> =>
    sendCall(callerWith({ 'X-RMG-Auth-Token': token }), call)

  async function askToken(): Promise<Answered<string>> {
    const login = { 'X-RMG-Security-Username': username, 'X-RMG-Security-Password': password }
    const sent = await sendCall(callerWith(login), { method: 'POST', path: '/token' })
    if (isUnauthorised(sent)) return REFUSED
    const read = sent.kind === 'answered' && sent.status === 200 ? tokenSchema.safeParse(jsonOf(sent.body)) : undefined
    return read?.success ? { kind: 'ok', value: read.data.token } : { kind: 'unknown' }
  }

  /** One request for all callers that wait for it. @param refused a token that is no longer accepted */
  function currentToken(refused?: string): Promise<Answered<string>> {
    if (held && held.until > clock() && (refused === undefined || held.token !== refused)) return held.asked
    const asking: Held = { asked: askToken(), until: Infinity }
    asking.asked = asking.asked.then((answer) => {
      if (answer.kind === 'ok') Object.assign(asking, { token: answer.value, until: clock() + TOKEN_MS })
      else asking.until = 0
      return answer
    })
    held = asking
    return asking.asked
  }

  async function refuse(): Promise<typeof REFUSED> {
    await onRefused()
    return REFUSED
  }

  return {
    async send(call) {
      const first = await currentToken()
      if (first.kind !== 'ok') return first.kind === 'refused' ? refuse() : WITHOUT_TOKEN
      const sent = await sendWith(first.value, call)
      // 401 is answered before anything is done, so the call may be repeated
      if (!isUnauthorised(sent)) return notSentIsRefused(sent)
      const second = await currentToken(first.value)
      if (second.kind !== 'ok') return second.kind === 'refused' ? refuse() : WITHOUT_TOKEN
      const again = await sendWith(second.value, call)
      if (!isUnauthorised(again)) return notSentIsRefused(again)
      // a token that is refused although it is new: the login is of no use
      return held?.token === second.value ? refuse() : REFUSED
    },
    forget: () => {
      held = undefined
    },
  }
}

const isUnauthorised = (sent: Sent): boolean => sent.kind === 'answered' && sent.status === UNAUTHORISED

const notSentIsRefused = (sent: Sent) =>
  sent.kind === 'not_sent' ? ({ kind: 'refused', status: 0, reason: sent.reason } as const) : sent

import type * as z from 'zod'
import type { ItemOnItsWay } from '@postroom/domain/post/tracking'
import type { TrackingEvent } from '../carrier-port.ts'
import { jsonOf } from '../royal-mail/answered.ts'
import { sendCall, type Caller } from '../royal-mail/send-call.ts'
import { eventsSchema, isNotKnown, saysNotKnown, scansOf, summarySchema } from './answers.ts'
import { codeOf } from './event-codes.ts'

/** Royal Mail's tracking interface, and the key of the installation. */
export interface RoyalMailTracking {
  /** Address of the interface, without a slash at its end: `https://api.royalmail.net/mailpieces/v2`. */
  url: string
  clientId: string
  clientSecret: string
  /** How long one call may take; 5 s where nothing else is said. */
  answer_ms?: number
}

/** `refused`: the key. `unknown`: every other answer that says nothing about the items, and none at all. */
export type Answered<T> = { kind: 'ok'; value: T } | { kind: 'refused' } | { kind: 'unknown' }

/** The calls of the interface that we use. */
export interface TrackingApi {
  /** The scans of one item; none while Royal Mail does not know it. */
  events(item: string): Promise<Answered<TrackingEvent[]>>
  /** Which of up to thirty items have newer scans than we know. `unknown`: those of which the answer says nothing. */
  moved(items: readonly ItemOnItsWay[]): Promise<Answered<{ moved: ItemOnItsWay[]; unknown: ItemOnItsWay[] }>>
}

const UNKNOWN = { kind: 'unknown' } as const
const KEY_REFUSED = new Set([401, 403])

export function trackingApi(caller: Caller): TrackingApi {
  return {
    async events(item) {
      const answer = await ask(caller, eventsSchema, `/${encodeURIComponent(item)}/events`)
      if (answer.kind === 'not_known') return { kind: 'ok', value: [] }
      if (answer.kind !== 'ok') return answer
      const { mailPieceId, error, events } = answer.value.mailPieces
      if (mailPieceId !== item || (error && !isNotKnown(error))) return UNKNOWN
      return { kind: 'ok', value: scansOf(item, events) }
    },

    async moved(items) {
      const ids = items.map(({ item_number }) => encodeURIComponent(item_number)).join(',')
      const answer = await ask(caller, summarySchema, `/summary?mailPieceId=${ids}`)
      if (answer.kind === 'not_known') return { kind: 'ok', value: { moved: [], unknown: [] } }
      if (answer.kind !== 'ok') return answer
      const pieces = new Map(answer.value.mailPieces.map((piece) => [piece.mailPieceId, piece]))
      const isUnknown = ({ item_number }: ItemOnItsWay) => {
        const piece = pieces.get(item_number)
        return !piece || (piece.error !== undefined && !isNotKnown(piece.error))
      }
      const hasMoved = ({ item_number, newest }: ItemOnItsWay) => {
        const { lastEventCode, lastEventDateTime } = pieces.get(item_number)?.summary ?? {}
        const code = codeOf(lastEventCode)
        if (!lastEventDateTime || !code) return false
        return !newest || lastEventDateTime > newest.at || code !== newest.code
      }
      return { kind: 'ok', value: { moved: items.filter(hasMoved), unknown: items.filter(isUnknown) } }
    },
  }
}

/** `not_known`: Royal Mail knows none of the items. */
async function ask<Schema extends z.ZodType>(
  caller: Caller,
  schema: Schema,
  path: string,
): Promise<Answered<z.output<Schema>> | { kind: 'not_known' }> {
  const sent = await sendCall(caller, { method: 'GET', path })
  if (sent.kind !== 'answered') return UNKNOWN
  if (KEY_REFUSED.has(sent.status)) return { kind: 'refused' }
  const body = jsonOf(sent.body)
  if (sent.status !== 200) return saysNotKnown(body) ? { kind: 'not_known' } : UNKNOWN
  const parsed = schema.safeParse(body)
  return parsed.success ? { kind: 'ok', value: parsed.data } : UNKNOWN
}

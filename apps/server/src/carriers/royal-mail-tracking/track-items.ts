import type { ItemOnItsWay } from '@postroom/domain/post/tracking'
import type { Db } from '../../db/database.ts'
import { answerWithin } from '../answer-within.ts'
import { callLine } from '../royal-mail/call-line.store.ts'
import type { TrackOutcome } from '../carrier-port.ts'
import { trackingApi, type Answered, type RoyalMailTracking } from './tracking-api.ts'

/** The description says that there is a limit and not which: as at Click & Drop, five calls a second with one key. */
const MS_BETWEEN_CALLS = 200
const ANSWER_WITHIN_MS = 5_000
/** Each of two rounds, so that the carrier's own time limit is kept. */
const ROUND_MS = 8_000
/** Items that one summary may name. */
const SUMMARY_MAX = 30

/**
 * Asks Royal Mail for the newer events of `items`. A single item is one call. Of several, summaries say which have moved,
 * and only those are asked for; one that fails leaves the events of the others.
 */
export const trackItems =
  (db: Db, { url, clientId, clientSecret, answer_ms = ANSWER_WITHIN_MS }: RoyalMailTracking) =>
  async (items: readonly ItemOnItsWay[]): Promise<TrackOutcome> => {
    const api = trackingApi({
      url,
      headers: {
        'x-ibm-client-id': clientId,
        'x-ibm-client-secret': clientSecret,
        'x-accept-rmg-terms': 'yes',
      },
      answerWithinMs: answer_ms,
      line: callLine(db, 'royal-mail-tracking', MS_BETWEEN_CALLS),
    })
    const summaries = items.length > 1 ? await inTime(groupsOf(items), (group) => api.moved(group)) : []
    const found = summaries.flatMap((answer) => (answer.kind === 'ok' ? [answer.value] : []))
    const moved = items.length > 1 ? found.flatMap((group) => group.moved) : items
    const answers = await inTime(moved, ({ item_number }) => api.events(item_number))
    const events = answers.flatMap((answer) => (answer.kind === 'ok' ? answer.value : []))
    const all = [...summaries, ...answers]
    const kinds = new Set(all.map(({ kind }) => kind))
    if (all.length > 0 && !kinds.has('ok')) return { kind: kinds.has('refused') ? 'refused' : 'unknown' }
    const isWhole = all.every(({ kind }) => kind === 'ok') && found.every(({ unknown }) => unknown.length === 0)
    return { kind: isWhole ? 'tracked' : 'partly', events }
  }

/** Calls at once; their line spaces them. One that takes too long is unknown. */
const inTime = <Asked, T>(all: readonly Asked[], call: (one: Asked) => Promise<Answered<T>>): Promise<Answered<T>[]> =>
  Promise.all(all.map((one) => answerWithin(ROUND_MS, () => call(one))))

const groupsOf = (items: readonly ItemOnItsWay[]): ItemOnItsWay[][] =>
  Array.from({ length: Math.ceil(items.length / SUMMARY_MAX) }, (_, group) =>
    items.slice(group * SUMMARY_MAX, (group + 1) * SUMMARY_MAX),
  )

import * as z from 'zod'
import type { TrackingEvent } from '../carrier-port.ts'
import { optional } from '../royal-mail/answered.ts'
import { codeOf } from './event-codes.ts'

/**
 * Answers of Royal Mail's tracking interface v2, as far as we read them. Null is read as absent. The name
 * of the person who signed for an item is not read. Source: the published description of the interface, version 1.0.36.
 */

const EVENTS_MAX = 200
const WORDS_MAX = 120
const words = z
  .string()
  .nullish()
  .transform((text) =>
    (text ?? '')
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, WORDS_MAX),
  )
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const code = optional(z.string().max(20))

/** A barcode that Royal Mail does not know yet. */
const NOT_KNOWN = 'E1142'
const errorSchema = z.object({ errorCode: z.string().max(20) })

const eventSchema = z.object({ eventCode: code, eventName: words, eventDateTime: time, locationName: words })

/** One item with its events. */
export const eventsSchema = z.object({
  mailPieces: z.object({
    mailPieceId: z.string(),
    error: optional(errorSchema),
    events: optional(z.array(eventSchema).max(EVENTS_MAX)),
  }),
})

/** Several items, each with its newest event, or with an error. */
export const summarySchema = z.object({
  mailPieces: z.array(
    z.object({
      mailPieceId: z.string(),
      error: optional(errorSchema),
      summary: optional(z.object({ lastEventCode: code, lastEventDateTime: optional(time) })),
    }),
  ),
})

/** The error about one item, in an answer of any status. */
const refusalSchema = z.object({ errors: z.array(errorSchema).min(1) })

/** Whether an answer, or what it says of an item, means that Royal Mail does not know the item yet. */
export const isNotKnown = (error: z.output<typeof errorSchema>): boolean => error.errorCode === NOT_KNOWN

export function saysNotKnown(body: unknown): boolean {
  const parsed = refusalSchema.safeParse(body)
  return parsed.success && parsed.data.errors.every(isNotKnown)
}

/** The scans among the events of an item. */
export const scansOf = (item_number: string, events: readonly z.output<typeof eventSchema>[] = []): TrackingEvent[] =>
  events.flatMap(({ eventCode, eventName, eventDateTime, locationName }) => {
    const meaning = codeOf(eventCode)
    return meaning
      ? [{ item_number, at: eventDateTime, code: meaning, description: eventName, place: locationName }]
      : []
  })

import * as z from 'zod'

/**
 * What an interface of Royal Mail answered. `ok`: done. `refused`: certainly not done; `reason` in the carrier's words where it
 * gave any. `unknown`: it may have been done.
 */
export type Answered<T> = { kind: 'ok'; value: T } | Refused | { kind: 'unknown' }
interface Refused {
  kind: 'refused'
  /** 0 when the call was not sent. */
  status: number
  reason: string
}

/** Null is read as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)
export const words = optional(z.string())

/** A body as JSON; nothing when it is none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

const REASON_MAX = 300

/** One line of the carrier's messages, without the empty ones. */
export function reasonOf(messages: readonly (string | undefined)[]): string | undefined {
  const text = messages
    .map((message) => message?.trim())
    .filter(Boolean)
    .join(' ')
  return text === '' ? undefined : text.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX)
}

import * as z from 'zod'
import { jsonWithin } from './json-depth.ts'

/** Seventeen digits: units of 100 ns since 1970. The number is larger than 2^53, so it is kept as text, which sorts correctly. */
export const timetokenSchema = z.string().regex(/^\d{17}$/)
/** At most 92 characters, without the separators of the transports. */
export const channelSchema = z
  .string()
  .max(92)
  .regex(/^[\w.-]+$/)
const sequence = z.int().min(0)

export const FRAME_LIMIT_BYTES = 65_536
export const MESSAGE_LIMIT_CHARS = 32_768
/** A printer's state is nested six deep in the reports of a device manager. */
const MESSAGE_DEPTH_MAX = 32
export const HISTORY_LIMIT = 100
/** Our own close codes of the socket, beside the standard ones. */
export const CLOSE_DENIED = 4403
export const CLOSE_MALFORMED = 1003

/**
 * A frame from a client. The first frame is `auth`. A frame rejected with 429 may be sent again under its number after a second;
 * until then no later `pub` is accepted, so that messages keep their order.
 */
export const clientFrameSchema = z.union([
  z.strictObject({ auth: z.string().max(200) }),
  z.strictObject({ pub: channelSchema, d: jsonWithin(MESSAGE_DEPTH_MAX), store: z.boolean().optional(), n: sequence }),
  z.strictObject({ sub: channelSchema, since: timetokenSchema.optional(), n: sequence }),
  z.strictObject({
    hist: channelSchema,
    start: timetokenSchema.optional(),
    end: timetokenSchema.optional(),
    count: z.int().min(1).max(HISTORY_LIMIT),
    n: sequence,
  }),
  z.strictObject({ time: z.literal(1), n: sequence }),
])
export type ClientFrame = z.output<typeof clientFrameSchema>

/** A delivered message: channel, timetoken, publisher, payload. */
export const wireMessageSchema = z.object({ c: z.string(), t: timetokenSchema, i: z.string(), d: z.unknown() })

export const serverFrameSchema = z.union([
  z.object({ ok: z.literal(1) }),
  z.object({ m: wireMessageSchema }),
  z.object({ n: sequence, t: timetokenSchema, h: z.array(wireMessageSchema).optional() }),
  z.object({ n: sequence, err: z.int() }),
])
export type ServerFrame = z.output<typeof serverFrameSchema>

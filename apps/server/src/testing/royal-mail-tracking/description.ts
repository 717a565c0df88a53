import * as z from 'zod'

/**
 * Royal Mail's tracking interface v2 as its publisher describes it, for the parts that we call: every request to the stub
 * and every answer of it is checked. Source: the published description of the interface, version 1.0.36.
 */
const text = z.string().optional()
const time = z.iso.datetime({ offset: true })

export const headersSchema = z.object({
  'x-ibm-client-id': z.string().min(1),
  'x-ibm-client-secret': z.string().min(1),
  'x-accept-rmg-terms': z.enum(['yes', 'no']),
})

/** Numbers of items, separated by commas. */
export const summaryQuerySchema = z.strictObject({
  mailPieceId: z.string().refine((list) => list.split(',').length <= 30, 'names more than thirty items'),
})

const errorSchema = z.strictObject({
  errorCode: text,
  errorDescription: text,
  errorCause: text,
  errorResolution: text,
})

const eventSchema = z.strictObject({ eventCode: text, eventName: text, eventDateTime: time, locationName: text })
export type StubEvent = z.output<typeof eventSchema>

const summarySchema = z.strictObject({
  oneDBarcode: text,
  productName: text,
  lastEventCode: text,
  lastEventName: text,
  lastEventDateTime: time.optional(),
  lastEventLocationName: text,
  statusCategory: text,
})

const carrier = { carrierShortName: text, carrierFullName: text }
const gatewayErrorSchema = z.strictObject({ httpCode: text, httpMessage: text, moreInformation: text })
const errorsSchema = z.strictObject({ httpCode: text, httpMessage: text, errors: z.array(errorSchema).optional() })

/** What the calls may answer besides 200, by status. 404 is not listed with the calls, only in an example of an error. */
export const REFUSALS: Readonly<Record<number, z.ZodType>> = {
  400: errorsSchema,
  401: gatewayErrorSchema,
  403: z.strictObject({ errors: z.array(errorSchema).optional() }),
  404: errorsSchema,
  405: gatewayErrorSchema,
  429: gatewayErrorSchema,
  500: errorsSchema,
}

/** What each call answers with status 200. */
export const ANSWERS = {
  events: z.object({
    mailPieces: z.strictObject({
      mailPieceId: z.string(),
      ...carrier,
      summary: summarySchema.optional(),
      signature: z.strictObject({ recipientName: text, signatureDateTime: time.optional(), imageId: text }).optional(),
      events: z.array(eventSchema).optional(),
    }),
  }),
  summary: z.object({
    mailPieces: z.array(
      z.strictObject({
        mailPieceId: z.string(),
        status: z.string(),
        ...carrier,
        summary: summarySchema.optional(),
        error: errorSchema.optional(),
      }),
    ),
  }),
} as const satisfies Record<string, z.ZodType>
export type CallName = keyof typeof ANSWERS

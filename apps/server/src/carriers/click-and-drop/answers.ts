import * as z from 'zod'

/**
 * Answers of Click & Drop v1, as far as we read them: a new field must not break a purchase. Null is read as absent.
 * Source: the published description of the interface, version 1.0.0.
 */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)
const words = optional(z.string())

const packageSchema = z.object({ trackingNumber: words })

/** An order at the carrier. `trackingNumber` can be missing until the label exists. */
const orderSchema = z.object({
  orderIdentifier: z.int(),
  orderReference: words,
  trackingNumber: words,
  packages: optional(z.array(packageSchema)),
})
export type Order = z.output<typeof orderSchema>

export const ordersSchema = z.array(orderSchema)

/** A failure of a creation is listed in an answer with status 200. */
export const createdSchema = z.object({
  createdOrders: optional(z.array(orderSchema.extend({ label: words }))),
  failedOrders: optional(z.array(z.object({ errors: optional(z.array(z.object({ errorMessage: words }))) }))),
})
export type CreatedOrder = NonNullable<z.output<typeof createdSchema>['createdOrders']>[number]

export const deletedSchema = z.object({
  deletedOrders: optional(z.array(z.object({ orderIdentifier: optional(z.int()) }))),
  errors: optional(z.array(z.object({ message: words }))),
})

/** A manifest; the answer to a request has no status. `errors` as one line. */
export const manifestSchema = z.object({
  manifestNumber: z.int(),
  status: words,
  documentPdf: words,
  errors: optional(z.array(z.object({ description: words }))).transform(
    (errors) => errors && reasonOf(errors.map(({ description }) => description)),
  ),
})
export type Manifest = z.output<typeof manifestSchema>

export const versionSchema = z.object({ release: words, releaseDate: z.string() })

/** The four shapes of its errors: one error, a list of them, a list named `errors`, and a gateway's. */
const errorSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => [message]),
  z.array(z.object({ message: z.string() })).transform((errors) => errors.map(({ message }) => message)),
  z
    .object({ errors: z.array(z.object({ description: z.string() })) })
    .transform(({ errors }) => errors.map(({ description }) => description)),
  z.object({ httpMessage: z.string() }).transform(({ httpMessage }) => [httpMessage]),
])

const REASON_MAX = 300

/** The carrier's own words about a refusal; nothing when it gave none. */
export function reasonIn(body: unknown): string | undefined {
  const parsed = errorSchema.safeParse(body)
  return parsed.success ? reasonOf(parsed.data) : undefined
}

/** One line of the carrier's messages, without the empty ones. */
export function reasonOf(messages: readonly (string | undefined)[]): string | undefined {
  const text = messages
    .map((message) => message?.trim())
    .filter(Boolean)
    .join(' ')
  return text === '' ? undefined : text.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX)
}

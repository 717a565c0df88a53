import * as z from 'zod'
import { optional, reasonOf, words } from '../royal-mail/answered.ts'

/**
 * Answers of Click & Drop v1, as far as we read them: a new field must not break a purchase.
 * Source: the published description of the interface, version 1.0.0.
 */
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

/** A return label. The description says neither what is certain to be there nor which picture the QR code is. */
export const madeReturnSchema = z.object({
  shipment: optional(z.object({ trackingNumber: words })),
  qrCode: words,
  label: words,
})
export type MadeReturn = z.output<typeof madeReturnSchema>

export const returnServicesSchema = z.object({
  services: z.array(z.object({ serviceCode: words, serviceName: words })),
})

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

/** The carrier's own words about a refusal; nothing when it gave none. */
export function reasonIn(body: unknown): string | undefined {
  const parsed = errorSchema.safeParse(body)
  return parsed.success ? reasonOf(parsed.data) : undefined
}

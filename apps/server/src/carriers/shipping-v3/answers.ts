import * as z from 'zod'
import { optional, reasonOf, words } from '../royal-mail/answered.ts'

/**
 * Answers of the Royal Mail Shipping API v3, as far as we read them: a new field must not break a purchase. Source: the
 * published description of the interface, version 3.0.20.
 */
export const tokenSchema = z.object({ token: z.string().min(1).max(4_000) })

const shipmentId = optional(z.string().regex(/^[0-9A-Za-z]{13,21}$/))

/** A package. Royal Mail misspells the name of its number in answers, and not in requests: either spelling will do. */
const packageSchema = z
  .object({
    PackageOccurance: optional(z.int()),
    PackageOccurrence: optional(z.int()),
    UniqueId: shipmentId,
    TrackingNumber: shipmentId,
  })
  .transform(({ PackageOccurance, PackageOccurrence = PackageOccurance, UniqueId, TrackingNumber }) => ({
    occurrence: PackageOccurrence,
    id: UniqueId ?? TrackingNumber,
  }))
  .pipe(z.object({ occurrence: z.literal(1), id: z.string() }))

/** A shipment of one package, by the identifier under which its label is asked for. */
export const createdSchema = z.object({ Packages: z.tuple([packageSchema]) }).transform(({ Packages: [one] }) => one.id)

/** A label in base64. A service without tracking has no tracking number. */
export const labelSchema = z
  .object({ LabelImage: z.string().min(1), TrackingNumber: shipmentId })
  .transform(({ LabelImage, TrackingNumber }) => ({ pdf: Buffer.from(LabelImage, 'base64'), number: TrackingNumber }))
export type PrintedLabel = z.output<typeof labelSchema>

/** Its two shapes of errors: a list with messages, and a gateway's. */
const errorSchema = z.union([
  z
    .object({ Errors: z.array(z.object({ Message: words })).min(1) })
    .transform(({ Errors }) => Errors.map(({ Message }) => Message)),
  z.object({ Message: z.string() }).transform(({ Message }) => [Message]),
  z
    .object({ httpMessage: z.string(), moreInformation: words })
    .transform(({ httpMessage, moreInformation = httpMessage }) => [moreInformation]),
])

/** The carrier's own words about a refusal; nothing when it gave none. */
export function reasonIn(body: unknown): string | undefined {
  const parsed = errorSchema.safeParse(body)
  return parsed.success ? reasonOf(parsed.data) : undefined
}

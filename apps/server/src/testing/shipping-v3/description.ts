import * as z from 'zod'

/**
 * The Royal Mail Shipping API v3 as its publisher describes it, for the parts that we call: every request to the stub and every
 * answer of it is checked. Source: the published description of the interface, version 3.0.20.
 */
const text = (max: number) => z.string().max(max).optional()

/** A tracking number, or the identifier that every shipment has. */
const shipmentIdSchema = z.string().min(13).max(21)

const addressFields = {
  CompanyName: text(35),
  AddressLine2: text(35),
  AddressLine3: text(35),
  County: text(50),
  PhoneNumber: text(20),
  EmailAddress: text(254),
}

const shipmentSchema = z.strictObject({
  Shipper: z.strictObject({ ShipperReference: text(40) }).optional(),
  Destination: z.strictObject({
    ...addressFields,
    ContactName: z.string().min(1).max(40),
    AddressLine1: z.string().min(1).max(35),
    Town: z.string().min(1).max(35),
    Postcode: z.string().min(1).max(10),
    CountryCode: z.string().length(2),
  }),
  ShipmentInformation: z.strictObject({
    ShipmentAction: z.enum(['Process', 'Allocate', 'Create']).optional(),
    ShipmentDate: z.iso.date(),
    ServiceCode: z.string().min(1).max(10),
    ServiceOptions: z
      .strictObject({
        PostingLocation: z.string().length(10),
        ServiceFormat: z.enum(['L', 'F', 'P', 'S']).optional(),
        ConsequentialLoss: z.enum(['Level1', 'Level2', 'Level3', 'Level4', 'Level5']).optional(),
        RecordedSignedFor: z.boolean().optional(),
      })
      .optional(),
    TotalPackages: z.int().min(1).max(9),
    TotalWeight: z.number().min(0.001),
    WeightUnitOfMeasure: z.enum(['KG', 'Grams']).optional(),
  }),
})
export type ShipmentRequest = z.output<typeof shipmentSchema>

export const REQUESTS = {
  create: shipmentSchema,
  label: z.strictObject({ LabelFormat: z.enum(['PDF', 'PNG', 'DATASTREAM', 'ZPL203DPI', 'ZPL300DPI']).optional() }),
  cancel: z
    .array(
      z.strictObject({
        ShipmentId: shipmentIdSchema,
        ReasonForCancellation: z.enum(['OrderCancelled', 'Repacked', 'UploadedInError', 'WrongService']),
      }),
    )
    .min(1)
    .max(99),
  token: z.undefined(),
} as const satisfies Record<string, z.ZodType>
export type CallName = keyof typeof REQUESTS

/** What every answer of the interface has, besides its own fields. */
const outcome = {
  HttpStatusCode: z.int(),
  HttpStatusDescription: z.string(),
  Message: z.string().optional(),
  Errors: z
    .array(z.strictObject({ Message: z.string(), Cause: z.string().optional(), ErrorCode: z.string().optional() }))
    .optional(),
}
const gatewayErrorSchema = z.strictObject({
  httpCode: z.int(),
  httpMessage: z.string(),
  moreInformation: z.string().optional(),
})
const trackingNumber = z.string().length(13).optional()
const failed = z.strictObject(outcome)

/** What each call may answer, by status. The number of a package is misspelt in the description too. */
export const ANSWERS = {
  create: {
    200: z.strictObject({
      ...outcome,
      Packages: z.array(
        z.strictObject({
          PackageOccurance: z.int().min(1).max(15),
          UniqueId: z.string().length(21).optional(),
          TrackingNumber: trackingNumber,
          CarrierCode: text(4),
        }),
      ),
    }),
    400: failed,
    401: gatewayErrorSchema,
  },
  label: {
    200: z.strictObject({
      ...outcome,
      ShipmentId: shipmentIdSchema,
      LabelImage: z.base64().optional(),
      LabelImageFormat: z.enum(['PDF', 'PNG']).optional(),
      TrackingNumber: trackingNumber,
      UniqueId: z.string().length(21).optional(),
    }),
    400: failed.extend({ ShipmentId: shipmentIdSchema }),
    401: gatewayErrorSchema,
    404: failed.extend({ ShipmentId: shipmentIdSchema }),
  },
  cancel: {
    200: failed.extend({ ShipmentIds: z.array(shipmentIdSchema) }),
    400: failed.extend({ ShipmentIds: z.array(shipmentIdSchema) }),
    401: gatewayErrorSchema,
    404: failed.extend({ ShipmentIds: z.array(shipmentIdSchema) }),
  },
  token: { 200: z.strictObject({ token: z.string() }), 401: gatewayErrorSchema },
} as const satisfies Record<CallName, Record<number, z.ZodType>>

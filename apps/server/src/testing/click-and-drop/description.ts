import * as z from 'zod'

/**
 * The interface of Click & Drop v1 as its publisher describes it, for the parts that we call: every request to the stub and
 * every answer of it is checked. Source: the published description of the interface, version 1.0.0.
 */
const text = (max: number) => z.string().max(max).optional()
const money = z.number().min(0).max(999_999).multipleOf(0.01)

const addressSchema = z.strictObject({
  fullName: text(210),
  companyName: text(100),
  addressLine1: z.string().min(1).max(100),
  addressLine2: text(100),
  addressLine3: text(100),
  city: z.string().min(1).max(100),
  county: text(100),
  postcode: text(20),
  countryCode: z.string().min(2).max(3),
})

const productSchema = z.strictObject({
  name: text(800),
  quantity: z.int().min(1).max(999_999),
  unitValue: money,
  unitWeightInGrams: z.int().min(0).max(999_999),
  customsDescription: text(50),
  extendedCustomsDescription: text(300),
  customsCode: text(10),
  originCountryCode: text(3),
  customsDeclarationCategory: z
    .enum(['none', 'gift', 'commercialSample', 'documents', 'other', 'returnedGoods', 'saleOfGoods', 'mixedContent'])
    .optional(),
})

const packageSchema = z.strictObject({
  weightInGrams: z.int().min(1).max(30_000),
  packageFormatIdentifier: z.enum([
    'undefined',
    'letter',
    'largeLetter',
    'smallParcel',
    'mediumParcel',
    'largeParcel',
    'parcel',
    'documents',
  ]),
  dimensions: z
    .strictObject({ heightInMms: z.int().min(1), widthInMms: z.int().min(1), depthInMms: z.int().min(1) })
    .optional(),
  contents: z.array(productSchema).optional(),
})

const createOrderSchema = z.strictObject({
  orderReference: text(40),
  recipient: z.strictObject({
    address: addressSchema,
    phoneNumber: text(25),
    emailAddress: text(254),
  }),
  sender: z.strictObject({ tradingName: text(250), phoneNumber: text(25), emailAddress: text(254) }).optional(),
  packages: z.array(packageSchema).optional(),
  orderDate: z.iso.datetime(),
  plannedDespatchDate: z.iso.datetime().optional(),
  subtotal: money,
  shippingCostCharged: money,
  total: money,
  currencyCode: text(3),
  postageDetails: z
    .strictObject({
      serviceCode: text(10),
      requestSignatureUponDelivery: z.boolean().optional(),
      IOSSNumber: text(50),
    })
    .optional(),
  label: z
    .strictObject({
      includeLabelInResponse: z.boolean(),
      includeCN: z.boolean().optional(),
      includeReturnsLabel: z.boolean().optional(),
    })
    .optional(),
})
export type CreateOrderRequest = z.output<typeof createOrderSchema>

export const createOrdersSchema = z.strictObject({ items: z.array(createOrderSchema).min(1) })

const orderSchema = z.strictObject({
  orderIdentifier: z.int(),
  orderReference: z.string().optional(),
  createdOn: z.iso.datetime(),
  manifestedOn: z.iso.datetime().optional(),
  trackingNumber: z.string().optional(),
  packages: z.array(z.strictObject({ packageNumber: z.int(), trackingNumber: z.string().optional() })),
})
export type OrderInfo = z.output<typeof orderSchema>

const errorSchema = z.strictObject({ code: z.string().optional(), message: z.string(), details: z.string().optional() })
const orderErrorsSchema = z.array(
  z.strictObject({ orderIdentifier: z.int().optional(), code: z.string().optional(), message: z.string() }),
)

const manifestErrorsSchema = z.array(z.strictObject({ code: z.string(), description: z.string() }))

export const makeManifestSchema = z.strictObject({ carrierName: text(50) })

const returnAddressSchema = z.strictObject({
  title: text(25),
  firstName: z.string().min(1).max(150),
  lastName: z.string().min(1).max(150),
  companyName: text(250),
  addressLine1: z.string().min(1).max(250),
  addressLine2: text(250),
  addressLine3: text(250),
  city: z.string().min(1).max(100),
  county: text(250),
  postcode: z.string().min(1).max(25),
  country: z.string().min(1).max(50),
  countryIsoCode: z.string().length(3),
})

/** Source: the classes of a generated client of the interface, 2026; its published description does not have returns yet. */
export const createReturnSchema = z.strictObject({
  service: z.strictObject({ serviceCode: z.string(), serviceRegisterCode: z.string().optional() }),
  shipment: z.strictObject({
    shippingAddress: returnAddressSchema,
    returnAddress: returnAddressSchema,
    customerReference: z.strictObject({ reference: z.string().max(50) }).optional(),
  }),
})
export type CreateReturnRequest = z.output<typeof createReturnSchema>

/** What each call may answer, by status. */
export const ANSWERS = {
  create: {
    200: z.strictObject({
      successCount: z.int(),
      errorsCount: z.int(),
      createdOrders: z.array(
        orderSchema.extend({
          label: z.base64().optional(),
          labelErrors: z.array(z.strictObject({ code: z.string(), message: z.string() })).optional(),
        }),
      ),
      failedOrders: z.array(
        z.strictObject({
          order: createOrderSchema,
          errors: z.array(
            z.strictObject({
              errorCode: z.int(),
              errorMessage: z.string(),
              fields: z.array(z.strictObject({ fieldName: z.string(), value: z.string() })).optional(),
            }),
          ),
        }),
      ),
    }),
    400: errorSchema,
  },
  find: { 200: z.array(orderSchema), 400: orderErrorsSchema },
  list: { 200: z.strictObject({ orders: z.array(orderSchema), continuationToken: z.string().optional() }) },
  remove: {
    200: z.strictObject({
      deletedOrders: z.array(z.strictObject({ orderIdentifier: z.int(), orderReference: z.string().optional() })),
      errors: orderErrorsSchema,
    }),
  },
  manifest: {
    200: z.strictObject({
      manifestNumber: z.int(),
      status: z.enum(['In Progress', 'Completed', 'Failed']),
      documentPdf: z.base64().optional(),
      errors: manifestErrorsSchema.optional(),
    }),
    201: z.strictObject({ manifestNumber: z.int(), documentPdf: z.base64() }),
    202: z.strictObject({ manifestNumber: z.int() }),
    400: z.strictObject({ errors: manifestErrorsSchema }),
  },
  services: {
    200: z.strictObject({
      services: z.array(z.strictObject({ serviceName: z.string().optional(), serviceCode: z.string().optional() })),
    }),
    401: errorSchema,
  },
  return: {
    200: z.union([
      z.strictObject({
        shipment: z.strictObject({ trackingNumber: z.string(), uniqueItemId: z.string() }),
        qrCode: z.string().optional(),
        label: z.string().optional(),
      }),
      z.strictObject({ errors: manifestErrorsSchema }),
    ]),
    400: errorSchema,
    403: errorSchema,
  },
  version: { 200: z.strictObject({ release: z.string(), releaseDate: z.iso.datetime() }) },
} as const satisfies Record<string, Record<number, z.ZodType>>
export type CallName = keyof typeof ANSWERS | 'label'

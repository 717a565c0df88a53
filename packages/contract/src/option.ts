import {
  compensationLevels,
  OPTION_CODES,
  optionOf,
  type OptionCode,
  type OptionField,
} from '@postroom/domain/catalogue/options'
import * as z from 'zod'

const value = <T extends z.ZodType>(schema: T) => z.strictObject({ value: schema })

/** A field of an option, by the row of the option (spec §5). */
const FIELDS = {
  compensation: ({ services }) => value(z.literal(compensationLevels(services))).optional(),
  saturday: () => value(z.boolean()).optional(),
  /** Sent only above 0; 0 means that it is not requested. */
  consequential_loss: () => value(z.literal([0, 1000, 2500, 5000, 7500, 10000])).optional(),
  amount: () => value(z.int()),
} as const satisfies Record<OptionField, (option: ReturnType<typeof optionOf>) => z.ZodType>

function schemaOf(code: OptionCode) {
  const option = optionOf(code)
  const fields = z.strictObject(Object.fromEntries(option.fields.map((field) => [field, FIELDS[field](option)])))
  return z.strictObject({
    code: z.literal(code),
    fields: option.fields.includes('amount') ? fields : fields.default({}),
  })
}

/** An option of a shipment. Its row says which fields it has; others are refused. */
export interface ShipmentOption {
  code: OptionCode
  fields: {
    compensation?: { value: number } | undefined
    saturday?: { value: boolean } | undefined
    consequential_loss?: { value: number } | undefined
    amount?: { value: number } | undefined
  }
}

/** An option and its fields, each field holding a `value` (spec §3). Compensation is in whole pounds, amount in pence. */
export const optionSchema = z.discriminatedUnion(
  'code',
  OPTION_CODES.map(schemaOf) as [ReturnType<typeof schemaOf>],
) as unknown as z.ZodType<ShipmentOption, Pick<ShipmentOption, 'code'> & Partial<ShipmentOption>>

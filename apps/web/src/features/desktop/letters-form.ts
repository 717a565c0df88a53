import { fieldCode } from '@postroom/contract/field-errors'
import type { PostalAddress } from '@postroom/contract/address'
import type { RateRequest } from '@postroom/contract/rate'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import type { LabelPosition, LabelStock } from '@postroom/domain/media/label-stock'
import { MOST_LABELS } from '@postroom/domain/purchase/purchase'
import * as z from 'zod'
import { gramsOf, weightFromText } from '../../item-form/measure-input.ts'
import { onlyService, optionsOf } from '../../item-form/service-choice.ts'

/** What this page sends. Without an addressee, letters stay in the United Kingdom. */
export const LETTER_FORMATS = ['letter', 'large_letter'] as const
export const RETURN_LINES = 4

/** The values of the page, with texts as typed. The places on a sheet are apart: they belong to the sheet. */
export const lettersFormSchema = z
  .object({
    packaging: z.enum(LETTER_FORMATS),
    weight: z.string().trim().min(1),
    /** Empty until the user chooses one: the suggested service applies. */
    service: z.enum(['', ...SERVICE_CODES]),
    label_name: z.string(),
    /** Labels from a roll. */
    quantity: z.string(),
    slogan: z.string().trim().max(60),
    /** Up to four lines, separated by \n; empty: not on the label. */
    return_address: z.string().max(200),
    shipping_date: z.string(),
    /** Id of the cost centre; empty: none. */
    costcenter: z.string(),
  })
  .superRefine(({ weight, packaging }, context) => {
    const typed = weightFromText(weight)
    const code = !typed ? 'invalid_weight' : gramsOf(typed) > packagingOf(packaging).max_weight ? 'too_big' : undefined
    if (code && weight !== '') context.addIssue({ code: 'custom', path: ['weight'], params: fieldCode(code) })
  })
export type LettersForm = z.output<typeof lettersFormSchema>

export const emptyLetters = (today: string, label_name: string): LettersForm => ({
  packaging: 'letter',
  weight: '',
  service: '',
  label_name,
  quantity: '1',
  slogan: '',
  return_address: '',
  shipping_date: today,
  costcenter: '',
})

/** The request for the prices of one letter by every service; undefined while the weight cannot be read. */
export function letterRequest(form: LettersForm, from: PostalAddress | undefined): RateRequest | undefined {
  const weight = weightFromText(form.weight)
  if (!weight) return undefined
  const { country = 'GB', postal_code = '' } = from ?? {}
  return {
    carrier: DEFAULT_CARRIER.code,
    options: [],
    shipping_date: form.shipping_date,
    to: { country: 'GB', postal_code: '' },
    from: { country, postal_code },
    parcels: [{ number: 1, packaging: form.packaging, weight }],
    meta_data: { quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' },
  }
}

/** The options that a service needs. Letters offer nothing to choose besides it. */
export const optionsFor = (service: ServiceCode) => optionsOf(service, onlyService(service)) ?? []

/** How many labels a roll is to print; undefined while it cannot be read. */
export function quantityFrom(text: string): number | undefined {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= MOST_LABELS ? count : undefined
}

/** What is bought: one purchase for all labels (docs/decisions/012), without an addressee. */
export function lettersDraft(
  form: LettersForm,
  chosen: {
    service: ServiceCode
    by: string
    /** The price of one letter that the user saw, in pence. */
    total_charge: number
    from: PostalAddress
    stock: LabelStock
    positions: LabelPosition[]
    quantity: number
  },
): ShipmentDraftInput {
  const { service, by, total_charge, from, stock, positions, quantity } = chosen
  const request = letterRequest(form, from)
  if (!request) throw new RangeError('The form must be valid before it is bought')
  const { to: _none, ...item } = request
  return {
    ...item,
    from,
    options: optionsFor(service),
    service,
    by,
    charges: { total_charge },
    label: { size: stock.size },
    meta_data: {
      quantity,
      avery_label_location: positions,
      label_name: stock.name,
      ERA: form.return_address,
      slogan: form.slogan,
    },
    costcenter: form.costcenter ? [{ id: form.costcenter }] : [],
  }
}

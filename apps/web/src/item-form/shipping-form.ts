import { postalAddressSchema, type PostalAddress } from '@postroom/contract/address'
import { fieldCode } from '@postroom/contract/field-errors'
import type { RateRequest } from '@postroom/contract/rate'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { refuseSender } from '@postroom/domain/catalogue/destinations'
import { PACKAGING, PACKAGING_CODES, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { isPostcode, normalisePostcode } from '@postroom/domain/catalogue/postcode'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { customsFormSchema, declarationOf, emptyCustoms, isDeclared } from './customs-form.ts'
import { customsRefusals } from './customs-refusals.ts'
import { routeOf, type Route } from './destination.ts'
import { centimetresFromText, gramsOf, penceFromText, weightFromText } from './measure-input.ts'
import { onlyService, optionsOf, OWN_VALUES } from './service-choice.ts'

const required = z.string().trim().min(1)
const HEAVIEST = Math.max(...PACKAGING.map(({ max_weight }) => max_weight))
const weightText = required.superRefine((text, context) => {
  const typed = weightFromText(text)
  const code = !typed ? 'invalid_weight' : gramsOf(typed) > HEAVIEST ? 'too_big' : undefined
  if (code && text !== '') context.addIssue({ code: 'custom', params: fieldCode(code) })
})

/**
 * The values of the form: texts as typed, addresses as the contract defines them. A size has all its sides or none; a
 * tube needs one.
 */
export const shippingFormSchema = z
  .object({
    to: postalAddressSchema,
    from: postalAddressSchema,
    packaging: z.enum(PACKAGING_CODES),
    weight: weightText,
    length: z.string(),
    width: z.string(),
    height: z.string(),
    service: z.enum(['', ...SERVICE_CODES]),
    own_value: z.enum(OWN_VALUES),
    compensation: z.string(),
    consequential_loss: z.string(),
    amount: z.string(),
    shipping_date: required,
    reference: z.string().trim().max(20),
    reference2: z.string().trim().max(20),
    reference3: z.string().trim().max(20),
    /** The id of a cost centre; empty without one. */
    costcenter: z.string(),
    has_goods: z.boolean(),
    customs: customsFormSchema,
  })
  .superRefine((form, context) => {
    const sides = sidesOf(form)
    if (form.packaging !== 'tube' && sides.every((side) => form[side].trim() === '')) return
    for (const side of sides.filter((one) => centimetresFromText(form[one]) === undefined)) {
      const code = form[side].trim() === '' ? 'required' : 'invalid_length'
      context.addIssue({ code: 'custom', path: [side], params: fieldCode(code) })
    }
  })
  .refine((form) => form.service !== 'frank_pay' || penceFromText(form.amount) !== undefined, {
    path: ['amount'],
    params: fieldCode('invalid_amount'),
  })
  .refine(({ from }) => !refuseSender(from), { path: ['from', 'country'], params: fieldCode('sender_outside_uk') })
  .superRefine((form, context) => {
    for (const { field, code, details } of customsRefusals(factsIn(form)))
      context.addIssue({ code: 'custom', path: field.split('.'), params: fieldCode(code, details) })
  })

export type ShippingForm = z.output<typeof shippingFormSchema>
/** The part of the form that prices and rules depend on: the item, its destination and where it is posted. */
export type Facts = Omit<ShippingForm, 'to' | 'from' | NotPriced> & Route
/** What the price does not depend on. */
type NotPriced = 'reference' | 'reference2' | 'reference3' | 'costcenter'

/** The facts of a form. Of an address they hold only the country and the postcode. */
export function factsIn({ to, from, ...form }: ShippingForm): Facts {
  const { reference: _1, reference2: _2, reference3: _3, costcenter: _4, ...item } = form
  return { ...item, ...placeOf(to), sender: placeOf(from) }
}

const placeOf = ({ country, postal_code }: PostalAddress) => ({ country, postal_code: wholePostcode(postal_code) })

/** Ignores an incomplete postcode, so that prices are not requested at every letter. */
const wholePostcode = (typed: string): string => (isPostcode(typed) ? normalisePostcode(typed) : '')

const NO_ADDRESS: PostalAddress = {
  name: '',
  company_name: '',
  address1: '',
  address2: '',
  address3: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: 'GB',
  phone1: '',
  email: '',
}

/** The values of a new shipment, also used after a successful print run (spec §4). */
export const emptyShippingForm = (
  today: string,
  packaging: PackagingCode = 'letter',
  from = NO_ADDRESS,
): ShippingForm => ({
  to: NO_ADDRESS,
  from,
  packaging,
  weight: '',
  length: '',
  width: '',
  height: '',
  ...onlyService(''),
  shipping_date: today,
  reference: '',
  reference2: '',
  reference3: '',
  costcenter: '',
  has_goods: false,
  customs: emptyCustoms(),
})

/** The request for the prices of every service; undefined while the weight or an incomplete size cannot be read. */
export function rateRequestOf(facts: Facts): RateRequest | undefined {
  const weight = weightFromText(facts.weight)
  const dim = dimOf(facts)
  if (!weight || dim === 'incomplete') return undefined
  const customs = isDeclared(facts) ? declarationOf(facts.customs) : undefined
  return {
    carrier: DEFAULT_CARRIER.code,
    options: [],
    shipping_date: facts.shipping_date,
    ...routeOf(facts),
    parcels: [{ number: 1, packaging: facts.packaging, weight, ...(dim && { dim }) }],
    meta_data: { quantity: 1, avery_label_location: [], label_name: '', ERA: '', slogan: '' },
    ...(customs && { customs }),
  }
}

/** The draft to buy: the priced request with addresses, account and the price the user saw. */
export function draftOf(
  form: ShippingForm,
  chosen: { service: ServiceCode; by: string; total_charge: number },
): ShipmentDraftInput {
  const request = rateRequestOf(factsIn(form))
  const options = optionsOf(chosen.service, form)
  if (!request || !options) throw new RangeError('The form must be valid before it is bought')
  return {
    ...request,
    options,
    to: form.to,
    from: form.from,
    references: referencesOf(form),
    ...(form.costcenter !== '' && { costcenter: [{ id: form.costcenter }] }),
    service: chosen.service,
    by: chosen.by,
    charges: { total_charge: chosen.total_charge },
  }
}

/** The references by their position, without empty ones at the end. */
export function referencesOf(form: Pick<ShippingForm, 'reference' | 'reference2' | 'reference3'>): string[] {
  const { reference, reference2, reference3 } = form
  const all = [reference, reference2, reference3].map((text) => text.trim())
  return all.slice(0, all.findLastIndex((text) => text !== '') + 1)
}

/** The sides to enter. For a tube, `width` is the diameter and is used as the height too. */
const sidesOf = ({ packaging }: Pick<Facts, 'packaging'>) =>
  packaging === 'tube' ? (['length', 'width'] as const) : (['length', 'width', 'height'] as const)

function dimOf(facts: Facts): RateRequest['parcels'][number]['dim'] | 'incomplete' {
  const typed = sidesOf(facts).map((side) => facts[side])
  if (typed.every((text) => text.trim() === '')) return undefined
  const [length, width, height = width] = typed.map(centimetresFromText)
  return length && width && height ? { length, width, height, units: 'CM' } : 'incomplete'
}

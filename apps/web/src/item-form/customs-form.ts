import { customsSchema, type ShipmentCustoms } from '@postroom/contract/customs'
import type { FieldError } from '@postroom/contract/errors'
import type { FieldCode } from '@postroom/contract/field-codes'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import { isDeclared as crossesBorder } from '@postroom/domain/customs/customs-rules'
import { CONTENTS_TYPES, customsTotals } from '@postroom/domain/customs/customs'
import type { Grams } from '@postroom/domain/measures'
import { toPence } from '@postroom/domain/money'
import { packagingOf, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import * as z from 'zod'
import type { Route } from './destination.ts'
import { gramsOf, penceFromText, weightFromText } from './measure-input.ts'

const text = z.string()

/** One customs item as typed. Weight and value are per piece. */
const customsItemFormSchema = z.object({
  description: text,
  quantity: text,
  weight: text,
  value: text,
  hs_code: text,
  origin_country: text,
  sku: text,
  manufacturer_id: text,
})
type CustomsItemForm = z.output<typeof customsItemFormSchema>

/** The declaration as typed. Its fields have the names of the contract, so an error code finds its field. */
export const customsFormSchema = z.object({
  contents_type: z.enum(CONTENTS_TYPES),
  contents_description: text,
  company_EORI_number: text,
  customs_refnum_importer: text,
  contents_items: z.array(customsItemFormSchema),
})
export type CustomsForm = z.output<typeof customsFormSchema>

export const emptyCustomsItem = (): CustomsItemForm => ({
  description: '',
  quantity: '1',
  weight: '',
  value: '',
  hs_code: '',
  origin_country: '',
  sku: '',
  manufacturer_id: '',
})

export const emptyCustoms = (): CustomsForm => ({
  contents_type: 'G',
  contents_description: '',
  company_EORI_number: '',
  customs_refnum_importer: '',
  contents_items: [emptyCustomsItem()],
})

/** Whether a declaration is needed: for every parcel across a customs border, and for a letter that contains goods. */
export const isDeclared = (form: Route & { packaging: PackagingCode; has_goods: boolean }): boolean =>
  crossesBorder(form) && (packagingOf(form.packaging).printer === 'shipping' || form.has_goods)

/** The declaration as the contract defines it; undefined while a field is missing or cannot be read. */
export const declarationOf = (form: CustomsForm): ShipmentCustoms | undefined =>
  customsSchema.safeParse(readItems(form)).data

/** The errors of the declaration against the contract, with the field names of the form. */
export function unreadableIn(form: CustomsForm): Pick<FieldError, 'field' | 'code' | 'details'>[] {
  const { error } = customsSchema.safeParse(readItems(form), { reportInput: true })
  return fieldErrorsOf(error?.issues ?? []).map(({ field, code, ...more }) => {
    const [, index, name] = /^contents_items\.(\d+)\.(\w+)/.exec(field) ?? []
    if (index === undefined || name === undefined) return { ...more, field: `customs.${field}`, code }
    const typed = form.contents_items[Number(index)]?.[name as keyof CustomsItemForm].trim()
    const unread = code === 'required' && typed ? UNREAD[name] : undefined
    return { ...more, field: `customs.contents_items.${index}.${name}`, code: unread ?? code }
  })
}

/** The error of a filled-in field that cannot be read. */
const UNREAD: Partial<Record<string, FieldCode>> = {
  quantity: 'invalid_type',
  weight: 'invalid_weight',
  value: 'invalid_amount',
}

/** The declaration with placeholders for unreadable fields, so that the customs rules can check the others. */
export function declarationSoFar(form: CustomsForm): ShipmentCustoms {
  const { contents_items, ...rest } = readItems(form)
  return {
    ...rest,
    currency: 'GBP',
    booking_confirmation_number: '',
    eelpfc: '',
    invoice_number: '',
    contents_items: contents_items.map((item) => ({
      ...item,
      quantity: item.quantity ?? 1,
      weight: item.weight ?? { value: 1, units: 'G' },
      value: item.value ?? 10_00,
    })),
  }
}

/** Totals of the customs items; fields that cannot be read count as 0. */
export const totalsOf = (form: CustomsForm): ReturnType<typeof customsTotals> =>
  customsTotals({
    items: readItems(form).contents_items.map(({ quantity = 0, weight, value = 0, ...texts }) => ({
      ...texts,
      quantity,
      net_weight: (weight && quantity > 0 ? gramsOf({ ...weight, value: quantity * weight.value }) : 0) as Grams,
      value: toPence(value),
    })),
  })

const readItems = (given: CustomsForm) => {
  const form = onlyAsked(given)
  return { ...form, contents_items: form.contents_items.map(readItem) }
}

/** Drops text typed for another contents type, whose field is hidden for this one. */
function onlyAsked(form: CustomsForm): CustomsForm {
  const contents_description = form.contents_type === 'O' ? form.contents_description : ''
  if (form.contents_type !== 'D') return { ...form, contents_description }
  return {
    ...emptyCustoms(),
    contents_type: 'D',
    contents_items: form.contents_items.map(({ description, quantity, weight }) => ({
      ...emptyCustomsItem(),
      description,
      quantity,
      weight,
      // documents have no value
      value: '0',
    })),
  }
}

const readItem = (item: CustomsItemForm) => ({
  ...item,
  description: item.description.trim(),
  quantity: /^\s*\d{1,5}\s*$/.test(item.quantity) ? Number(item.quantity) : undefined,
  weight: weightFromText(item.weight),
  value: penceFromText(item.value),
  hs_code: item.hs_code.replace(/[\s.]/g, ''),
})

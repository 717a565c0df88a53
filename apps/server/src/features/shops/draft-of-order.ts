import {
  addressTextSchema,
  normaliseAddress,
  postalAddressSchema,
  type AddressText,
  type PostalAddress,
} from '@postroom/contract/address'
import { contentsItemSchema, customsSchema } from '@postroom/contract/customs'
import { itemFields } from '@postroom/contract/rate'
import { shipmentDraftSchema } from '@postroom/contract/shipment'
import type { PendingDraft } from '@postroom/contract/shipment-pending'
import type { OrderProblem } from '@postroom/contract/shop'
import { countryOf } from '@postroom/domain/catalogue/country-table'
import type { Grams } from '@postroom/domain/measures'
import { toPence } from '@postroom/domain/money'
import {
  firstFitting,
  optionsOf,
  parcelFor,
  takesCompensation,
  type OrderFacts,
  type SendingRule,
} from '@postroom/domain/sending-rules/sending-rule'
import { cutTo } from '../../shops/order-text.ts'
import type { OrderedGoods, SeenOrder } from '../../shops/shop-port.ts'

/** What an organisation decides about the orders of a shop. */
export interface Terms {
  shop_id: string
  from: PostalAddress
  rules: readonly SendingRule[]
  /** The day on which an order that comes now is posted. */
  today: string
}

/** An order as a prepared shipment, with what could not be taken over as it is. */
export interface PreparedOrder {
  draft: PendingDraft
  problems: OrderProblem[]
  facts: OrderFacts
}

const REFERENCE_MAX = 20
const GOODS_MAX = 20

/** Prepares a shipment for an order. It always becomes one, so that a clerk sees it: what is wrong is named. */
export function draftOfOrder({ number, to, goods }: SeenOrder, { shop_id, from, rules, today }: Terms): PreparedOrder {
  const address = addresseeOf(to)
  const facts: OrderFacts = { shop_id, country: address.to.country, ...totalsOf(goods) }
  const rule = rules[firstFitting(rules, facts) ?? -1]
  const customs = address.to.country === 'GB' ? undefined : declarationOf(goods)
  const packaging = parcelFor(facts)
  const { weight } = facts
  return {
    facts,
    problems: [...address.problems, ...(customs?.problems ?? [])],
    draft: {
      carrier: itemFields.carrier.parse(undefined),
      meta_data: itemFields.meta_data.parse(undefined),
      label: shipmentDraftSchema.shape.label.parse(undefined),
      costcenter: [],
      options: [],
      ...(rule && serviceOf(rule)),
      shipping_date: today,
      to: address.to,
      from,
      references: [cutTo(number, REFERENCE_MAX)],
      parcels: [{ number: 1, packaging, ...(weight !== undefined && { weight: { value: weight, units: 'G' } }) }],
      ...(customs && { customs: customs.customs }),
    },
  }
}

function serviceOf({ service, compensation_gbp: value }: SendingRule): Pick<PendingDraft, 'service' | 'options'> {
  const isChosen = value !== undefined && takesCompensation(service)
  const options = optionsOf(service).map((code, index) => ({
    code,
    fields: isChosen && index === 0 ? { compensation: { value } } : {},
  }))
  return { service, options }
}

/** What a shipment can hold, in grams and pence; what a shop says beyond that is an error of typing. */
const GRAMS_MAX = 100_000
const PENCE_MAX = 1_000_000_00

/** Weight and value of all goods together, as far as those of each are known and possible. */
function totalsOf(goods: readonly OrderedGoods[]): Pick<OrderFacts, 'weight' | 'value'> {
  const weights = goods.map(({ weight, quantity }) => weight && weight * quantity)
  const values = goods.map(({ value, quantity }) => (value === undefined ? undefined : value * quantity))
  const grams = sumOf(weights)
  const pence = sumOf(values)
  return {
    ...(grams !== undefined && grams > 0 && grams <= GRAMS_MAX && { weight: grams as Grams }),
    ...(pence !== undefined && pence <= PENCE_MAX && { value: toPence(pence) }),
  }
}

/** Undefined when one is not known. */
const sumOf = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)

/** Fields that a shipment does without: a wrong one is left out. */
const DISPENSABLE = ['phone1', 'email'] as const

function addresseeOf(given: AddressText): { to: AddressText; problems: OrderProblem[] } {
  const cut = Object.entries(addressTextSchema.shape).map(([field, schema]) => {
    const typed = given[field as keyof AddressText]
    return [field, schema.safeParse(typed).success ? typed : shortened(typed, schema)]
  })
  const to = Object.fromEntries(cut) as AddressText
  for (const field of DISPENSABLE) if (!postalAddressSchema.shape[field].safeParse(to[field]).success) to[field] = ''
  const isCut = Object.keys(to).some(
    (field) =>
      to[field as keyof AddressText] !== given[field as keyof AddressText] && !DISPENSABLE.includes(field as never),
  )
  const isKnown = countryOf(to.country) !== undefined
  const found = postalAddressSchema.safeParse(to)
  return {
    to: found.success ? normaliseAddress(found.data) : to,
    problems: [
      ...(isKnown ? [] : (['country_unknown'] as const)),
      ...(isKnown && !found.success ? (['address_invalid'] as const) : []),
      ...(isCut ? (['text_shortened'] as const) : []),
    ],
  }
}

/** No field of an address holds more. */
const LINE_MAX = 80

/** As much of a text as a field of the address holds. */
function shortened(typed: string, schema: (typeof addressTextSchema.shape)[keyof AddressText]): string {
  let length = LINE_MAX
  while (length > 0 && !schema.safeParse(cutTo(typed, length)).success) length -= 1
  return cutTo(typed, length)
}

/** The customs declaration. Goods without a weight or a value in pounds are left out rather than declared wrongly. */
function declarationOf(goods: readonly OrderedGoods[]) {
  const items = goods.map(({ weight, ...item }) =>
    contentsItemSchema.safeParse({
      ...item,
      description: cutTo(item.description, 100),
      sku: cutTo(item.sku, 35),
      origin_country: /^[A-Z]{2}$/.test(item.origin_country) ? item.origin_country : '',
      hs_code: /^[\d\s.]{1,14}$/.test(item.hs_code) ? item.hs_code : '',
      ...(weight !== undefined && { weight: { value: weight, units: 'G' } }),
    }),
  )
  const whole = items.flatMap(({ data }) => data ?? [])
  const problems: OrderProblem[] = []
  if (goods.some(({ value }) => value === undefined)) problems.push('currency')
  if (goods.some(({ value }, at) => value !== undefined && !items[at]!.success)) problems.push('goods_incomplete')
  if (goods.length > GOODS_MAX) problems.push('too_many_goods')
  return {
    customs: customsSchema.parse({ contents_type: 'S', contents_items: whole.slice(0, GOODS_MAX) }),
    problems,
  }
}

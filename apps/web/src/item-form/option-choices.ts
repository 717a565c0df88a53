import type { ShipmentOption } from '@postroom/contract/option'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import {
  OPTION_CODES,
  optionOf as optionRow,
  servicesFor,
  type OptionCode,
  type OptionField,
} from '@postroom/domain/catalogue/options'
import { isInPlan, serviceOf, type Plan, type ServiceCode } from '@postroom/domain/catalogue/services'
import { scopeOf } from './destination.ts'
import { penceFromText } from './measure-input.ts'

/** The options a shipment can have, one at a time. A signature is not a choice of its own: it is added to `tracked`. */
export type OptionChoice = 'none' | Exclude<OptionCode, 'signature'>
export const OPTION_CHOICES: readonly OptionChoice[] = [
  'none',
  ...OPTION_CODES.filter((code): code is Exclude<OptionCode, 'signature'> => code !== 'signature'),
]

/** The chosen option with its fields. Texts are as typed, empty if not chosen. */
export interface OptionForm {
  option: OptionChoice
  /** Used with `tracked` only. */
  signature: boolean
  /** Whole pounds; empty: the amount included in the service. */
  compensation: string
  saturday: boolean
  /** Whole pounds; empty: none. */
  consequential_loss: string
  amount: string
}

/** An option with empty fields. */
export const onlyOption = (option: OptionChoice): OptionForm => ({
  option,
  signature: false,
  compensation: '',
  saturday: false,
  consequential_loss: '',
  amount: '',
})

/** The options sold for a destination and a format. `frank_pay` and `surcharge` are not sold abroad. */
export const optionsFor = (country: string, packaging: PackagingCode): readonly OptionChoice[] =>
  OPTION_CHOICES.filter((choice) =>
    servicesOf(choice)
      .map(serviceOf)
      .some(
        ({ scope = 'uk', formats }) => scope === scopeOf(country) && formats.includes(pricedAs(packaging, country)),
      ),
  )

/** A tube is priced as a parcel. */
const pricedAs = (packaging: PackagingCode, country: string) =>
  packaging === 'tube' ? (scopeOf(country) === 'uk' ? 'small_parcel' : 'parcel') : packaging

/** The default option. Without options only services 1 and 2 apply (spec §5): not abroad, and not in Lite. */
export function firstOption(plan: Plan, country: string, packaging: PackagingCode): OptionChoice {
  const wanted: OptionChoice = !isDomestic(country)
    ? 'international_standard'
    : hasPlainServices(plan)
      ? 'none'
      : 'signed_for'
  const offered = optionsFor(country, packaging)
  return offered.includes(wanted) ? wanted : (offered[0] ?? wanted)
}

/** Whether a plan can send without options. */
export const hasPlainServices = (plan: Plan): boolean => servicesFor([]).some((service) => isInPlan(service, plan))

/** The option under which a service is sold. */
export const optionOf = (service: ServiceCode): OptionChoice =>
  OPTION_CHOICES.find((choice) => servicesOf(choice).includes(service)) ?? 'none'

/** The option with its fields as the contract defines them; undefined while a required amount cannot be read. */
export function optionsOf(form: OptionForm): ShipmentOption[] | undefined {
  const { option } = form
  if (option === 'none') return []
  const values = fieldValues(form)
  const { fields } = optionRow(option)
  if (fields.includes('amount') && values.amount === undefined) return undefined
  const given = fields.flatMap((field) => (values[field] === undefined ? [] : [[field, { value: values[field] }]]))
  const chosen = { code: option, fields: Object.fromEntries(given) as ShipmentOption['fields'] }
  return option === 'tracked' && form.signature ? [chosen, { code: 'signature', fields: {} }] : [chosen]
}

/** The value of each field; undefined if it is empty or cannot be read. */
const fieldValues = (form: OptionForm): Record<OptionField, number | true | undefined> => ({
  compensation: form.compensation ? Number(form.compensation) : undefined,
  saturday: form.saturday || undefined,
  consequential_loss: form.consequential_loss ? Number(form.consequential_loss) : undefined,
  amount: penceFromText(form.amount),
})

const servicesOf = (choice: OptionChoice): readonly ServiceCode[] =>
  choice === 'none' ? servicesFor([]) : optionRow(choice).services

import type { ShipmentOption } from '@postroom/contract/option'
import {
  OPTION_CODES,
  optionOf as optionRow,
  servicesFor,
  type OptionCode,
  type OptionField,
} from '@postroom/domain/catalogue/options'
import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { penceFromText } from './measure-input.ts'

/** The option that a service is sold under. A signature is not one of its own: it is added to `tracked`. */
export type OptionChoice = 'none' | Exclude<OptionCode, 'signature'>
export const OPTION_CHOICES: readonly OptionChoice[] = [
  'none',
  ...OPTION_CODES.filter((code): code is Exclude<OptionCode, 'signature'> => code !== 'signature'),
]

/** The two options under which postage of the user's own value is sold. */
export const OWN_VALUES = ['frank_pay', 'surcharge'] as const

/** The chosen service and what can be chosen with it. Texts are as typed, empty if not chosen. */
export interface ServiceForm {
  /** Empty until the user chooses one: the suggested service applies. */
  service: ServiceCode | ''
  /** Used with the service `frank_pay` only. */
  own_value: (typeof OWN_VALUES)[number]
  /** Whole pounds; empty: the amount included in the service. */
  compensation: string
  /** Whole pounds; empty: none. */
  consequential_loss: string
  amount: string
}

/** A service with nothing chosen besides. */
export const onlyService = (service: ServiceForm['service']): ServiceForm => ({
  service,
  own_value: 'frank_pay',
  compensation: '',
  consequential_loss: '',
  amount: '',
})

/** The part of a form that concerns its service. */
export const serviceIn = (form: ServiceForm): ServiceForm => ({
  service: form.service,
  own_value: form.own_value,
  compensation: form.compensation,
  consequential_loss: form.consequential_loss,
  amount: form.amount,
})

/** The option under which a service is sold. */
export const optionOf = (service: ServiceCode): OptionChoice =>
  OPTION_CHOICES.find((choice) => servicesOf(choice).includes(service)) ?? 'none'

/**
 * The options that a service needs, with the fields filled in, so that spec §5 allows what is sold; undefined while a required
 * amount cannot be read.
 */
export function optionsOf(service: ServiceCode, form: ServiceForm): ShipmentOption[] | undefined {
  const option = service === 'frank_pay' ? form.own_value : optionOf(service)
  if (option === 'none') return []
  const { saturday, signature } = serviceOf(service)
  const values = { ...valuesIn(form), saturday }
  const { fields } = optionRow(option)
  if (fields.includes('amount') && values.amount === undefined) return undefined
  const given = fields.flatMap((field) => (values[field] === undefined ? [] : [[field, { value: values[field] }]]))
  const chosen = { code: option, fields: Object.fromEntries(given) as ShipmentOption['fields'] }
  return option === 'tracked' && signature ? [chosen, { code: 'signature', fields: {} }] : [chosen]
}

/** The value of each field; undefined if it is empty or cannot be read. */
const valuesIn = (form: ServiceForm): Record<Exclude<OptionField, 'saturday'>, number | undefined> => ({
  compensation: form.compensation ? Number(form.compensation) : undefined,
  consequential_loss: form.consequential_loss ? Number(form.consequential_loss) : undefined,
  amount: penceFromText(form.amount),
})

const servicesOf = (choice: OptionChoice): readonly ServiceCode[] =>
  choice === 'none' ? servicesFor([]) : optionRow(choice).services

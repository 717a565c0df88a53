import { postalAddressSchema } from '@postroom/contract/address'
import { weightFromText } from '../../item-form/measure-input.ts'
import type { ShippingForm } from '../../item-form/shipping-form.ts'

/** The questions, in the order they are asked. */
export const QUESTIONS = ['to', 'what', 'weight', 'speed', 'from'] as const
/** The posting day is asked only when the user changes it: it is today. The answers are checked at the end. */
export const STEPS = [...QUESTIONS, 'posting', 'check'] as const
export type Step = (typeof STEPS)[number]

/** The fields that a step asks for. */
export const FIELDS: Readonly<Record<Step, readonly (keyof ShippingForm)[]>> = {
  to: ['to'],
  what: ['packaging'],
  weight: ['weight', 'length', 'width', 'height'],
  speed: ['service'],
  from: ['from'],
  posting: ['shipping_date'],
  check: [],
}

/** The step that asks for a field. */
export const stepOf = (field: string): Step =>
  STEPS.find((step) => FIELDS[step].some((name) => name === field.split('.')[0])) ?? 'to'

const isAddress = (address: ShippingForm['to']) => postalAddressSchema.safeParse(address).success

/** The first question without an answer. A format is always chosen. */
function firstOpen({ to, from, weight, service }: ShippingForm): Step | undefined {
  if (!isAddress(to)) return 'to'
  if (!weightFromText(weight)) return 'weight'
  if (service === '') return 'speed'
  return isAddress(from) ? undefined : 'from'
}

/** The step to show: the one in the address, but none behind a question without an answer. */
export function stepFor(asked: string | null, form: ShippingForm): Step {
  const wanted = STEPS.find((step) => step === asked) ?? 'to'
  const open = firstOpen(form)
  return open && STEPS.indexOf(wanted) > STEPS.indexOf(open) ? open : wanted
}

/** The step after a question; a changed answer leads back to the check. */
export function stepAfter(step: Step, isChange: boolean): Step {
  const next = QUESTIONS.findIndex((question) => question === step) + 1
  return isChange || next === 0 ? 'check' : (QUESTIONS[next] ?? 'check')
}

import { postalAddressSchema } from '@postroom/contract/address'
import { isDeclared as crossesBorder } from '@postroom/domain/customs/customs-rules'
import { addressNames } from '../../item-form/address-names.ts'
import { customsRefusals } from '../../item-form/customs-refusals.ts'
import { weightFromText } from '../../item-form/measure-input.ts'
import { factsIn, type ShippingForm } from '../../item-form/shipping-form.ts'

const QUESTIONS = ['to', 'what', 'weight', 'contents', 'speed', 'from'] as const
/**
 * The posting day and the reference are asked only when the user changes them, or they are refused. The answers are checked at
 * the end.
 */
export const STEPS = [...QUESTIONS, 'posting', 'reference', 'check'] as const
export type Step = (typeof STEPS)[number]

/** The fields that a step asks for. */
const FIELDS: Readonly<Record<Step, readonly (keyof ShippingForm)[]>> = {
  to: ['to'],
  what: ['packaging'],
  weight: ['weight', 'length', 'width', 'height'],
  contents: ['has_goods', 'customs'],
  speed: ['service', 'own_value', 'compensation', 'consequential_loss', 'amount'],
  from: ['from'],
  posting: ['shipping_date'],
  reference: ['reference', 'reference2', 'reference3', 'costcenter'],
  check: [],
}

/** The form names of these fields, to check their answers. */
export const namesOf = (step: Step) =>
  FIELDS[step].flatMap((field) => (field === 'to' || field === 'from' ? addressNames(field) : [field]))

/** The step that asks for a field. */
export const stepOf = (field: string): Step =>
  STEPS.find((step) => FIELDS[step].some((name) => name === field.split('.')[0])) ?? 'to'

/** The questions for this item, in the order they are asked. What customs want to know is not asked where nothing is sold. */
export function questionsFor(form: ShippingForm, isSold: boolean): readonly Step[] {
  const hasContents = isSold && crossesBorder(factsIn(form))
  return QUESTIONS.filter((question) => question !== 'contents' || hasContents)
}

const isAddress = (address: ShippingForm['to']) => postalAddressSchema.safeParse(address).success

/** Whether a question has its answer. A format is always chosen. */
function isAnswered(step: Step, form: ShippingForm): boolean {
  switch (step) {
    case 'to':
    case 'from':
      return isAddress(form[step])
    case 'weight':
      return weightFromText(form.weight) !== undefined
    case 'contents':
      return customsRefusals(factsIn(form)).length === 0
    case 'speed':
      return form.service !== ''
    default:
      return true
  }
}

/** The step to show: the one in the address, but none behind a question whose answer is missing or refused. */
export function stepFor(
  asked: string | null,
  form: ShippingForm,
  questions: readonly Step[],
  refused: readonly Step[],
): Step {
  const steps = STEPS.filter((step) => questions.includes(step) || !QUESTIONS.some((question) => question === step))
  const place = STEPS.findIndex((step) => step === asked)
  const wanted = steps.find((step) => STEPS.indexOf(step) >= place) ?? 'to'
  const isOpen = (step: Step) => refused.includes(step) || (questions.includes(step) && !isAnswered(step, form))
  const open = steps.find(isOpen)
  return open && steps.indexOf(wanted) > steps.indexOf(open) ? open : wanted
}

/** The step after a question; a changed answer leads back to the check. */
export function stepAfter(step: Step, questions: readonly Step[], isChange: boolean): Step {
  const next = questions.indexOf(step) + 1
  return isChange || next === 0 ? 'check' : (questions[next] ?? 'check')
}

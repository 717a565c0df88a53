import type { SendingRuleFields } from '@postroom/contract/sending-rule'
import { SERVICE_CODES, serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { isRuleSold, takesCompensation, type SendingRule } from '@postroom/domain/sending-rules/sending-rule'
import { gramsOf, penceFromText, weightFromText } from '../../../item-form/measure-input.ts'

/** A rule as typed. Empty: every weight, value or shop, and the compensation that the service includes. */
export interface RuleForm {
  /** Stays while rules change places. */
  key: string
  destination: SendingRule['destination']
  weight: string
  value: string
  shop: string
  service: ServiceCode
  compensation: string
}

export const newRule = (): RuleForm => ({
  key: crypto.randomUUID(),
  destination: 'uk',
  weight: '',
  value: '',
  shop: '',
  service: 'TR48',
  compensation: '',
})

const typedWeight = (grams: number): string => (grams % 1000 === 0 ? `${grams / 1000} kg` : `${grams} g`)

export const formOf = (rule: SendingRuleFields): RuleForm => ({
  key: crypto.randomUUID(),
  destination: rule.destination,
  weight: rule.max_grams === undefined ? '' : typedWeight(rule.max_grams),
  value: rule.over_pence === undefined ? '' : (rule.over_pence / 100).toFixed(2),
  shop: rule.shop_id ?? '',
  service: rule.service,
  compensation: rule.compensation_gbp === undefined ? '' : String(rule.compensation_gbp),
})

/** Fields that cannot be read. */
export function wrongIn({ weight, value }: RuleForm): { weight: boolean; value: boolean } {
  return {
    weight: weight.trim() !== '' && weightFromText(weight) === undefined,
    value: value.trim() !== '' && penceFromText(value) === undefined,
  }
}

/** The rule that was typed; undefined while it cannot be read. */
export function ruleOf(form: RuleForm): SendingRuleFields | undefined {
  const wrong = wrongIn(form)
  if (wrong.weight || wrong.value) return undefined
  const weight = weightFromText(form.weight)
  const over_pence = penceFromText(form.value)
  return {
    destination: form.destination,
    service: form.service,
    ...(weight && { max_grams: gramsOf(weight) }),
    ...(over_pence !== undefined && { over_pence }),
    ...(form.shop !== '' && { shop_id: form.shop }),
    ...(form.compensation !== '' && { compensation_gbp: Number(form.compensation) }),
  }
}

/** The services that rules for a destination can choose. */
export const servicesTo = (destination: RuleForm['destination']): ServiceCode[] =>
  SERVICE_CODES.filter((service) => isRuleSold({ destination, service }))

/** The levels of compensation that can be chosen with a service, in whole pounds. */
export const levelsOf = (service: ServiceCode): readonly number[] =>
  takesCompensation(service) ? serviceOf(service).compensation_gbp : []

/** The rule after one field changed: a service that is not sold there, or a level that it does not have, gives way. */
export function changed(form: RuleForm, change: Partial<RuleForm>): RuleForm {
  const next = { ...form, ...change }
  const services = servicesTo(next.destination)
  const service = services.includes(next.service) ? next.service : services[0]!
  const isLevel = levelsOf(service).map(String).includes(next.compensation)
  return { ...next, service, compensation: isLevel ? next.compensation : '' }
}

import type { FieldError } from '@postroom/contract/errors'
import { factsOf } from '@postroom/contract/shipment-facts'
import {
  customsFormFor,
  customsProblems,
  refuseCustoms,
  type CustomsFacts,
  type CustomsForm as ChosenForm,
} from '@postroom/domain/customs/customs-rules'
import { limitedGoodsIn } from '@postroom/domain/customs/goods-in-declaration'
import { packagingOf, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { declarationOf, declarationSoFar, isDeclared, unreadableIn, type CustomsForm } from './customs-form.ts'
import { routeOf, type Route } from './destination.ts'
import { formNameOf } from './form-names.ts'
import { weightFromText } from './measure-input.ts'

/** The part of the form that the customs rules depend on. */
interface CustomsPart extends Route {
  packaging: PackagingCode
  weight: string
  shipping_date: string
  has_goods: boolean
  customs: CustomsForm
}

/** `field` is its name in the form. */
type CustomsRefusal = Pick<FieldError, 'field' | 'code' | 'details'>

/** The refused fields of the declaration, by their names in the form; none if no declaration is needed. */
export function customsRefusals(form: CustomsPart): CustomsRefusal[] {
  if (!isDeclared(form)) return []
  const unreadable = unreadableIn(form.customs)
  const ruled = customsProblems(customsFactsOf(form)).flatMap(({ field, code }) => {
    const name = formNameOf({ field })
    return name !== undefined && !unreadable.some((row) => row.field === name) ? [{ field: name, code }] : []
  })
  const prohibited = goodsWarnings(form).flatMap(({ field, rule }) =>
    rule === 'prohibited' ? [{ field, code: 'goods_prohibited' as const }] : [],
  )
  return [...unreadable, ...prohibited, ...ruled]
}

/** The declared goods the carrier limits or refuses on this route, by the names of their fields. */
export const goodsWarnings = (
  form: CustomsPart,
): { field: string; goods: string; rule: 'restricted' | 'prohibited' }[] =>
  limitedGoodsIn(customsFactsOf(form)).map(({ field, goods, rule }) => ({ field, goods: goods.code, rule }))

/** The names of the fields customs ask for in this case, filled in or not. */
export function askedByCustoms(form: CustomsPart): ReadonlySet<string> {
  if (!isDeclared(form)) return new Set()
  const problems = customsProblems(customsFactsOf({ ...form, customs: withoutAnswers(form.customs) }))
  return new Set(problems.flatMap(({ field, code }) => (code === 'required' ? [formNameOf({ field }) ?? field] : [])))
}

/** The outcome of the declaration as it stands: the form that will be made, the reason for none, or a refusal. */
export function customsOutcome(form: CustomsPart): Pick<ChosenForm, 'form' | 'reason'> | { refusal: string } {
  const facts = customsFactsOf(form)
  if (refuseCustoms(facts)?.refusal.code === 'export_declaration_needed')
    return { refusal: 'export_declaration_needed' }
  const chosen = customsFormFor(facts)
  const isComplete = declarationOf(form.customs) !== undefined && weightFromText(form.weight) !== undefined
  return chosen.form === 'none' || isComplete ? chosen : { form: 'none', reason: 'items_missing' }
}

/** The input of the customs rules, with placeholders for unreadable fields. */
function customsFactsOf(form: CustomsPart): CustomsFacts {
  const { packaging, shipping_date, customs } = form
  const weight = weightFromText(form.weight) ?? { value: packagingOf(packaging).max_weight, units: 'G' as const }
  return factsOf({
    ...routeOf(form),
    parcels: [{ number: 1, packaging, weight }],
    options: [],
    shipping_date,
    ...(isDeclared(form) && { customs: declarationSoFar(customs) }),
  })
}

const withoutAnswers = (customs: CustomsForm): CustomsForm => ({
  ...customs,
  contents_description: '',
  contents_items: customs.contents_items.map((item) => ({
    ...item,
    hs_code: '',
    origin_country: '',
    sku: '',
    manufacturer_id: '',
  })),
})

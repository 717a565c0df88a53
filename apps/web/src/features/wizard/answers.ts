import type { CalendarDate } from '@postroom/domain/calendar'
import type { TFunction } from 'i18next'
import { addressLines, writtenPostcode } from '../../addresses/address-lines.ts'
import { dayLabel } from '../../facts-line/posting-field.tsx'
import { writtenWeight } from '../../formats/written-weight.ts'
import { isDeclared } from '../../item-form/customs-form.ts'
import { gramsOf, weightFromText } from '../../item-form/measure-input.ts'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'

/** The answers as lines to read. One that is not given has no lines. */
export function answersIn(
  { to, facts, form }: ReturnType<typeof useShippingForm>,
  today: CalendarDate,
  t: TFunction,
  language: string,
  days: 'long' | 'short' = 'long',
) {
  const weight = weightFromText(facts.weight)
  const grams = weight && writtenWeight(gramsOf(weight), language, facts.packaging)
  const sides = [facts.length, facts.width, facts.height].filter((side) => side !== '')
  const size = sides.length > 0 && t('wizard.size', { sides: sides.join(' × ') })
  const goods = isDeclared(facts)
    ? facts.customs.contents_items.map(({ quantity, description }) => `${quantity} × ${description}`)
    : []
  const { reference, reference2, reference3 } = form.getValues()
  const references = [reference, reference2, reference3].filter((text) => text !== '')
  return {
    to: addressLines(to),
    town: [to.city, writtenPostcode(to)].filter(Boolean).join(', '),
    what: [t(`packaging.${facts.packaging}`)],
    weight: [[grams, size].filter(Boolean).join(', ')],
    contents: goods.length > 0 ? goods : [t('wizard.documents')],
    posting: [dayLabel(facts.shipping_date, today, facts.sender, t, language, days)],
    from: [addressLines(form.getValues('from')).join(', ')],
    reference: references.length > 0 ? references : [t('wizard.no_reference')],
  }
}

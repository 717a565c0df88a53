import { gramsOf, weightFromText } from '../item-form/measure-input.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import { writtenWeight } from '../formats/written-weight.ts'

/** The second line of a label: '21 Nov 2026 · 1.24 kg'. */
export function labelFacts(
  form: Pick<ShippingForm, 'shipping_date' | 'weight' | 'packaging'>,
  language: string,
): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${form.shipping_date}T00:00:00Z`),
  )
  const weight = weightFromText(form.weight)
  return weight ? `${day} · ${writtenWeight(gramsOf(weight), language, form.packaging)}` : day
}

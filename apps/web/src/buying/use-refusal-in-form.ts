import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { formErrorOf } from '../forms/form-error.ts'
import { formNameOf } from '../item-form/form-names.ts'
import type { ShippingForm } from '../item-form/shipping-form.ts'
import type { BuyPostage } from './use-buy-postage.ts'

/** Shows each field the server refused at that field, and asks for the prices again when they have changed. */
export function useRefusalInForm(
  { purchase }: BuyPostage,
  form: Pick<UseFormReturn<ShippingForm>, 'setError'>,
  rateAgain: () => void,
): void {
  const refusal = purchase.phase === 'refused' ? purchase.refusal : undefined
  const parts = useRef({ form, rateAgain })
  useEffect(() => {
    parts.current = { form, rateAgain }
  })
  useEffect(() => {
    if (!refusal) return
    for (const field of refusal.fields ?? []) {
      const name = formNameOf(field)
      if (name) parts.current.form.setError(name as keyof ShippingForm, formErrorOf(field, 'server'))
    }
    if (refusal.code === 'price_changed') parts.current.rateAgain()
  }, [refusal])
}

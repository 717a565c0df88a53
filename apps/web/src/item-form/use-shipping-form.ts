import type { CalendarDate } from '@postroom/domain/calendar'
import { PACKAGING_CODES, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { Plan } from '@postroom/domain/catalogue/services'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { contractResolver } from '../forms/contract-resolver.ts'
import { counterpartOf } from './destination.ts'
import { firstOption, onlyOption } from './option-choices.ts'
import { emptyShippingForm, factsIn, rateRequestOf, shippingFormSchema, type ShippingForm } from './shipping-form.ts'
import { lastSenderQuery } from './item-form-queries.ts'
import { useChoices } from './use-choices.ts'

const resolver = contractResolver<ShippingForm>(shippingFormSchema)

/** The form of one shipment with the service chosen for it. */
export function useShippingForm(today: CalendarDate, plan: Plan, packaging: PackagingCode) {
  const empty = (from?: ShippingForm['from'], format = packaging): ShippingForm => ({
    ...emptyShippingForm(today, format, from),
    ...onlyOption(firstOption(plan, 'GB', format)),
  })
  const form = useForm<ShippingForm>({
    resolver,
    defaultValues: empty(),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // the error summary gets the focus and links to each field
    shouldFocusError: false,
  })
  const { forgetChoices, ...choices } = useChoices(form, plan)
  const sender = useSender(form)
  const values = useWatch({ control: form.control }) as ShippingForm
  const { to } = values
  const facts = { ...factsIn(values), reference: values.reference }
  const { getValues, setValue } = form

  useEffect(() => {
    // the page may stay open past midnight
    if (getValues('shipping_date') < today) setValue('shipping_date', today)
  }, [today, getValues, setValue])

  return {
    form,
    to,
    facts,
    ...choices,
    sender,
    request: rateRequestOf(facts),
    /** Resets the form; only the sender and the format stay. */
    startAnew: (): void => {
      form.reset(empty(getValues('from'), counterpartOf(getValues('packaging'), 'GB')))
      forgetChoices()
      sender.settle()
      // on a touch screen the keyboard would cover the result of the purchase
      // the reset form does not know its fields before the next render, so its own `setFocus` would find none
      if (matchMedia('(pointer: fine)').matches) document.getElementById('to.name')?.focus()
    },
  }
}

/** Fills in the sender of the latest shipment, unless the user has already edited the sender. */
function useSender({ setValue }: ReturnType<typeof useForm<ShippingForm>>) {
  const { data: last } = useQuery(lastSenderQuery())
  const [isTouched, setTouched] = useState(false)
  const isFilled = useRef(false)
  useEffect(() => {
    if (!last || isFilled.current || isTouched) return
    isFilled.current = true
    setValue('from', last)
  }, [last, isTouched, setValue])
  return {
    isKnown: last !== undefined && !isTouched,
    touch: () => setTouched(true),
    /** Marks the current sender as known, because a shipment has used it. */
    settle: () => {
      isFilled.current = true
      setTouched(false)
    },
  }
}

/** The format in the URL of the page (`?packaging=letter`). */
export const packagingIn = (search: URLSearchParams): PackagingCode =>
  counterpartOf(PACKAGING_CODES.find((code) => code === search.get('packaging')) ?? 'small_parcel', 'GB')

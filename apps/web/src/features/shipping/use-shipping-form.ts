import type { CalendarDate } from '@postroom/domain/calendar'
import { PACKAGING_CODES, type PackagingCode } from '@postroom/domain/packaging'
import type { Plan, ServiceCode } from '@postroom/domain/services'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { contractResolver } from '../../forms/contract-resolver.ts'
import { hasPlainServices } from './plain-services.ts'
import { emptyShippingForm, rateRequestOf, shippingFormSchema, type ShippingForm } from './shipping-form.ts'
import { lastSenderQuery } from './shipping-queries.ts'

const resolver = contractResolver<ShippingForm>(shippingFormSchema)

/** What was chosen before the destination country changed, to go back to. */
interface Cleared {
  country: string
  option: ShippingForm['option']
  service: ServiceCode | undefined
}

/** The form of one shipment with the service chosen for it. */
export function useShippingForm(today: CalendarDate, plan: Plan, packaging: PackagingCode) {
  const firstOption = hasPlainServices(plan) ? 'none' : 'signed_for'
  const empty = (from?: ShippingForm['from'], format = packaging): ShippingForm => ({
    ...emptyShippingForm(today, format, from),
    option: firstOption,
  })
  const form = useForm<ShippingForm>({
    resolver,
    defaultValues: empty(),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // the error summary takes the focus and leads to each field
    shouldFocusError: false,
  })
  const [service, setService] = useState<ServiceCode>()
  const [cleared, setCleared] = useState<Cleared>()
  const sender = useSender(form)
  const { to, ...facts } = useWatch({ control: form.control }) as ShippingForm
  const { getValues, setValue } = form

  useEffect(() => {
    // a page left open over midnight
    if (getValues('shipping_date') < today) setValue('shipping_date', today)
  }, [today, getValues, setValue])

  return {
    form,
    to,
    facts,
    service,
    setService,
    isSenderKnown: sender !== undefined,
    cleared,
    request: rateRequestOf({ ...facts, country: to.country }),
    /** The option decides which services there are, so the service is chosen anew. */
    chooseOption: (option: ShippingForm['option']): void => {
      setValue('option', option)
      setService(undefined)
    },
    /** Spec §4: changing the destination country clears options and service; `undoCountry` brings them back. */
    changeCountry: (country: string): void => {
      setCleared({ country: to.country, option: getValues('option'), service })
      setValue('to.country', country)
      setValue('option', firstOption)
      setService(undefined)
    },
    undoCountry: (): void => {
      if (!cleared) return
      setValue('to.country', cleared.country)
      setValue('option', cleared.option)
      setService(cleared.service)
      setCleared(undefined)
    },
    /** As a new shipment; only the sender stays. */
    startAnew: (): void => {
      form.reset(empty(getValues('from'), getValues('packaging')))
      setService(undefined)
      setCleared(undefined)
      // on a touch screen the keyboard would cover what became of the purchase
      if (matchMedia('(pointer: fine)').matches) form.setFocus('to.name')
    },
  }
}

/** Fills in the sender of the latest shipment, unless somebody has begun to type one. */
function useSender(form: ReturnType<typeof useForm<ShippingForm>>) {
  const { data: sender } = useQuery(lastSenderQuery())
  const isFilled = useRef(false)
  const { getFieldState, setValue } = form
  useEffect(() => {
    if (!sender || isFilled.current || getFieldState('from').isDirty) return
    isFilled.current = true
    setValue('from', sender)
  }, [sender, getFieldState, setValue])
  return sender
}

/** The format that the address of the page asks for (`?packaging=letter`). */
export const packagingIn = (search: URLSearchParams): PackagingCode =>
  PACKAGING_CODES.find((code) => code === search.get('packaging')) ?? 'small_parcel'

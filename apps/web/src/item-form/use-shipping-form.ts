import type { Shipment } from '@postroom/contract/shipment'
import type { CalendarDate } from '@postroom/domain/calendar'
import { PACKAGING_CODES, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { contractResolver } from '../forms/contract-resolver.ts'
import { counterpartOf } from './destination.ts'
import { emptyShippingForm, factsIn, rateRequestOf, shippingFormSchema, type ShippingForm } from './shipping-form.ts'
import { useDefaultSender } from './use-default-sender.ts'
import { useLastUsed } from './last-used.ts'
import { shipmentQuery, formOf } from './send-again.ts'
import { useChoices } from './use-choices.ts'

const resolver = contractResolver<ShippingForm>(shippingFormSchema)

interface Asked {
  packaging?: PackagingCode | undefined
  /** The id of a shipment to send again. */
  again?: string | undefined
  /** The form as somebody else has filled it in. */
  prepared?: ShippingForm
}

/** The form of one shipment with the service chosen for it. */
export function useShippingForm(today: CalendarDate, { packaging: asked, again, prepared }: Asked) {
  const form = useForm<ShippingForm>({
    resolver,
    defaultValues: prepared ?? emptyShippingForm(today, asked ?? 'small_parcel'),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // the error summary gets the focus and links to each field
    shouldFocusError: false,
  })
  const { forgetChoices, ...choices } = useChoices(form)
  const sender = useSender(form, prepared !== undefined)
  const values = useWatch({ control: form.control }) as ShippingForm
  const { to } = values
  const facts = { ...factsIn(values), reference: values.reference }
  const { getValues, setValue } = form
  const lastUsed = useLastUsed(to.country)
  const isFormatOpen = useRef(asked === undefined && again === undefined && !prepared)
  const { data: repeated, isError: isUnknown } = useQuery(shipmentQuery(again))
  const [filledFrom, setFilledFrom] = useState<string>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    // the page may stay open past midnight
    if (getValues('shipping_date') < today) setValue('shipping_date', today)
  }, [today, getValues, setValue])

  useEffect(() => {
    // a suggestion, until the user is at the formats, or the URL has chosen one
    if (!lastUsed.packaging || !isFormatOpen.current) return
    isFormatOpen.current = false
    setValue('packaging', counterpartOf(lastUsed.packaging, getValues('to.country')))
  }, [lastUsed.packaging, getValues, setValue])

  useEffect(() => {
    // once: a refetch must not undo what was typed since
    if (!repeated || filledFrom === repeated.id) return
    sender.settle()
    form.reset(formOf(repeated, today))
    // oxlint-disable-next-line react/set-state-in-effect -- the form is a store outside React
    setFilledFrom(repeated.id)
  }, [repeated, filledFrom, form, sender, today])

  return {
    form,
    /** How many shipments the page has begun before this one. */
    round,
    /** A shipment to send again is being loaded. */
    isFilling: again !== undefined && filledFrom !== again && !isUnknown,
    to,
    facts,
    lastUsed,
    ...choices,
    /** No suggestion that arrives late may change the format under the hands of the user. */
    settlePackaging: (): void => {
      isFormatOpen.current = false
    },
    choosePackaging: (packaging: PackagingCode): void => {
      isFormatOpen.current = false
      choices.choosePackaging(packaging)
    },
    changeCountry: (country: string): void => {
      isFormatOpen.current = false
      choices.changeCountry(country)
    },
    sender,
    /** Another item to the addressee of a shipment: what it is, comes next. */
    sendAnother: ({ to: addressee }: Pick<Shipment, 'to'>): void => {
      setValue('to', addressee)
      askWeight()
    },
    /** An addressee who was chosen elsewhere, in place of the one in the form. */
    takeAddressee: (addressee: ShippingForm['to']): void => {
      isFormatOpen.current = false
      choices.changeCountry(addressee.country)
      form.clearErrors('to')
      setValue('to', addressee)
      setRound((before) => before + 1)
    },
    askWeight,
    request: rateRequestOf(facts),
    /** Resets the form; only the sender and the format stay. */
    startAnew: (): void => {
      form.reset(emptyShippingForm(today, counterpartOf(getValues('packaging'), 'GB'), getValues('from')))
      setRound((before) => before + 1)
      forgetChoices()
      sender.settle()
    },
  }
}

/** The format is suggested, so the weight is the first thing to ask about an item. */
const askWeight = (): void => document.getElementById('weight')?.focus()

/** Fills in the default sender, unless the user has already edited the sender. */
function useSender({ setValue }: ReturnType<typeof useForm<ShippingForm>>, isPrepared: boolean) {
  const { sender: last } = useDefaultSender()
  const [isTouched, setTouched] = useState(false)
  const isFilled = useRef(isPrepared)
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

/** What the URL of the page asks for: a format (`?packaging=letter`), or a shipment to send again (`?again=<id>`). */
export function askedIn(search: URLSearchParams): Asked {
  const packaging = PACKAGING_CODES.find((code) => code === search.get('packaging'))
  return { packaging: packaging && counterpartOf(packaging, 'GB'), again: search.get('again') ?? undefined }
}

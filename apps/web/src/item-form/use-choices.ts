import type { RateQuote } from '@postroom/contract/rate'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { Plan, ServiceCode } from '@postroom/domain/catalogue/services'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { counterpartOf } from './destination.ts'
import { firstOption, onlyOption, optionOf, optionsFor, type OptionChoice, type OptionForm } from './option-choices.ts'
import type { ShippingForm } from './shipping-form.ts'

/** The choices before the destination country changed, for Undo. */
export interface Cleared {
  country: string
  packaging: PackagingCode
  option: OptionForm
  service: ServiceCode | undefined
}

/** Keeps country, format, option and service consistent: changing one may clear another. */
export function useChoices({ getValues, setValue }: UseFormReturn<ShippingForm>, plan: Plan) {
  const [service, setService] = useState<ServiceCode>()
  const [cleared, setCleared] = useState<Cleared>()

  function setOption(option: OptionForm): void {
    for (const [name, value] of Object.entries(option)) setValue(name as keyof OptionForm, value as never)
  }

  /** Clears the service, because the option decides which services are offered. */
  function chooseOption(option: OptionChoice): void {
    setOption(onlyOption(option))
    setService(undefined)
  }

  /** Keeps the option if it is sold for the new format. */
  function choosePackaging(packaging: PackagingCode): void {
    const country = getValues('to.country')
    setValue('packaging', packaging)
    if (!optionsFor(country, packaging).includes(getValues('option')))
      chooseOption(firstOption(plan, country, packaging))
  }

  return {
    service,
    setService,
    cleared,
    chooseOption,
    choosePackaging,
    /** Spec §4: changing the destination country clears options and service; `undoCountry` restores them. */
    changeCountry: (country: string): void => {
      const { to, packaging, ...before } = getValues()
      if (country === to.country) return
      setCleared({ country: to.country, packaging, option: optionIn(before), service })
      const counterpart = counterpartOf(packaging, country)
      setValue('to.country', country)
      setValue('packaging', counterpart)
      chooseOption(firstOption(plan, country, counterpart))
    },
    undoCountry: (): void => {
      if (!cleared) return
      setValue('to.country', cleared.country)
      setValue('packaging', cleared.packaging)
      setOption(cleared.option)
      setService(cleared.service)
      setCleared(undefined)
    },
    /** Applies the advice of a quote: another format, or another service with its option. */
    takeAdvice: ({ packaging, service: advised }: NonNullable<RateQuote['meta_data']['advice']>): void => {
      if (packaging) choosePackaging(packaging)
      if (!advised) return
      chooseOption(optionOf(advised))
      setService(advised)
    },
    forgetChoices: (): void => {
      setService(undefined)
      setCleared(undefined)
    },
  }
}

const optionIn = (form: OptionForm): OptionForm => ({
  option: form.option,
  signature: form.signature,
  compensation: form.compensation,
  saturday: form.saturday,
  consequential_loss: form.consequential_loss,
  amount: form.amount,
})

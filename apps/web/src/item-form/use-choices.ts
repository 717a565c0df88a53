import type { RateQuote } from '@postroom/contract/rate'
import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { counterpartOf } from './destination.ts'
import { onlyService, serviceIn, type ServiceForm } from './service-choice.ts'
import type { ShippingForm } from './shipping-form.ts'

/** The choices before the destination country changed, for Undo. */
export interface Cleared extends ServiceForm {
  country: string
  packaging: PackagingCode
}

/** A field of the chosen service that is a choice. */
export type Extra = 'compensation' | 'consequential_loss' | 'own_value'

/** Keeps country, format and service consistent: changing one may clear another. */
export function useChoices({ getValues, setValue }: UseFormReturn<ShippingForm>) {
  const [cleared, setCleared] = useState<Cleared>()

  function setService(part: ServiceForm): void {
    for (const [name, value] of Object.entries(part)) setValue(name as keyof ServiceForm, value as never)
  }
  const chooseService = (service: ServiceCode) => {
    // chosen again, it keeps its cover
    if (getValues('service') !== service) setService(onlyService(service))
  }
  const choosePackaging = (packaging: PackagingCode) => setValue('packaging', packaging)

  return {
    cleared,
    chooseService,
    /** Keeps the service: when it does not carry the new format, the list says so. */
    choosePackaging,
    /** Chooses the service too, which may only be suggested. */
    chooseExtra: (service: ServiceCode, name: Extra, value: string): void => {
      setValue('service', service)
      setValue(name, value as never)
    },
    /** Spec §4: changing the destination country clears options and service; `undoCountry` restores them. */
    changeCountry: (country: string): void => {
      const { to, packaging, ...before } = getValues()
      if (country === to.country) return
      // nothing to undo while no service was chosen
      if (before.service !== '') setCleared({ country: to.country, packaging, ...serviceIn(before) })
      setValue('to.country', country)
      setValue('packaging', counterpartOf(packaging, country))
      setService(onlyService(''))
    },
    undoCountry: (): void => {
      if (!cleared) return
      const { country, packaging, ...service } = cleared
      setValue('to.country', country)
      setValue('packaging', packaging)
      setService(service)
      setCleared(undefined)
    },
    /** Applies the advice of a quote: another format, or another service. */
    takeAdvice: ({ packaging, service }: NonNullable<RateQuote['meta_data']['advice']>): void => {
      if (packaging) choosePackaging(packaging)
      if (service) chooseService(service)
    },
    forgetChoices: (): void => setCleared(undefined),
  }
}

import { saturdayPosting } from '@postroom/domain/post/posting-days'
import type { CalendarDate } from '@postroom/domain/calendar'
import type { ServiceCode } from '@postroom/domain/catalogue/services'
import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { optionsQuery } from '../item-form/item-form-queries.ts'
import type { Facts, ShippingForm } from '../item-form/shipping-form.ts'
import type { Extra } from '../item-form/use-choices.ts'
import type { Suggestion } from '../rating/suggestion.ts'
import type { RatesState } from '../rating/use-rates.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { NotOffered } from './not-offered.tsx'
import css from './service-card.module.css'
import { ServiceExtras } from './service-extras.tsx'
import { useServiceFilter } from './service-filter.tsx'
import { ServiceList } from './service-list.tsx'

export interface ServiceCardProps {
  control: Control<ShippingForm>
  facts: Facts
  today: CalendarDate
  rating: RatesState
  chosen: ServiceCode | undefined
  suggestion: Suggestion | undefined
  /** The service used last, named while there are no prices. */
  lastUsed: ServiceCode | undefined
  onChoose: (service: ServiceCode) => void
  onExtra: (service: ServiceCode, name: Extra, value: string) => void
  onDay: (day: CalendarDate) => void
}

/** The services offered for the item in the form, and those that are not. */
export function ServiceCard(props: ServiceCardProps) {
  const { control, facts, today, rating, chosen, suggestion, lastUsed, onChoose, onExtra, onDay } = props
  const { t } = useTranslation()
  const options = useQuery(optionsQuery(facts.country))
  const { rates, isPending } = rating
  const hasOwnValue = options.data?.some(({ code, available }) => code === 'frank_pay' && available) ?? false
  const waiting = lastUsed
    ? t('shipping.suggested.waiting', { service: t(`service.${lastUsed}`) })
    : t('shipping.no_price_yet')
  const filter = useServiceFilter(rates?.data)
  const saturdayDay = saturdayPosting(facts, today)
  return (
    <Card
      title={t('shipping.service')}
      note={rates ? t('shipping.cheapest_first') : waiting}
      action={filter.chips}
      isFlush
    >
      {options.isError && (
        <div className={css.failed}>
          <Notice tone="warn" action={<Button onPress={() => void options.refetch()}>{t('common.try_again')}</Button>}>
            {t('common.could_not_load')}
          </Notice>
        </div>
      )}
      {rates && (
        <div aria-busy={isPending}>
          <ServiceList
            quotes={rates.data}
            filter={filter}
            chosen={chosen}
            suggestion={suggestion}
            onChoose={onChoose}
            hasOwnValue={hasOwnValue}
            extras={
              chosen && (
                <ServiceExtras control={control} service={chosen} options={options.data ?? []} onExtra={onExtra} />
              )
            }
          />
          <NotOffered
            messages={rates.messages}
            saturdayDay={saturdayDay === facts.shipping_date ? undefined : saturdayDay}
            onDay={onDay}
          />
        </div>
      )}
    </Card>
  )
}

import { saturdayPosting } from '@postroom/domain/post/posting-days'
import { useTranslation } from 'react-i18next'
import { NotOffered } from '../../services/not-offered.tsx'
import { useServiceFilter } from '../../services/service-filter.tsx'
import { ServiceList } from '../../services/service-list.tsx'
import { Card } from '../../ui/card.tsx'
import type { Letters } from './use-letters.ts'

/** The services for these letters, cheapest first. */
export function ClassCard({ letters }: { letters: Letters }) {
  const { rating, service, suggestion, form, today, values, from } = letters
  const { t } = useTranslation()
  const filter = useServiceFilter(rating.rates?.data)
  const saturday = saturdayPosting({ country: 'GB', postal_code: '', ...(from && { sender: from }) }, today)
  return (
    <Card
      title={t('letters.class')}
      note={rating.rates ? t('shipping.cheapest_first') : t('shipping.no_price_yet')}
      action={filter.chips}
      isFlush
    >
      {rating.rates && (
        <div aria-busy={rating.isPending}>
          <ServiceList
            quotes={rating.rates.data}
            filter={filter}
            chosen={service}
            suggestion={suggestion}
            onChoose={(code) => form.setValue('service', code)}
          />
          <NotOffered
            messages={rating.rates.messages}
            saturdayDay={saturday === values.shipping_date ? undefined : saturday}
            onDay={(day) => form.setValue('shipping_date', day)}
          />
        </div>
      )}
    </Card>
  )
}

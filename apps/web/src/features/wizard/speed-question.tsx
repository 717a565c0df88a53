import type { RateQuote } from '@postroom/contract/rate'
import { addDays, type CalendarDate } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { saturdayPosting } from '@postroom/domain/post/posting-days'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { optionsQuery } from '../../item-form/item-form-queries.ts'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { WhyNoPrice } from '../../rating/why-no-price.tsx'
import type { Send } from '../../sending/use-send.ts'
import { Reasons } from '../../sending/reasons.tsx'
import { NotOffered } from '../../services/not-offered.tsx'
import { ServiceExtras } from '../../services/service-extras.tsx'
import { arrivalDays, coverText, isGuaranteed, trackingText } from '../../services/service-texts.ts'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { formatPence } from '../../ui/format-pence.ts'
import { Money } from '../../ui/money.tsx'
import css from './wizard-page.module.css'

/** The services as dates first, because that is the question. */
export function SpeedQuestion(props: {
  shipping: ReturnType<typeof useShippingForm>
  send: Send
  today: CalendarDate
}) {
  const { shipping, send, today } = props
  const { facts, form } = shipping
  const { t, i18n } = useTranslation()
  const { rates, isPending } = send.rating
  // postage of one's own value has no date
  const quotes = rates?.data.filter(({ service }) => service.code !== 'frank_pay') ?? []
  const options = useQuery(optionsQuery(facts.country))
  const saturday = saturdayPosting(facts, today)
  const arrives = ({ delivery }: RateQuote) => {
    const days = arrivalDays(delivery, t, i18n.language)
    if (days === undefined) return t(`delivery.${delivery.code}`)
    const isTomorrow = delivery.earliest === delivery.latest && delivery.latest === addDays(today, 1)
    const day = isTomorrow ? t('shipping.tomorrow', { day: days }) : days
    const text = isGuaranteed(delivery) ? t(`wizard.${byNine(delivery) ? 'by_9am' : 'by_1pm'}`, { day }) : day
    return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1)
  }
  const gives = (quote: RateQuote) => {
    const cover = coverText(quote.delivery, i18n.language)
    return [
      t(`service.${quote.service.code}`),
      ...(quote.delivery.latest ? [t(`wizard.${isGuaranteed(quote.delivery) ? 'guaranteed' : 'aim'}`)] : []),
      trackingText(quote.service.code, t),
      ...(cover === '' ? [] : [t('shipping.cover', { amount: cover })]),
    ].join(' · ')
  }
  return (
    <Card isFlush>
      <div aria-busy={isPending}>
        {quotes.length > 0 && (
          <Choice
            label={t('wizard.title.speed')}
            look="rows"
            name="service"
            value={send.quote?.service.code ?? null}
            onChange={shipping.chooseService}
            options={quotes.map((quote) => ({
              value: quote.service.code,
              label: arrives(quote),
              hint: gives(quote),
              spoken: [
                arrives(quote),
                formatPence(toPence(quote.charges.total_charge), i18n.language),
                gives(quote).replaceAll(' · ', ', '),
              ].join(', '),
              end: <Money pence={toPence(quote.charges.total_charge)} size="display" />,
            }))}
          />
        )}
      </div>
      {send.quote && (
        <div className={css.cover}>
          <ServiceExtras
            control={form.control}
            service={send.quote.service.code}
            options={options.data ?? []}
            onExtra={shipping.chooseExtra}
          />
        </div>
      )}
      <div className={css.reasons}>
        <Reasons>
          {!send.quote && <WhyNoPrice rating={send.rating} hasChoice={facts.service !== ''} onAgain={send.rateAgain} />}
        </Reasons>
      </div>
      {rates && (
        <NotOffered
          messages={rates.messages}
          saturdayDay={saturday === facts.shipping_date ? undefined : saturday}
          onDay={(day) => form.setValue('shipping_date', day)}
        />
      )}
    </Card>
  )
}

const byNine = ({ code }: RateQuote['delivery']): boolean => code.endsWith('9am')

import type { RateQuote } from '@postroom/contract/rate'
import { toPence, type Pence } from '@postroom/domain/money'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Radio } from 'react-aria-components'
import type { Suggestion } from '../rating/suggestion.ts'
import { Badge } from '../ui/badge.tsx'
import { formatPence } from '../ui/format-pence.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import css from './service-list.module.css'
import { arrivalText, coverText, savingText, serviceText, trackingText } from './service-texts.ts'

/** One service: a row of the columns, or three lines on a phone. */
export function ServiceRow(props: {
  quote: RateQuote
  /** Why it is chosen, if the user did not choose it. */
  mark: Suggestion['reason'] | undefined
  /** What it saves against the chosen service. */
  saving: Pence | undefined
  /** Also of the row that is only suggested, which is no change of the group. */
  onPress: () => void
}) {
  const { quote, mark, saving, onPress } = props
  const { t, i18n } = useTranslation()
  const { service, delivery, tariff, charges } = quote
  const cover = coverText(delivery, i18n.language)
  const saves = saving !== undefined && t('shipping.save', { amount: savingText(saving, t, i18n.language) })
  const price = toPence(charges.total_charge)
  // said in one sentence: the columns would run together
  const spoken = [
    t(`service.${service.code}`),
    formatPence(price, i18n.language),
    saves,
    mark && t(`shipping.suggested.${mark}`),
    tariff.confidence === 'low' && t('shipping.unconfirmed'),
    serviceText(quote, t, i18n.language).replaceAll(' · ', ', '),
  ]
  return (
    <Radio
      value={service.code}
      aria-label={spoken.filter(Boolean).join(', ')}
      className={css.row ?? ''}
      onPress={onPress}
    >
      <span className={css.dot} aria-hidden="true" />
      <span className={css.name}>
        <b>{t(`service.${service.code}`)}</b>
        {saves && <Badge tone="good">{saves}</Badge>}
        {mark && <Badge>{t(`shipping.suggested.${mark}`)}</Badge>}
        {tariff.confidence === 'low' && <Unconfirmed />}
      </span>
      <span className={css.arrives}>{arrivalText(delivery, t, i18n.language)}</span>
      <span className={css.facts}>
        <span className={css.tracking}>{trackingText(service.code, t)}</span>
        {cover !== '' && (
          <span className={css.cover}>
            <span className={css.phoneWord}>{t('shipping.cover_word')} </span>
            {cover}
          </span>
        )}
      </span>
      <span className={css.price}>
        <Money pence={price} size="display" />
      </span>
    </Radio>
  )
}

/** A sign on a desktop, where the row is one line; the summary of the chosen service explains it. */
function Unconfirmed() {
  const { t } = useTranslation()
  return (
    <span className={css.unconfirmed} title={t('shipping.unconfirmed')}>
      <Badge tone="warn">
        <Icon of={TriangleAlert} size="tiny" />
        <span className={css.phoneWord}>{t('shipping.unconfirmed')}</span>
      </Badge>
    </span>
  )
}

import { useTranslation } from 'react-i18next'
import { writtenWeight } from '../formats/written-weight.ts'
import { totalsOf } from '../item-form/customs-form.ts'
import { gramsOf, weightFromText } from '../item-form/measure-input.ts'
import type { Facts } from '../item-form/shipping-form.ts'
import { classNames } from '../ui/class-names.ts'
import { Money } from '../ui/money.tsx'
import css from './customs-rows.module.css'

/** Totals of the customs items below their columns, and the weight the parcel leaves for its packaging. */
export function CustomsTotals({ facts, isGoods }: { facts: Facts; isGoods: boolean }) {
  const { t, i18n } = useTranslation()
  const { pieces, weight, value } = totalsOf(facts.customs)
  const parcel = weightFromText(facts.weight)
  const left = parcel && gramsOf(parcel) - weight
  const written = (grams: number) => writtenWeight(grams, i18n.language)
  return (
    <div className={classNames(css.totals, !isGoods && css.documents)}>
      <p className={classNames(css.left, left !== undefined && left < 0 && css.over)}>
        {left !== undefined &&
          weight > 0 &&
          (left < 0
            ? t('shipping.customs.over_parcel', { weight: written(-left) })
            : t('shipping.customs.left_for_packaging', { weight: written(left) }))}
      </p>
      <dl className={css.sums}>
        <div>
          <dt>{t('shipping.customs.total_pieces')}</dt>
          <dd>{pieces}</dd>
        </div>
        <div>
          <dt>{t('shipping.customs.total_weight')}</dt>
          <dd>{written(weight)}</dd>
        </div>
        {isGoods && (
          <div>
            <dt>{t('shipping.customs.total_value')}</dt>
            <dd>
              <Money pence={value} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

import { CUSTOMS_LIMITS } from '@postroom/domain/customs/customs-thresholds'
import type { Pence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { writtenWeight } from '../formats/written-weight.ts'
import { totalsOf } from '../item-form/customs-form.ts'
import { customsOutcome } from '../item-form/customs-refusals.ts'
import { gramsOf, weightFromText } from '../item-form/measure-input.ts'
import type { Facts } from '../item-form/shipping-form.ts'
import { formatPence, formatPounds } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'

/**
 * Which customs form will be printed, and how far the goods are from the limits of a CN22; or why there is none. The
 * figures change while the user types. A screen reader hears only a change of the form.
 */
export function CustomsFormNotice({ facts }: { facts: Facts }) {
  const { t } = useTranslation()
  const outcome = customsOutcome(facts)
  const title = 'refusal' in outcome || outcome.form === 'none' ? '' : t(`shipping.customs.form.${outcome.form}`)
  return (
    <>
      <output className="visually-hidden">{title}</output>
      {'refusal' in outcome ? (
        <Notice tone="warn">{t(`backendError.${outcome.refusal}`)}</Notice>
      ) : (
        <Notice {...(title !== '' && { title })}>
          <Reason reason={outcome.reason} facts={facts} />
        </Notice>
      )}
    </>
  )
}

function Reason({ reason, facts }: { reason: string; facts: Facts }) {
  const { t, i18n } = useTranslation()
  if (reason !== 'within_cn22') return t(`shipping.customs.reason.${reason}`)
  const { cn22_value, cn22_weight } = CUSTOMS_LIMITS
  const weight = weightFromText(facts.weight)
  return t('shipping.customs.reason.within_cn22', {
    value: formatPence(totalsOf(facts.customs).value, i18n.language),
    most_value: formatPounds((cn22_value.up_to satisfies Pence) / 100, i18n.language),
    weight: weight ? writtenWeight(gramsOf(weight), i18n.language) : '–',
    most_weight: writtenWeight(cn22_weight.up_to, i18n.language),
  })
}

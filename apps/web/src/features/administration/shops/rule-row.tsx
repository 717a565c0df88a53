import type { previewSendingRules } from '@postroom/contract/sending-rule'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { Shop } from '@postroom/contract/shop'
import { DESTINATIONS } from '@postroom/domain/sending-rules/sending-rule'
import type { TFunction } from 'i18next'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { levelsOf, servicesTo, wrongIn, type RuleForm } from './rule-form.ts'
import css from './shops.module.css'

type Outcome = AnswerOf<typeof previewSendingRules>['rest']

interface RuleRowProps {
  form: RuleForm
  /** From 0. */
  place: number
  count: number
  shops: readonly Shop[]
  outcome: Outcome | undefined
  onChange: (change: Partial<RuleForm>) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

/** '12 orders, such as #1042, #1043' */
export const outcomeText = ({ count, examples }: Outcome, t: TFunction): string =>
  examples.length === 0
    ? t('rules.orders', { count })
    : t('rules.orders_such_as', { count, examples: examples.join(', ') })

/** One rule: what it fits, how that is sent, and what it would have done. */
export function RuleRow({ form, place, count, shops, outcome, onChange, onMove, onRemove }: RuleRowProps) {
  const { t } = useTranslation()
  const name = (field: string) => `rule-${place}-${field}`
  const wrong = wrongIn(form)
  const levels = levelsOf(form.service)
  const act = (text: string) => ({
    'aria-label': `${text}, ${t('rules.rule', { number: place + 1 })}`,
    children: text,
  })
  return (
    <li className={css.rule} aria-label={t('rules.rule', { number: place + 1 })}>
      <div className={css.fields}>
        <Select
          name={name('destination')}
          label={t('rules.destination')}
          value={form.destination}
          onChange={(destination) => onChange({ destination })}
          options={DESTINATIONS.map((value) => ({ value, label: t(`rules.destinations.${value}`) }))}
        />
        <TextField
          name={name('weight')}
          label={t('rules.weight')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={form.weight}
          onChange={(weight) => onChange({ weight })}
          error={wrong.weight ? t('rules.wrong_weight') : undefined}
        />
        <TextField
          name={name('value')}
          label={t('rules.value')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={form.value}
          onChange={(value) => onChange({ value })}
          error={wrong.value ? t('rules.wrong_value') : undefined}
        />
        <Select
          name={name('shop')}
          label={t('rules.shop')}
          value={form.shop || 'any'}
          onChange={(shop) => onChange({ shop: shop === 'any' ? '' : shop })}
          options={[
            { value: 'any', label: t('rules.every_shop') },
            ...shops.map((shop) => ({ value: shop.id, label: shop.name })),
          ]}
        />
        <Select
          name={name('service')}
          label={t('rules.service')}
          value={form.service}
          onChange={(service) => onChange({ service })}
          options={servicesTo(form.destination).map((value) => ({ value, label: t(`service.${value}`) }))}
        />
        {levels.length > 0 && (
          <Select
            name={name('compensation')}
            label={t('rules.compensation')}
            value={form.compensation || 'included'}
            onChange={(level) => onChange({ compensation: level === 'included' ? '' : level })}
            options={[
              { value: 'included', label: t('rules.included') },
              ...levels.map((level) => ({ value: String(level), label: `£${level}` })),
            ]}
          />
        )}
      </div>
      <div className={css.foot}>
        <span className={css.quiet}>{outcome && t('rules.last_week', { outcome: outcomeText(outcome, t) })}</span>
        <span className={css.acts}>
          <Button
            icon={ArrowUp}
            variant="quiet"
            isDisabled={place === 0}
            {...act(t('rules.up'))}
            onPress={() => onMove(-1)}
          />
          <Button
            icon={ArrowDown}
            variant="quiet"
            isDisabled={place === count - 1}
            {...act(t('rules.down'))}
            onPress={() => onMove(1)}
          />
          <Button icon={Trash2} variant="quiet" {...act(t('rules.remove'))} onPress={onRemove} />
        </span>
      </div>
    </li>
  )
}

import { isDomestic } from '@postroom/domain/catalogue/countries'
import { OPTIONS } from '@postroom/domain/catalogue/options'
import { serviceOf, type Plan } from '@postroom/domain/catalogue/services'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { formatPounds } from '../ui/format-pence.ts'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/progress.tsx'
import { OptionFields } from './option-fields.tsx'
import css from './options-card.module.css'
import { hasPlainServices, optionsFor, type OptionChoice } from './option-choices.ts'
import type { ShippingForm } from './shipping-form.ts'
import { optionsQuery } from './item-form-queries.ts'

/** The options this user can choose. An option that only lacks a price is shown disabled, with the reason. */
export function OptionsCard(props: {
  control: Control<ShippingForm>
  plan: Plan
  onOption: (option: OptionChoice) => void
}) {
  const { control, plan, onOption } = props
  const { t, i18n } = useTranslation()
  const [country, packaging] = useWatch({ control, name: ['to.country', 'packaging'] })
  const { data: rows, isPending, isError, refetch } = useQuery(optionsQuery(country))
  const option = useController({ control, name: 'option' })
  const codes = optionsFor(country, packaging).filter((code) =>
    code === 'none' ? hasPlainServices(plan) : rows?.some((row) => row.code === code),
  )
  const unpriced = codes.filter((code) => rows?.some((one) => one.code === code && !one.available))
  const isHome = isDomestic(country)
  const row = rows?.find(({ code }) => code === option.field.value)
  return (
    <Card title={t('shipping.options')} {...(!isHome && { note: t('shipping.options_abroad') })}>
      <div className={css.options}>
        {isPending && <Spinner />}
        {isError && (
          <Notice tone="warn" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
            {t('common.could_not_load')}
          </Notice>
        )}
        {rows && codes.length === 0 && <Notice tone="warn">{t('shipping.no_option_for_plan')}</Notice>}
        {codes.length > 0 && (
          <Choice
            label={t('shipping.options')}
            look={isHome ? 'chips' : 'cards'}
            name="option"
            value={option.field.value}
            onChange={onOption}
            options={codes.map((code) => ({
              value: code,
              label: t(`shipping.option.${code}`),
              isDisabled: unpriced.includes(code),
              ...(!isHome && { hint: serviceText(code, t, i18n.language) }),
            }))}
          />
        )}
        {unpriced.map((code) => (
          <p key={code} className={css.unpriced}>
            {t('shipping.option_unpriced', { option: t(`shipping.option.${code}`) })}
          </p>
        ))}
        {row && <OptionFields control={control} row={row} />}
      </div>
    </Card>
  )
}

/** What the only service of an option abroad includes: 'tracked, signature · covered to £50'. */
function serviceText(option: OptionChoice, t: TFunction, language: string): string {
  const [code] = option === 'none' ? [] : OPTIONS[option].services
  if (!code) return ''
  const { tracking, signature, compensation_gbp } = serviceOf(code)
  const amount = formatPounds(compensation_gbp[0] ?? 0, language)
  return [
    t(`shipping.tracking.${tracking}`) + (signature ? `, ${t('shipping.with_signature')}` : ''),
    t('shipping.covered_to', { amount }),
  ].join(' · ')
}

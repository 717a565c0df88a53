import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { Packaging, PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { FormatDrawing } from '../formats/format-drawing.tsx'
import { packagingFor } from './destination.ts'
import { gramsOf, weightFromText } from './measure-input.ts'
import { ScaleWeight } from './scale-weight.tsx'
import type { ShippingForm } from './shipping-form.ts'
import css from './what-card.module.css'
import { writtenWeight } from '../formats/written-weight.ts'

/** Format, weight and size, which decide the price. */
export function WhatCard(props: { control: Control<ShippingForm>; onPackaging: (packaging: PackagingCode) => void }) {
  const { control, onPackaging } = props
  const { t, i18n } = useTranslation()
  const packaging = useController({ control, name: 'packaging' })
  const country = useWatch({ control, name: 'to.country' })
  const formats = packagingFor(country).map((row) => ({
    value: row.code,
    label: t(`packaging.${row.code}`),
    hint: limitOf(row, country, t),
    picture: <FormatDrawing packaging={row.code} />,
  }))
  const weight = weightFromText(useWatch({ control, name: 'weight' }))
  return (
    <Card title={t('shipping.what')} note={t('shipping.what_hint')}>
      <div className={css.what}>
        <Choice
          label={t('shipping.what')}
          look="tiles"
          name="packaging"
          value={packaging.field.value}
          onChange={onPackaging}
          options={formats}
        />
        <div className={css.measures}>
          <div className={css.weight}>
            <FormTextField
              control={control}
              name="weight"
              label={t('shipping.weight')}
              inputMode="text"
              autoComplete="off"
              suffix="g"
              maxLength={12}
              description={
                weight
                  ? t('shipping.weight_read', { weight: writtenWeight(gramsOf(weight), i18n.language) })
                  : t('shipping.weight_hint')
              }
            />
            <ScaleWeight control={control} />
          </div>
          <SizeFields control={control} packaging={packaging.field.value} />
        </div>
      </div>
    </Card>
  )
}

/** The three sides, or length and diameter of a tube. */
function SizeFields({ control, packaging }: { control: Control<ShippingForm>; packaging: PackagingCode }) {
  const { t } = useTranslation()
  const isTube = packaging === 'tube'
  const side = { control, autoComplete: 'off', inputMode: 'decimal', maxLength: 8 } as const
  const note = useId()
  return (
    <fieldset className={css.size} aria-describedby={note}>
      <legend className="visually-hidden">{t('shipping.size')}</legend>
      <FormTextField {...side} name="length" label={t('shipping.length')} suffix="cm" />
      <FormTextField {...side} name="width" label={t(isTube ? 'shipping.diameter' : 'shipping.width')} suffix="cm" />
      {!isTube && <FormTextField {...side} name="height" label={t('shipping.height')} suffix="cm" />}
      <p id={note} className={css.note}>
        {t(isTube ? 'shipping.size_tube' : 'shipping.size_optional')}
      </p>
    </fieldset>
  )
}

function limitOf({ max_weight, uk_max_weight }: Packaging, country: string, t: TFunction): string {
  const limit = (isDomestic(country) && uk_max_weight) || max_weight
  return limit < 1000 ? t('shipping.up_to_g', { weight: limit }) : t('shipping.up_to_kg', { weight: limit / 1000 })
}

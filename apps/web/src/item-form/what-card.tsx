import { factsOf } from '@postroom/contract/shipment-facts'
import { weightLimitOf, type Packaging, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { fitPackaging } from '@postroom/domain/rating/packaging-fit'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField } from '../forms/form-text-field.tsx'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { FormatDrawing } from '../formats/format-drawing.tsx'
import { packagingFor } from './destination.ts'
import { gramsOf, weightFromText } from './measure-input.ts'
import { ScaleWeight } from './scale-weight.tsx'
import { rateRequestOf, type Facts, type ShippingForm } from './shipping-form.ts'
import css from './what-card.module.css'
import { writtenWeight } from '../formats/written-weight.ts'

/** Format, weight and size, which decide the price. */
export function WhatCard(props: {
  control: Control<ShippingForm>
  facts: Facts
  /** The format used last, marked while it is the chosen one. */
  lastUsed?: PackagingCode | undefined
  onPackaging: (packaging: PackagingCode) => void
  /** The user is at the formats. */
  onFormats: () => void
}) {
  const { control, facts, lastUsed, onPackaging, onFormats } = props
  const { t, i18n } = useTranslation()
  const packaging = useController({ control, name: 'packaging' })
  const typed = useController({ control, name: 'weight' })
  const { country } = facts
  const formats = packagingFor(country).map((row) => ({
    value: row.code,
    label: t(`packaging.${row.code}`),
    hint: hintOf(row),
    picture: <FormatDrawing packaging={row.code} />,
  }))
  function hintOf(row: Packaging): string {
    const limit = t('shipping.up_to', { weight: writtenWeight(weightLimitOf(row, country), i18n.language) })
    return row.code === lastUsed && row.code === facts.packaging ? `${limit} · ${t('shipping.last_used')}` : limit
  }
  const weight = weightFromText(facts.weight)
  return (
    <Card title={t('shipping.what')} note={t('shipping.what_hint')}>
      <div className={css.what}>
        <div onFocus={onFormats}>
          <Choice
            label={t('shipping.what')}
            look="tiles"
            name="packaging"
            value={packaging.field.value}
            onChange={onPackaging}
            options={formats}
          />
        </div>
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
                  ? t('shipping.weight_read', {
                      weight: writtenWeight(gramsOf(weight), i18n.language, facts.packaging),
                    })
                  : t('shipping.weight_hint')
              }
            />
            <ScaleWeight value={typed.field.value} onChange={typed.field.onChange} />
          </div>
          <SizeFields control={control} facts={facts} />
        </div>
      </div>
    </Card>
  )
}

/** The three sides, or length and diameter of a tube. */
function SizeFields({ control, facts }: { control: Control<ShippingForm>; facts: Facts }) {
  const { t, i18n } = useTranslation()
  const isTube = facts.packaging === 'tube'
  const side = { control, autoComplete: 'off', inputMode: 'decimal', maxLength: 8 } as const
  const note = useId()
  const fits = fitsIts(facts) && t(`packaging.${facts.packaging}`).toLocaleLowerCase(i18n.language)
  return (
    <fieldset className={css.size} aria-describedby={note}>
      <legend className="visually-hidden">{t('shipping.size')}</legend>
      <FormTextField {...side} name="length" label={t('shipping.length')} suffix="cm" />
      <FormTextField {...side} name="width" label={t(isTube ? 'shipping.diameter' : 'shipping.width')} suffix="cm" />
      {!isTube && <FormTextField {...side} name="height" label={t('shipping.height')} suffix="cm" />}
      <p id={note} className={css.note}>
        {fits ? t('shipping.fits', { packaging: fits }) : t(isTube ? 'shipping.size_tube' : 'shipping.size_optional')}
      </p>
    </fieldset>
  )
}

/** Whether the size is complete and the item fits its format. */
function fitsIts(facts: Facts): boolean {
  const request = rateRequestOf(facts)
  return request?.parcels[0]?.dim !== undefined && fitPackaging(factsOf(request)).ok
}

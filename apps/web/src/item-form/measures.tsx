import { factsOf } from '@postroom/contract/shipment-facts'
import { fitPackaging } from '@postroom/domain/rating/packaging-fit'
import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { writtenWeight } from '../formats/written-weight.ts'
import { FormTextField } from '../forms/form-text-field.tsx'
import { gramsOf, weightFromText } from './measure-input.ts'
import css from './measures.module.css'
import { ScaleWeight } from './scale-weight.tsx'
import { rateRequestOf, type Facts, type ShippingForm } from './shipping-form.ts'

/** Weight, typed or from the scale, and size. */
export function Measures({ control, facts }: { control: Control<ShippingForm>; facts: Facts }) {
  const { t, i18n } = useTranslation()
  const typed = useController({ control, name: 'weight' })
  const weight = weightFromText(facts.weight)
  return (
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

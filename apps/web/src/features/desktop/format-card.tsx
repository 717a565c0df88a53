import { packagingOf } from '@postroom/domain/catalogue/packaging'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormatDrawing } from '../../formats/format-drawing.tsx'
import { writtenWeight } from '../../formats/written-weight.ts'
import { FormTextField } from '../../forms/form-text-field.tsx'
import { ScaleWeight } from '../../item-form/scale-weight.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import css from './format-card.module.css'
import { LETTER_FORMATS, type LettersForm } from './letters-form.ts'

/** The format, and the weight of one letter. */
export function FormatCard({ control }: { control: Control<LettersForm> }) {
  const { t, i18n } = useTranslation()
  const { field } = useController({ control, name: 'packaging' })
  const weight = useController({ control, name: 'weight' })
  const typed = useWatch({ control, name: 'weight' })
  return (
    <Card>
      <div className={css.row}>
        <div className={css.formats}>
          <p className={css.label} aria-hidden="true">
            {t('letters.format')}
          </p>
          <Choice
            label={t('letters.format')}
            look="cards"
            name="packaging"
            value={field.value}
            onChange={field.onChange}
            options={LETTER_FORMATS.map((code) => ({
              value: code,
              label: t(`packaging.${code}`),
              hint: t('shipping.up_to', { weight: writtenWeight(packagingOf(code).max_weight, i18n.language) }),
              picture: <FormatDrawing packaging={code} />,
            }))}
          />
        </div>
        <div className={css.weight}>
          <FormTextField
            control={control}
            name="weight"
            label={t('letters.weight_each')}
            autoComplete="off"
            suffix="g"
            maxLength={12}
          />
          <ScaleWeight value={typed} onChange={weight.field.onChange} />
        </div>
      </div>
    </Card>
  )
}

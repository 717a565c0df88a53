import { weightLimitOf, type Packaging, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormatDrawing } from '../formats/format-drawing.tsx'
import { writtenWeight } from '../formats/written-weight.ts'
import { Choice } from '../ui/choice.tsx'
import { packagingFor } from './destination.ts'
import type { Facts, ShippingForm } from './shipping-form.ts'

/** The formats for the destination, as tiles with their limits. */
export function FormatChoice(props: {
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
  const { field } = useController({ control, name: 'packaging' })
  function hintOf(row: Packaging): string {
    const limit = t('shipping.up_to', { weight: writtenWeight(weightLimitOf(row, facts.country), i18n.language) })
    return row.code === lastUsed && row.code === facts.packaging ? `${limit} · ${t('shipping.last_used')}` : limit
  }
  return (
    <div onFocus={onFormats}>
      <Choice
        label={t('shipping.what')}
        look="tiles"
        name="packaging"
        value={field.value}
        onChange={onPackaging}
        options={packagingFor(facts.country).map((row) => ({
          value: row.code,
          label: t(`packaging.${row.code}`),
          hint: hintOf(row),
          picture: <FormatDrawing packaging={row.code} />,
        }))}
      />
    </div>
  )
}

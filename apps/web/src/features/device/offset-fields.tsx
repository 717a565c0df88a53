import { offsetSchema, type PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/packaging'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import css from './device-preferences-page.module.css'

type Config = NonNullable<PrinterConfigs[PrinterKind]>
const AXES = ['x', 'y'] as const
type Axis = (typeof AXES)[number]

/** How far a printer's ink is moved, for one that can: two numbers of millimetres, of which an empty one is none. */
export function OffsetFields(props: { kind: PrinterKind; value: Config; onChange: (value: Config) => void }) {
  const { kind, value, onChange } = props
  return (
    <div className={css.fields}>
      {AXES.map((axis) => (
        <OffsetField
          key={axis}
          name={offsetField(kind, axis)}
          axis={axis}
          value={value[keyOf(axis)]}
          onChange={(mm) => onChange({ ...value, [keyOf(axis)]: mm })}
        />
      ))}
    </div>
  )
}

function OffsetField(props: {
  name: string
  axis: Axis
  value: number | undefined
  onChange: (mm: number | undefined) => void
}) {
  const { name, axis, value, onChange } = props
  const { t, i18n } = useTranslation()
  const [text, setText] = useState(() => value?.toLocaleString(localeOf(i18n.language)) ?? '')
  return (
    <TextField
      name={name}
      label={t(`device.offset_${axis}`)}
      hint={t('device.offset_hint')}
      suffix="mm"
      maxLength={6}
      autoComplete="off"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(millimetresIn(typed))
      }}
      // told at once: told when the field is left, it would move the button that is being clicked
      error={!isOffset(value) ? t('device.offset_wrong') : undefined}
    />
  )
}

/** The first control whose number the device manager would not take. */
export const wrongOffset = (kind: PrinterKind, value: Config | undefined): string | undefined =>
  AXES.filter((axis) => !isOffset(value?.[keyOf(axis)])).map((axis) => offsetField(kind, axis))[0]

/** What is no number is NaN, which is no offset; either sign of the decimals will do, and either minus. */
export const millimetresIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.').replace('−', '-'))

const isOffset = (mm: number | undefined): boolean => mm === undefined || offsetSchema.safeParse(mm).success

const keyOf = <Name extends Axis>(axis: Name) => `offset_${axis}_mm` as const
const offsetField = (kind: PrinterKind, axis: Axis): string => `${kind}-offset-${axis}`

import type { PrinterConfigs } from '@postroom/contract/device-messages'
import type { MediaSize } from '@postroom/domain/media/media-size'
import { offsetOn, offsetSchema, PRINT_OFFSETS_MAX, type PrintOffset } from '@postroom/contract/print-offset'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaName } from '../../device/media-text.ts'
import { localeOf } from '../../i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import css from './device-preferences-page.module.css'

type Config = NonNullable<PrinterConfigs[PrinterKind]>
const AXES = ['x', 'y'] as const
type Axis = (typeof AXES)[number]

/** The offset of the print on one media size, in millimetres; empty means none. Only for printers that support it. */
export function OffsetFields(props: {
  kind: PrinterKind
  media: MediaSize & { name?: string | undefined }
  value: Config
  onChange: (value: Config) => void
}) {
  const { kind, media, value, onChange } = props
  const { t, i18n } = useTranslation()
  const offset = offsetOn(value, media)
  const [isOpen, setOpen] = useState(offset !== undefined)
  return (
    <details className={css.offset} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.quiet}>{t('device.offset_for', { media: mediaName(media, i18n) })}</summary>
      <fieldset className={css.fields}>
        <legend className={css.quiet}>{t('device.offset_hint')}</legend>
        {AXES.map((axis) => (
          <OffsetField
            // each media size has its own numbers
            key={`${axis} ${value.printerId} ${mediaName(media, i18n)}`}
            name={offsetField(kind, axis)}
            axis={axis}
            value={offset?.[keyOf(axis)]}
            onChange={(mm) => onChange(withOffset(value, media, { [keyOf(axis)]: mm }))}
          />
        ))}
      </fieldset>
    </details>
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
      suffix="mm"
      maxLength={6}
      autoComplete="off"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(millimetresIn(typed))
      }}
      // shown at once: shown on blur, it would move the button being clicked
      error={!isOffset(value) ? t('device.offset_wrong') : undefined}
    />
  )
}

/** The config with the offset of these media changed. Valid offsets of other media stay. */
export function withOffset(
  { offsets = [], ...config }: Config,
  { width_mm, height_mm, endless }: MediaSize,
  change: Pick<PrintOffset, 'x_mm' | 'y_mm'>,
): Config {
  const before = offsetOn({ ...config, offsets }, { width_mm, height_mm, endless })
  const { printerId } = config
  const now: PrintOffset = { printerId, width_mm, height_mm, ...(endless && { endless }), ...before, ...change }
  const others = offsets.filter((offset) => offset !== before && !wrongAxis(offset))
  const isNone = now.x_mm === undefined && now.y_mm === undefined
  return withOffsets(config, isNone ? others : [...others, now].slice(-PRINT_OFFSETS_MAX))
}

/** Drops invalid offsets of media that are no longer shown. */
export function withoutHidden({ offsets = [], ...config }: Config, shown: MediaSize | undefined): Config {
  const own = shown && offsetOn({ ...config, offsets }, shown)
  return withOffsets(
    config,
    offsets.filter((offset) => offset === own || !wrongAxis(offset)),
  )
}

/** The name of the first field whose number is invalid. */
export function wrongOffset(kind: PrinterKind, value: Config | undefined): string | undefined {
  const [axis] = (value?.offsets ?? []).flatMap((offset) => wrongAxis(offset) ?? [])
  return axis && offsetField(kind, axis)
}

/** Millimetres from text; NaN, an invalid offset, when it is not a number. Accepts a decimal comma or point, and either minus sign. */
export const millimetresIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.').replace('−', '-'))

const withOffsets = (config: Config, offsets: PrintOffset[]): Config =>
  offsets.length === 0 ? config : { ...config, offsets }
const wrongAxis = (offset: PrintOffset): Axis | undefined => AXES.find((axis) => !isOffset(offset[keyOf(axis)]))
const isOffset = (mm: number | undefined): boolean => mm === undefined || offsetSchema.safeParse(mm).success

const keyOf = <Name extends Axis>(axis: Name) => `${axis}_mm` as const
const offsetField = (kind: PrinterKind, axis: Axis): string => `${kind}-offset-${axis}`

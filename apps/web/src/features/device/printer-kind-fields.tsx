import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import type { PaperFormat } from '@postroom/domain/media/paper-formats'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../printing/failure-text.ts'
import type { TestPrint } from '../../printing/use-test-print.ts'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import css from './device-preferences-page.module.css'
import { offsetMedia } from '../../printing/media-of-kind.ts'
import { OffsetFields } from './offset-fields.tsx'
import { COARSE, formatsOf, printerProblem, USUAL_FORMAT } from '../../printing/printer-problem.ts'
import { PrinterFacts } from './printer-facts.tsx'
import { TestButtons } from './test-buttons.tsx'

type Config = PrinterConfigs[PrinterKind]
type FormatChoice = 'default' | PaperFormat
const NONE = 'none'

/** Printer and format of one kind, its loaded media, its problem and remedy, and test prints. */
export function PrinterKindFields(props: {
  kind: PrinterKind
  printers: readonly Printer[]
  value: Config
  onChange: (value: Config) => void
  canTest: boolean
  test: TestPrint
}) {
  const { kind, printers, value, onChange, canTest, test } = props
  const { t, i18n } = useTranslation()
  const printer = printers.find(({ id }) => id === value?.printerId)
  const moved = value && offsetMedia(kind, value, printer)
  const problem = value && printerProblem(kind, value, printer)
  const choices = printers.map(({ id, name, state }) => ({
    value: id,
    label: `${name} · ${t(`device.state.${state}`)}`,
  }))
  // a chosen printer that is gone stays in the list
  const known = value && !printer ? [{ value: value.printerId, label: value.printerId }] : []

  return (
    <>
      <div className={css.fields}>
        <Select
          name={printerField(kind)}
          label={t('device.printer')}
          value={value?.printerId ?? NONE}
          onChange={(id) => onChange(withPrinter(value, id, kind))}
          options={[{ value: NONE, label: t('device.not_set') }, ...choices, ...known]}
          error={problem?.code === COARSE ? t(`deviceError.${COARSE}`) : undefined}
        />
        <Select
          name={`${kind}-paper`}
          label={t('device.format')}
          value={formatOf(value)}
          isDisabled={!value}
          onChange={(format) => value && onChange({ ...value, ...withFormat(format, value.paperFormat) })}
          options={(['default', ...formatsOf(kind)] as const).map((format) => ({
            value: format,
            label: t(`device.format_choice.${format}`),
          }))}
        />
      </div>
      {moved && <OffsetFields kind={kind} media={moved} value={value} onChange={onChange} />}
      <div className={css.head}>
        <PrinterFacts printer={printer} isWell={!problem} />
        <TestButtons kind={kind} config={value} printer={printer} canTest={canTest} test={test} />
      </div>
      <div aria-live="polite">
        {problem && problem.code !== COARSE && <Notice tone="warn">{failureText(problem, kind, i18n)}</Notice>}
      </div>
    </>
  )
}

/** The name of the printer field of a kind. */
export const printerField = (kind: PrinterKind): string => `${kind}-printer`

/** Changes the printer and keeps the rest: each offset names its own printer. */
function withPrinter(value: Config, printerId: string, kind: PrinterKind): Config {
  if (printerId === NONE) return undefined
  return { ...(value ?? { defaultOrSpecific: 'default', paperFormat: USUAL_FORMAT[kind] }), printerId }
}

const formatOf = (value: Config): FormatChoice =>
  value?.defaultOrSpecific === 'specific' ? value.paperFormat : 'default'

const withFormat = (format: FormatChoice, before: PaperFormat) =>
  format === 'default'
    ? ({ defaultOrSpecific: 'default', paperFormat: before } as const)
    : ({ defaultOrSpecific: 'specific', paperFormat: format } as const)

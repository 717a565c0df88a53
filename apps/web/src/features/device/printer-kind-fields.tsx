import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { PAPER_FORMATS, MEDIA_OF_FORMAT, type PaperFormat } from '@postroom/domain/media/paper-formats'
import { useTranslation } from 'react-i18next'
import { mediaWords } from '../../device/media-words.ts'
import { failureWords } from '../../printing/failure-words.ts'
import type { TestPrint } from '../../printing/use-test-print.ts'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import css from './device-preferences-page.module.css'
import { offsetPaper } from './kind-paper.ts'
import { OffsetFields } from './offset-fields.tsx'
import { COARSE, printerProblem, USUAL_FORMAT } from './printer-problem.ts'
import { TestButtons } from './test-buttons.tsx'

type Config = PrinterConfigs[PrinterKind]
type PaperChoice = 'default' | PaperFormat
const NONE = 'none'

/** Printer and paper for one kind, what is in the printer and what to do when it would not print, and a test of it. */
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
  const media = printer && mediaWords(printer, i18n)
  const moved = value && offsetPaper(kind, value, printer)
  const problem = value && printerProblem(kind, value, printer)
  const choices = printers.map(({ id, name, state }) => ({
    value: id,
    label: `${name} · ${t(`device.state.${state}`)}`,
  }))
  // a printer that was chosen and is gone stays in sight
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
          label={t('device.paper')}
          value={paperOf(value)}
          isDisabled={!value}
          onChange={(paper) => value && onChange({ ...value, ...withPaper(paper, value.paperFormat) })}
          options={papersFor(kind).map((paper) => ({ value: paper, label: t(`device.paper_choice.${paper}`) }))}
        />
      </div>
      {moved && <OffsetFields kind={kind} paper={moved} value={value} onChange={onChange} />}
      <div className={css.head}>
        <p className={css.quiet}>
          {media ? t('device.loaded', { media }) : printer && !problem && t('device.loaded_unknown')}
        </p>
        <TestButtons kind={kind} config={value} printer={printer} canTest={canTest} test={test} />
      </div>
      <div aria-live="polite">
        {problem && problem.code !== COARSE && <Notice tone="warn">{failureWords(problem, kind, i18n)}</Notice>}
      </div>
    </>
  )
}

/** The control of the printer of a kind. */
export const printerField = (kind: PrinterKind): string => `${kind}-printer`

/** Only letters have a label that is narrow enough for an endless roll. */
const papersFor = (kind: PrinterKind): PaperChoice[] => [
  'default',
  ...PAPER_FORMATS.filter((format) => kind === 'mailing' || !MEDIA_OF_FORMAT[format][0].endless),
]

/** Everything else stays as it was: the offsets name their printer. */
function withPrinter(value: Config, printerId: string, kind: PrinterKind): Config {
  if (printerId === NONE) return undefined
  return { ...(value ?? { defaultOrSpecific: 'default', paperFormat: USUAL_FORMAT[kind] }), printerId }
}

const paperOf = (value: Config): PaperChoice =>
  value?.defaultOrSpecific === 'specific' ? value.paperFormat : 'default'

const withPaper = (paper: PaperChoice, before: PaperFormat) =>
  paper === 'default'
    ? ({ defaultOrSpecific: 'default', paperFormat: before } as const)
    : ({ defaultOrSpecific: 'specific', paperFormat: paper } as const)

import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import type { PrinterKind } from '@postroom/domain/packaging'
import { ukDateOf } from '@postroom/domain/calendar'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import type { TestPrint } from '../../printing/use-test-print.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { tellDeviceFailure } from './device-failure.ts'
import css from './device-preferences-page.module.css'
import { mediaWords } from '../../device/media-words.ts'
import { sampleDraft } from './sample-draft.ts'

type Config = PrinterConfigs[PrinterKind]
type Paper = 'default' | '4x6' | 'A4'
const PAPERS = ['default', '4x6', 'A4'] as const satisfies readonly Paper[]
const NONE = 'none'

/** Printer and paper for one kind, what is in the printer now, and a test of it. */
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
  const { account } = useBalance()
  const printer = printers.find(({ id }) => id === value?.printerId)
  const choices = printers.map(({ id, name, state }) => ({
    value: id,
    label: `${name} · ${t(`device.state.${state}`)}`,
  }))
  // a printer that was chosen and is gone stays in sight
  const known = value && !printer ? [{ value: value.printerId, label: value.printerId }] : []

  return (
    <fieldset className={css.kind}>
      <legend className={css.legend}>{t(`device.kind.${kind}`)}</legend>
      <div className={css.fields}>
        <Select
          name={`${kind}-printer`}
          label={t('device.printer')}
          value={value?.printerId ?? NONE}
          onChange={(id) => onChange(withPrinter(value, id, kind))}
          options={[{ value: NONE, label: t('device.not_set') }, ...choices, ...known]}
        />
        <Select
          name={`${kind}-paper`}
          label={t('device.paper')}
          value={paperOf(value)}
          isDisabled={!value}
          onChange={(paper) => value && onChange({ ...value, ...withPaper(paper, value.paperFormat) })}
          options={PAPERS.map((paper) => ({ value: paper, label: t(`device.paper_choice.${paper}`) }))}
        />
      </div>
      <div className={css.head}>
        <p className={css.quiet}>
          {printer && (mediaWords(printer, i18n.language) ?? '') === ''
            ? t('device.loaded_unknown')
            : printer && t('device.loaded', { media: mediaWords(printer, i18n.language) })}
        </p>
        <Button
          variant="link"
          isDisabled={!canTest || !account}
          aria-label={t('device.test_kind', { kind: t(`device.kind.${kind}`).toLocaleLowerCase(i18n.language) })}
          onPress={() =>
            account &&
            void test.testPrint(sampleDraft(kind, account.id, ukDateOf(new Date())), kind).catch(tellDeviceFailure)
          }
        >
          {t('device.test')}
        </Button>
      </div>
    </fieldset>
  )
}

const withPrinter = (value: Config, printerId: string, kind: PrinterKind): Config =>
  printerId === NONE
    ? undefined
    : { defaultOrSpecific: 'default', paperFormat: kind === 'form' ? 'A4' : '4x6', ...value, printerId }

const paperOf = (value: Config): Paper => (value?.defaultOrSpecific === 'specific' ? value.paperFormat : 'default')

const withPaper = (paper: Paper, before: '4x6' | 'A4') =>
  paper === 'default'
    ? ({ defaultOrSpecific: 'default', paperFormat: before } as const)
    : ({ defaultOrSpecific: 'specific', paperFormat: paper } as const)

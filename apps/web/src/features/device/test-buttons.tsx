import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { ukDateOf } from '@postroom/domain/calendar'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../accounts/balance-queries.ts'
import type { TestPrint } from '../../printing/use-test-print.ts'
import { Button } from '../../ui/button.tsx'
import { notifyDeviceFailure } from '../../device/device-failure.ts'
import css from './device-preferences-page.module.css'
import { mediaOfKind } from '../../printing/media-of-kind.ts'
import { sampleDraft } from './sample-draft.ts'

/** Free test prints for a kind of printer: a label, and a ruler page that shows whether size and position are right. */
export function TestButtons(props: {
  kind: PrinterKind
  config: PrinterConfigs[PrinterKind]
  /** Undefined when it is gone. */
  printer: Printer | undefined
  canTest: boolean
  test: TestPrint
}) {
  const { kind, config, printer, canTest, test } = props
  const { t, i18n } = useTranslation()
  const { account } = useBalance()
  const labelled = (what: string): string =>
    t('common.about', { what, text: t(`device.kind.${kind}`).toLocaleLowerCase(i18n.language) })
  return (
    <div className={css.acts}>
      <Button
        isDisabled={!canTest || !account}
        aria-label={labelled(t(`device.test.${kind}`))}
        onPress={() =>
          account &&
          void test
            .testPrint(sampleDraft(kind, config, account.id, ukDateOf(new Date())), kind)
            .catch(notifyDeviceFailure)
        }
      >
        {t(`device.test.${kind}`)}
      </Button>
      <Button
        variant="link"
        isDisabled={!canTest || !config || !printer}
        aria-label={labelled(t('device.ruler'))}
        onPress={() => config && printer && void test.printRuler(kind, mediaOfKind(kind, config, printer))}
      >
        {t('device.ruler')}
      </Button>
    </div>
  )
}

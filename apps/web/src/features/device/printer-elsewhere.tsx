import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../device/device-connector.tsx'
import { failureText } from '../../printing/failure-text.ts'
import type { TestPrint } from '../../printing/use-test-print.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './device-preferences-page.module.css'
import { printerProblem } from '../../printing/printer-problem.ts'
import { PrinterFacts } from './printer-facts.tsx'
import { TestButtons } from './test-buttons.tsx'

/** The printer of a kind, read-only: it is at another workstation, or the user may not change it. */
export function PrinterElsewhere(props: { kind: PrinterKind; device: Device; test: TestPrint }) {
  const { kind, device, test } = props
  const { t, i18n } = useTranslation()
  const { hub, state, printers, config, retryNow } = device
  const values = { kind: t(`printing.kind.${kind}`), place: hub?.alias ?? '' }
  const isThere = state === 'connected'
  const chosen = config?.[kind]
  const printer = printers.find(({ id }) => id === chosen?.printerId)
  const problem = chosen && isThere && printerProblem(kind, chosen, printer)
  const name = printer?.name ?? chosen?.printerId
  return (
    <>
      {name !== undefined && (
        <p>
          {t('common.about', { what: t('device.printer'), text: name })}
          {printer && isThere && ` · ${t(`device.state.${printer.state}`)}`}
        </p>
      )}
      <div className={css.head}>
        <PrinterFacts printer={isThere ? printer : undefined} isWell={false} />
        <TestButtons
          kind={kind}
          config={chosen}
          printer={printer}
          canTest={isThere && chosen !== undefined && !test.isRunning}
          test={test}
        />
      </div>
      <div aria-live="polite">
        {state === 'connecting' && <p className={css.quiet}>{t('device.status.connecting')}</p>}
        {(state === 'not_connected' || state === 'denied') && (
          <Notice tone="warn" action={<Button onPress={retryNow}>{t('printing.retry_now')}</Button>}>
            {t('printing.refusal_at.device_not_connected', values)} {t('device.offline_text', { alias: values.place })}
          </Notice>
        )}
        {isThere && !chosen && <Notice tone="warn">{t('printing.refusal_at.printer_not_set', values)}</Notice>}
        {problem && <Notice tone="warn">{failureText(problem, kind, i18n)}</Notice>}
      </div>
    </>
  )
}

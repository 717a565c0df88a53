import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { Printer as PrinterIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { useTestPrint, type TestPrint } from '../../printing/use-test-print.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { notifyDeviceFailure } from '../../device/device-failure.ts'
import css from './device-preferences-page.module.css'
import { KindGroup } from './kind-group.tsx'
import { wrongOffset } from './offset-fields.tsx'
import { saveChanges } from '../../device/save-printers.ts'
import { changedSince, shownOnly, toSave, type PrinterChanges } from './printer-changes.ts'
import { PrinterElsewhere } from './printer-elsewhere.tsx'
import { PrinterKindFields, printerField } from './printer-kind-fields.tsx'
import { isTooCoarse } from '../../printing/printer-problem.ts'

/** Assigns a printer to each kind of document. Only those who may manage the device manager can change it. */
export function PrintersCard() {
  const { t } = useTranslation()
  const { main, byKind } = useDevices()
  const test = useTestPrint()
  const shown = PRINTER_KINDS.filter((kind) => main.config || byKind[kind] !== main)
  return (
    <Card title={t('device.printers')} note={t('device.printers_hint')}>
      <div className={css.stack}>
        {main.config && main.hub?.can_manage ? (
          <PrintersForm key={main.hub.id} saved={main.config} test={test} />
        ) : (
          <>
            {main.config ? (
              <Notice>{t('device.not_yours')}</Notice>
            ) : (
              <EmptyState icon={PrinterIcon} title={t('device.away')} />
            )}
            {shown.map((kind) => (
              <KindGroup key={kind} kind={kind}>
                <PrinterElsewhere kind={kind} device={byKind[kind]} test={test} />
              </KindGroup>
            ))}
          </>
        )}
        <PrintStatus progress={test.progress} isTest />
      </div>
    </Card>
  )
}

function PrintersForm({ saved, test }: { saved: PrinterConfigs; test: TestPrint }) {
  const { t } = useTranslation()
  const { main, byKind } = useDevices()
  const { state, printers, request, configSaved } = main
  const [changes, setChanges] = useState<PrinterChanges>({})
  const config = { ...saved, ...changes }
  const [isSaving, setSaving] = useState(false)
  const isChanged = JSON.stringify(config) !== JSON.stringify(saved)
  const isAway = state !== 'connected'

  const here = PRINTER_KINDS.filter((kind) => byKind[kind] === main)
  const tooCoarse = here.find((kind) =>
    printers.some((printer) => printer.id === config[kind]?.printerId && isTooCoarse(printer, kind)),
  )

  async function save(): Promise<void> {
    const ours = toSave(changes, here, printers)
    const wrong = tooCoarse ? printerField(tooCoarse) : here.flatMap((kind) => wrongOffset(kind, ours[kind]) ?? [])[0]
    if (wrong) return goTo(wrong)
    setSaving(true)
    try {
      configSaved(await saveChanges(request, ours))
      setChanges((now) => changedSince(changes, now))
      showToast({ tone: 'good', text: t('device.saved') })
    } catch (cause) {
      notifyDeviceFailure(cause)
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className={css.stack}>
      {PRINTER_KINDS.map((kind) => (
        <KindGroup key={kind} kind={kind}>
          {byKind[kind] === main ? (
            <PrinterKindFields
              kind={kind}
              printers={printers}
              value={config[kind]}
              onChange={(value) => setChanges((now) => ({ ...now, [kind]: shownOnly(kind, value, printers) }))}
              canTest={!isAway && !isChanged && saved[kind] !== undefined && !test.isRunning}
              test={test}
            />
          ) : (
            <PrinterElsewhere kind={kind} device={byKind[kind]} test={test} />
          )}
        </KindGroup>
      ))}
      <div className={css.acts}>
        <Button variant="primary" isDisabled={isAway} isPending={isSaving} onPress={() => void save()}>
          {t('device.save')}
        </Button>
      </div>
    </div>
  )
}

function goTo(field: string): void {
  const control = document.getElementById(field)
  // a field in a closed <details> cannot get the focus
  control?.closest('details')?.setAttribute('open', '')
  control?.focus()
}

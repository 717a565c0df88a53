import { PRINTER_KINDS, type PrinterKind } from '@postroom/domain/catalogue/packaging'
import { Check, Printer, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { href } from '../../pages.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import css from './check-page.module.css'
import { isReadBack, lostOn } from './test-page-link.ts'
import { chosenPrinter } from '../../printing/chosen-printer.ts'
import type { TestPage, useTestPage } from './use-test-page.ts'

/** Prints a test page on a chosen printer and shows what a decoder reads on the dots that were sent to it. */
export function TestPageCard({ test }: { test: ReturnType<typeof useTestPage> }) {
  const { t } = useTranslation()
  const { byKind } = useDevices()
  const [chosen, setChosen] = useState<PrinterKind>('shipping')
  const { page, progress, isRunning, run } = test
  const device = byKind[chosen]
  const canPrint = device.state === 'connected' && chosenPrinter(device, chosen).printer !== undefined
  return (
    <Card title={t('check.page.title')} action={page && <Verdict page={page} />}>
      <Select
        name="test-page-printer"
        label={t('check.page.printer')}
        value={chosen}
        onChange={setChosen}
        options={PRINTER_KINDS.map((value) => ({ value, label: t(`device.kind.${value}`) }))}
      />
      {progress.phase !== 'DONE' && <PrintStatus progress={progress} isTest />}
      {page?.state === 'reading' && <Progress label={t('check.page.reading')} />}
      {page && page.state !== 'reading' && <Findings page={page} />}
      <p className={css.quiet}>{t(page ? 'check.page.limits' : 'check.page.text')}</p>
      <div className={css.tools}>
        <Button icon={Printer} isPending={isRunning} isDisabled={!canPrint} onPress={() => run(chosen)}>
          {t(page ? 'check.page.again' : 'check.page.print')}
        </Button>
        <LinkButton variant="link" href={href('printers')}>
          {t('check.page.adjust')}
        </LinkButton>
      </div>
    </Card>
  )
}

function Verdict({ page }: { page: TestPage }) {
  const { t } = useTranslation()
  if (page.state !== 'read' || page.drawn.length === 0) return null
  return lostOn(page).length === 0 ? (
    <Badge tone="good">{t('check.page.readable')}</Badge>
  ) : (
    <Badge tone="warn">{t('check.page.fault')}</Badge>
  )
}

const length = (dots: number, dpi: number): number => (dots / dpi) * 25.4

/** What was drawn, and what was found of it. */
function Findings({ page }: { page: TestPage }) {
  const { t, i18n } = useTranslation()
  const { read, drawn, offset } = page
  const mm = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  if (!read) return <p>{t(`check.page.why.${page.state === 'no_dots' ? 'no_dots' : 'no_answer'}`)}</p>
  const size = {
    width: whole.format(length(read.width_dots, read.dpi)),
    height: whole.format(length(read.height_dots, read.dpi)),
  }
  return (
    <dl className={css.findings}>
      {drawn.map((code) => {
        const isRead = isReadBack(page, code)
        return (
          <Finding key={code.format} name={t(`check.page.code.${code.format}`)} isBad={!isRead}>
            {isRead ? t('check.page.code_read', { count: code.text.length }) : t('check.page.code_lost')}
          </Finding>
        )
      })}
      {drawn.length === 0 && <Finding name={t('check.page.codes')}>{t('check.page.no_room')}</Finding>}
      <Finding name={t('check.page.resolution')}>{t('check.printer.dpi', { dpi: read.dpi })}</Finding>
      <Finding name={t('check.page.size')}>{t('check.page.size_mm', size)}</Finding>
      <Finding name={t('check.page.offset')}>
        {t('check.page.offset_mm', { x: mm.format(offset.x_mm), y: mm.format(offset.y_mm) })}
      </Finding>
    </dl>
  )
}

function Finding({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>
        {children} <Icon of={isBad ? TriangleAlert : Check} size="tiny" />
      </dd>
    </div>
  )
}

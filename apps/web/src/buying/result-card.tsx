import type { Shipment } from '@postroom/contract/shipment'
import { REPRINT_REASONS } from '@postroom/contract/shipment-change'
import { ChevronDown, CircleCheck, Printer, Repeat, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { atPlace } from '../printing/at-place.ts'
import { nounOf } from '../printing/printed-documents.ts'
import type { DocumentProgress } from '../printing/print-progress.ts'
import { PrintStatus } from '../printing/print-status.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import css from './result-card.module.css'
import { resultText, stateOf } from './result-text.ts'
import type { BuyAndPrint } from './use-buy-and-print.ts'
import { VoidButton } from './void-button.tsx'

interface ResultCardProps {
  sending: BuyAndPrint
  /** Absent where the form stays as it is. */
  onSendAnother?: (shipment: Shipment) => void
}

/** What was bought last and whether it is printed, above the emptied form. On a phone: a sheet above the navigation. */
export function ResultCard(props: ResultCardProps) {
  const { result } = props.sending
  const { t, i18n } = useTranslation()
  const title = result && resultText(result, props.sending.progress, t, i18n.language)
  return (
    <>
      {/* there before the first purchase, because screen readers announce only changes of a region they know */}
      <output className="visually-hidden">{title}</output>
      {result && <Result {...props} shipment={result} />}
    </>
  )
}

function Result(props: ResultCardProps & { shipment: Shipment }) {
  const { sending, shipment, onSendAnother } = props
  const { progress } = sending
  const { t, i18n } = useTranslation()
  const state = stateOf(progress)
  const isDoubtful = state === 'not_printed' || state === 'unknown'
  return (
    <section className={classNames(css.result, isDoubtful ? css.warn : css.good)} aria-labelledby="result-title">
      <Icon of={isDoubtful ? TriangleAlert : state === 'printing' ? Printer : CircleCheck} />
      <div className={css.body}>
        <h2 id="result-title" className={css.title}>
          {resultText(shipment, progress, t, i18n.language)}
        </h2>
        <p className={css.facts}>
          <span>{factsText(shipment)}</span>
          {state === 'printed' &&
            progress.documents.map((document) => <Printed key={document.document} {...document} />)}
        </p>
        {state !== 'printed' && (
          <div className={css.print}>
            <PrintStatus
              progress={progress}
              onAgain={() => void sending.printAgain(shipment)}
              onCameOut={sending.cameOut}
            />
          </div>
        )}
        <div className={css.acts}>
          {onSendAnother && (
            <Button icon={Repeat} onPress={() => onSendAnother(shipment)}>
              {t('shipping.result.send_another')}
            </Button>
          )}
          {state === 'printed' && (
            <Menu
              label={t('shipping.result.what_happened')}
              header={t('shipping.result.what_happened')}
              footer={t('shipping.result.one_label')}
              trigger={
                <Button icon={RotateCcw}>
                  {t('shipping.result.print_again')} <Icon of={ChevronDown} size="small" />
                </Button>
              }
              acts={REPRINT_REASONS.map((reason) => ({
                id: reason,
                label: t(`shipping.result.${reason}`),
                onAction: () => void sending.printAgain(shipment, reason),
              }))}
            />
          )}
          <ReceiptButton shipmentId={shipment.id} />
          {shipment.void_until !== undefined && state !== 'printing' && (
            <VoidButton shipment={shipment} onVoided={sending.close} />
          )}
        </div>
      </div>
      <IconButton icon={X} label={t('shipping.result.close')} onPress={sending.close} />
    </section>
  )
}

/** Which document came out, and where; the title has announced it already. */
function Printed({ document, place }: DocumentProgress) {
  const { t } = useTranslation()
  return <span>{atPlace(place, t(`printing.${nounOf(document)}.done`), t)}</span>
}

/** 'ZZ123456785GB · Llewellyn Bindery Ltd, Aberystwyth, SY23 2HT'. */
const factsText = ({ meta_data, to }: Shipment): string =>
  [meta_data.tracking, [to.name && to.company_name, to.city, to.postal_code].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' · ')

import type { Shipment } from '@postroom/contract/shipment'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { toPence } from '@postroom/domain/money'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { usePrint } from '../../printing/use-print.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import css from './last-shipments.module.css'
import { DocumentsMenu } from './documents-menu.tsx'

const TONES: Record<Shipment['status'], Tone> = {
  pending: 'info',
  bought: 'good',
  rejected: 'error',
  cancelled: 'neutral',
  void_requested: 'info',
  voided: 'neutral',
  test: 'neutral',
}

/** One shipment: addressee, service, date and price, with reprints of its documents. */
export function ShipmentRow({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const { progress, printShipment, printMissing, cameOut } = usePrint()
  const { to, status, amount, item_numbers } = shipment
  // letters sold without an addressee
  const name = to.name || to.company_name || t('home.unaddressed', { count: item_numbers.length })
  return (
    <li className={css.row}>
      <span className={css.who}>
        <strong>{name}</strong>
        <MoreText shipment={shipment} />
      </span>
      <Badge tone={TONES[status]}>{t(`home.status.${status}`)}</Badge>
      <span className={css.price}>
        <Money pence={toPence(amount)} size="display" />
      </span>
      <span className={css.act}>
        {status === 'bought' && (
          <>
            <Button
              icon={Printer}
              isPending={progress.phase === 'PRINTING'}
              onPress={() => void printShipment(shipment)}
              aria-label={t('home.reprint_of', { name })}
            >
              {t('home.reprint')}
            </Button>
            <DocumentsMenu
              shipment={shipment}
              name={name}
              isPrinting={(document) =>
                progress.documents.some((row) => row.document === document && row.phase === 'PRINTING')
              }
              onPrint={(document) => void printShipment(shipment, { documents: [document] })}
            />
          </>
        )}
      </span>
      {progress.phase !== 'IDLE' && (
        <div className={css.print}>
          <PrintStatus progress={progress} onAgain={() => void printMissing(shipment)} onCameOut={cameOut} />
        </div>
      )}
    </li>
  )
}

/** 'Aberystwyth · 2nd Class · 21 Nov'; abroad with the country after the town. */
function MoreText({ shipment: { to, service, created_at } }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { day: 'numeric', month: 'short' })
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const place = isDomestic(to.country) ? to.city : `${to.city}, ${countries.of(to.country)}`
  return (
    <span className={css.more}>
      {[place, t(`service.${service}`), day.format(new Date(created_at))].filter(Boolean).join(' · ')}
    </span>
  )
}

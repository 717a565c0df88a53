import type { Shipment } from '@postroom/contract/shipment'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { toPence } from '@postroom/domain/money'
import { Printer, Repeat2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n.ts'
import { href } from '../../pages.ts'
import { PrintStatus } from '../../printing/print-status.tsx'
import { useShowsShipment } from '../../printing/shown-shipments.ts'
import { usePrint } from '../../printing/use-print.ts'
import { ShipmentState } from '../../shipments/shipment-state.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import css from './last-shipments.module.css'
import { DocumentsMenu } from './documents-menu.tsx'

/** One shipment: addressee, service and number, time, print state, price, and what can be done with it. */
export function ShipmentRow({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const { progress, printShipment, printMissing, cameOut } = usePrint()
  useShowsShipment(progress.phase === 'IDLE' ? undefined : shipment.id)
  const { to, service, status, amount, item_numbers, meta_data } = shipment
  const name = personOrCompany(to) || t('home.unaddressed', { count: item_numbers.length || 1 })
  return (
    <li className={css.row}>
      <span className={css.who}>
        <span>
          <strong>{name}</strong> <Place to={to} />
        </span>
        <span className={css.more}>{[t(`service.${service}`), meta_data.tracking].filter(Boolean).join(' · ')}</span>
      </span>
      <BoughtAt at={shipment.created_at} />
      <span className={css.word}>
        <ShipmentState shipment={shipment} />
      </span>
      <span className={css.price}>
        <Money pence={toPence(amount)} size="display" />
      </span>
      <span className={css.act}>
        {status === 'bought' && (
          <>
            <LinkButton icon={Repeat2} href={href('shipping', { again: shipment.id })}>
              {t('home.send_again')} <span className="visually-hidden">{t('home.send_again_to', { name })}</span>
            </LinkButton>
            <IconButton
              icon={Printer}
              label={t('home.reprint_of', { name })}
              isPending={progress.phase === 'PRINTING'}
              onPress={() => void printShipment(shipment)}
            />
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

/** The time of a purchase of today; the day of an earlier one. */
function BoughtAt({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const [today] = useState(() => new Date().toDateString())
  const bought = new Date(at)
  const isToday = bought.toDateString() === today
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { weekday: 'short', day: 'numeric', month: 'short' }
  return (
    <time className={css.time} dateTime={at}>
      {new Intl.DateTimeFormat(localeOf(i18n.language), format).format(bought)}
    </time>
  )
}

/** The town; abroad with the country. */
function Place({ to }: Pick<Shipment, 'to'>) {
  const { i18n } = useTranslation()
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' })
  const place = isDomestic(to.country) ? to.city : `${to.city}, ${countries.of(to.country)}`
  return <span className={css.place}>{to.city && place}</span>
}

import type { Shipment } from '@postroom/contract/shipment'
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

const TONES: Record<Shipment['status'], Tone> = {
  pending: 'info',
  bought: 'good',
  rejected: 'error',
  cancelled: 'neutral',
  test: 'neutral',
}

/** To whom, how, when, for how much, and its label once more. */
export function ShipmentRow({ shipment }: { shipment: Shipment }) {
  const { t, i18n } = useTranslation()
  const label = usePrint()
  const { to, service, status, charges, created_at } = shipment
  const name = to.name || to.company_name
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { day: 'numeric', month: 'short' })
  const print = () => void label.printShipment(shipment)
  return (
    <li className={css.row}>
      <span className={css.who}>
        <strong>{name}</strong>
        <span className={css.more}>
          {to.city} · {t(`service.${service}`)} · {day.format(new Date(created_at))}
        </span>
      </span>
      <Badge tone={TONES[status]}>{t(`home.status.${status}`)}</Badge>
      <span className={css.price}>
        <Money pence={toPence(charges.total_charge)} size="display" />
      </span>
      <span className={css.act}>
        {status === 'bought' && (
          <Button
            icon={Printer}
            isPending={label.progress.phase === 'PRINTING'}
            onPress={print}
            aria-label={t('home.reprint_of', { name })}
          >
            {t('home.reprint')}
          </Button>
        )}
      </span>
      {label.progress.phase !== 'IDLE' && (
        <div className={css.print}>
          <PrintStatus progress={label.progress} onAgain={print} onCameOut={() => label.reset()} />
        </div>
      )}
    </li>
  )
}

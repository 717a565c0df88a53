import type { Shipment } from '@postroom/contract/shipment'
import type { DeliveryEvent } from '@postroom/domain/post/delivery-event'
import {
  Ban,
  CircleCheck,
  Clock,
  FlaskConical,
  PackageCheck,
  TriangleAlert,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PrintState } from '../printing/print-state.tsx'
import type { Tone } from '../ui/badge.tsx'
import { StateWord } from '../ui/lists/state-word.tsx'

const LOOKS: Record<Shipment['status'], { icon: LucideIcon; tone: Tone }> = {
  pending: { icon: Clock, tone: 'info' },
  bought: { icon: CircleCheck, tone: 'good' },
  rejected: { icon: Ban, tone: 'error' },
  cancelled: { icon: Ban, tone: 'neutral' },
  void_requested: { icon: Clock, tone: 'info' },
  voided: { icon: Undo2, tone: 'neutral' },
  test: { icon: FlaskConical, tone: 'neutral' },
}

const ON_ITS_WAY: Record<DeliveryEvent, { icon: LucideIcon; tone: Tone }> = {
  dispatched: { icon: Truck, tone: 'info' },
  delivered: { icon: PackageCheck, tone: 'good' },
  problem: { icon: TriangleAlert, tone: 'warn' },
}

/** The state of a shipment in a word: where it is on its way, before that whether it is printed, once it is bought. */
export function ShipmentState({ shipment }: { shipment: Pick<Shipment, 'status' | 'print_state' | 'delivery'> }) {
  const { t } = useTranslation()
  const { status, print_state, delivery } = shipment
  if (delivery) return <StateWord {...ON_ITS_WAY[delivery]}>{t(`home.delivery.${delivery}`)}</StateWord>
  if (print_state) return <PrintState state={print_state} />
  return <StateWord {...LOOKS[status]}>{t(`home.status.${status}`)}</StateWord>
}

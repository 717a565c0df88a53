import type { PrintState as State } from '@postroom/domain/media/print-state'
import { CircleHelp, Clock, Printer, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import css from './print-state.module.css'

const LOOKS = {
  not_printed: { icon: TriangleAlert, tone: 'warn' },
  unknown: { icon: CircleHelp, tone: 'warn' },
  queued: { icon: Clock, tone: 'info' },
  printed: { icon: Printer, tone: 'good' },
} as const

/** Whether a bought shipment is printed, as an icon and a word. */
export function PrintState({ state }: { state: State }) {
  const { t } = useTranslation()
  const { icon, tone } = LOOKS[state]
  return (
    <span className={css.state} data-tone={tone}>
      <Icon of={icon} size="small" />
      {t(`printing.state.${state}`)}
    </span>
  )
}

import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  Hourglass,
  LoaderCircle,
  Lock,
  Printer,
  Scale,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { QueueRow, RowState as State } from '../rows/queue-row.ts'
import css from './row-state.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain' | 'quiet'
const LOOKS: Readonly<Record<State, readonly [LucideIcon, Tone]>> = {
  waiting: [Circle, 'quiet'],
  weighed: [Scale, 'plain'],
  problem: [CircleAlert, 'bad'],
  with_colleague: [Lock, 'quiet'],
  kept: [Hourglass, 'warn'],
  batched: [Clock, 'quiet'],
  buying: [LoaderCircle, 'info'],
  unknown: [CircleHelp, 'warn'],
  refused: [CircleAlert, 'bad'],
  bought: [CircleCheck, 'good'],
  printed: [Printer, 'good'],
  not_printed: [TriangleAlert, 'warn'],
}

/** The state of a row as an icon and a word. */
export function RowState({ row: { state, colleague } }: { row: QueueRow }) {
  const { t } = useTranslation()
  const [icon, tone] = LOOKS[state]
  return (
    <span className={classNames(css.state, css[tone])}>
      <Icon of={icon} size="small" />
      {t(`mailroom.state.${state}`, { name: colleague && shortName(colleague) })}
    </span>
  )
}

/** 'Dev P.' */
function shortName(fullname: string): string {
  const [first = '', ...others] = fullname.split(' ')
  const last = others.at(-1)
  return last ? `${first} ${last.charAt(0)}.` : first
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../badge.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import css from './state-word.module.css'

/** The state of a row: an icon and a word, so that colour is never alone. */
export function StateWord({ icon, tone, children }: { icon: LucideIcon; tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames(css.state, css[tone])}>
      <Icon of={icon} size="small" />
      {children}
    </span>
  )
}

import type { LucideIcon } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import css from './state-word.module.css'

export type Tone = 'good' | 'warn' | 'error' | 'busy' | 'quiet'

/** A state as icon and word; the colour never carries it alone. */
export function StateWord({ icon, tone, text }: { icon: LucideIcon; tone: Tone; text: string }) {
  return (
    <span className={css[tone]}>
      <Icon of={icon} size="small" /> {text}
    </span>
  )
}

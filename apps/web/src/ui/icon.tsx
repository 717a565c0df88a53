import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  of: LucideIcon
  /** Pixels; 18 beside text. */
  size?: number
}

/** An icon. Text beside it carries the meaning, so it is hidden from screen readers. */
export function Icon({ of: Shape, size = 18 }: IconProps) {
  return <Shape size={size} strokeWidth={1.7} aria-hidden="true" focusable="false" />
}

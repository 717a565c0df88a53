import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  of: LucideIcon
  /** Pixels; 18 beside text. */
  size?: number
}

/** One stroke for every icon. It never carries the meaning alone, so it is hidden from screen readers. */
export function Icon({ of: Shape, size = 18 }: IconProps) {
  return <Shape size={size} strokeWidth={1.7} aria-hidden="true" focusable="false" />
}

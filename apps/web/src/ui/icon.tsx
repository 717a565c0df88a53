import type { LucideIcon } from 'lucide-react'

/** Pixels. `text` stands beside text. */
const SIZES = { tiny: 14, small: 16, text: 18, large: 24, picture: 56 }

export interface IconProps {
  of: LucideIcon
  size?: keyof typeof SIZES
}

/** An icon. Text beside it carries the meaning, so it is hidden from screen readers. */
export function Icon({ of: Shape, size = 'text' }: IconProps) {
  return <Shape size={SIZES[size]} strokeWidth={1.7} aria-hidden="true" focusable="false" />
}

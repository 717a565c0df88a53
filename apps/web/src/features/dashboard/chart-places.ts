import type { Slot } from './chart-slots.ts'
import type { Group } from './service-groups.ts'

/** The drawing area of a chart in pixels: `left` for the amounts, `foot` for the names below; `max` pence at `top`. */
export interface Frame {
  width: number
  height: number
  left: number
  top: number
  foot: number
  max: number
}

export interface Bar {
  slot: Slot
  x: number
  barWidth: number
  /** The width of its place. */
  step: number
  parts: { group: Group; y: number; height: number }[]
  /** Whether there is room for its sum and name. */
  isNamed: boolean
}

/** A gap between weeks, in places. */
const GAP = 0.45
/** The narrowest place of a bar: that of a finger on a phone, and of a mouse on a wide screen. */
const NARROWEST = { phone: 40, wide: 13 }
const ROOM_FOR_A_NAME = 30
const BAR_MAX = 32
/** Segments are parted by this much of the ground. */
const PARTED = 2

/** The height of an amount above the base line. */
export const heightOf = (pence: number, { height, top, foot, max }: Frame): number =>
  (pence / max) * (height - foot - top)

/** The last slots that fit, from left to right. */
export function placed(slots: readonly Slot[], frame: Frame): Bar[] {
  const room = frame.width - frame.left
  const shown = slots.slice(-Math.floor(room / (frame.width < 480 ? NARROWEST.phone : NARROWEST.wide)))
  const gapBefore = (index: number) => (index > 0 && shown[index]!.isAfterGap ? GAP : 0)
  const places = shown.reduce((sum, _slot, index) => sum + 1 + gapBefore(index), 0)
  const step = Math.min(room / places, 3 * BAR_MAX)
  const barWidth = Math.min(BAR_MAX, step * 0.68)
  const every = Math.ceil(ROOM_FOR_A_NAME / step)
  let at = frame.left
  return shown.map((slot, index) => {
    at += gapBefore(index) * step
    const x = at + (step - barWidth) / 2
    at += step
    return { slot, x, barWidth, step, parts: stacked(slot, frame), isNamed: index % every === 0 }
  })
}

function stacked({ parts }: Slot, frame: Frame): Bar['parts'] {
  let foot = frame.height - frame.foot
  return parts.map(({ group, spend }) => {
    const tall = heightOf(spend, frame)
    foot -= tall
    return { group, y: foot + PARTED / 2, height: Math.max(1, tall - PARTED) }
  })
}

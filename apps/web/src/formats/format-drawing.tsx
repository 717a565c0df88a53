import { packagingOf, type PackagingCode } from '@postroom/domain/catalogue/packaging'

/** Width of each drawing. Proportions are true; envelopes share one scale, boxes another. */
const DRAWN_WIDTH = {
  letter: 36,
  large_letter: 52,
  small_parcel: 35,
  medium_parcel: 47,
  tube: 52,
  parcel: 35,
  parcel_heavy: 47,
} as const satisfies Record<PackagingCode, number>
const VIEW = { width: 64, height: 52 }
const COS_30 = Math.cos(Math.PI / 6)

/** The outline of a format at its largest size. It repeats the text beside it, so it is hidden from screen readers. */
export function FormatDrawing({ packaging }: { packaging: PackagingCode }) {
  return (
    <svg
      viewBox={`${-VIEW.width / 2} ${-VIEW.height / 2} ${VIEW.width} ${VIEW.height}`}
      width={VIEW.width}
      height={VIEW.height}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outlineOf(packaging)} />
    </svg>
  )
}

/** A common shape of a parcel abroad, whose sides may add up to 90 cm. */
const PARCEL_ABROAD = [400, 300, 200] as const

function outlineOf(packaging: PackagingCode): string {
  const sides = packaging === 'parcel' ? PARCEL_ABROAD : packagingOf(packaging).max_sides
  const drawn = DRAWN_WIDTH[packaging]
  if (!sides) return TUBE
  const [length, width, height] = sides
  if (packaging === 'letter' || packaging === 'large_letter') return envelope(drawn, (drawn * width) / length)
  return box(length, width, height, drawn / ((length + width) * COS_30))
}

/** An envelope with its flap, centred on the origin. */
function envelope(width: number, height: number): string {
  const [x, y] = [width / 2, height / 2]
  return `M${-x} ${-y}H${x}V${y}H${-x}Z M${-x} ${-y}L0 ${height / 9}L${x} ${-y}`
}

/** A box seen from above its front edge, centred on the origin. */
function box(length: number, width: number, height: number, scale: number): string {
  const [dx, dy] = [length * scale * COS_30, (length * scale) / 2]
  const [ex, ey] = [width * scale * COS_30, (width * scale) / 2]
  const tall = height * scale
  const left = -(dx + ex) / 2
  const top = -(dy + ey + tall) / 2
  const at = (x: number, y: number) => `${(left + x).toFixed(2)} ${(top + y).toFixed(2)}`
  const lid = `M${at(0, dy)}L${at(dx, 0)}L${at(dx + ex, ey)}L${at(ex, dy + ey)}Z`
  const sides = `M${at(0, dy)}L${at(0, dy + tall)}L${at(ex, dy + ey + tall)}L${at(dx + ex, ey + tall)}L${at(dx + ex, ey)}`
  return `${lid}${sides}M${at(ex, dy + ey)}L${at(ex, dy + ey + tall)}`
}

const TUBE =
  'M-21 6.5L16 -11.5M-16.5 15.5L20.5 -2.5M16 -11.5C19.5 -13 24.5 -5 20.5 -2.5M-21 6.5C-25 8.5 -20.5 17.5 -16.5 15.5C-13 13.8 -17.5 4.8 -21 6.5Z'

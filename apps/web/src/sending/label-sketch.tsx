import type { PostalAddress } from '@postroom/contract/address'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { useTranslation } from 'react-i18next'
import styles from './label-sketch.module.css'

const MATRIX = 16
/** Alternating bar and gap widths in modules. Only looks like a barcode: no scanner reads it. */
const BARS = [
  2, 1, 1, 3, 1, 2, 3, 1, 1, 1, 2, 2, 1, 3, 2, 1, 1, 2, 3, 1, 2, 1, 1, 1, 3, 2, 1, 2, 1, 1, 2, 3, 1, 1, 2, 1,
]

/** A preview before the label exists. It is marked as a specimen, and its codes cannot be scanned. */
export function LabelSketch(props: {
  serviceName: string | undefined
  facts: string
  to: PostalAddress
  reference: string
}) {
  const { t } = useTranslation()
  const lines = labelLines(props.to)
  return (
    <figure className={styles.label} aria-label={t('shipping.sketch')}>
      <div className={styles.head}>
        <Matrix />
        <div>
          <p className={styles.service}>{props.serviceName ?? t('shipping.no_service_yet')}</p>
          <p>{props.facts}</p>
          <p>{t('shipping.specimen')}</p>
        </div>
      </div>
      {lines.length > 0 && (
        <address className={styles.address} lang="en">
          {lines.map((line, index) => (
            <span key={`${index} ${line}`}>{line}</span>
          ))}
        </address>
      )}
      <Bars />
      {props.reference && <p>{props.reference}</p>}
    </figure>
  )
}

/** The address lines as on the label: in the order of the country, whose name comes last if it is abroad. */
function labelLines(to: PostalAddress): string[] {
  const { lines, town, country } = addressLines(to)
  const typed = [...lines, ...town].filter((line) => line.trim() !== '')
  return isDomestic(to.country) || typed.length === 0 ? typed : [...typed, country]
}

/** The solid left and lower edge and dotted right and upper edge of a data matrix, filled with a fixed pattern. */
function Matrix() {
  const cells = Array.from({ length: MATRIX * MATRIX }, (_, index) => ({
    x: index % MATRIX,
    y: Math.floor(index / MATRIX),
  }))
  const dark = cells.filter(({ x, y }) => isDark(x, y))
  return (
    <svg viewBox={`0 0 ${MATRIX} ${MATRIX}`} width={64} height={64} shapeRendering="crispEdges" aria-hidden="true">
      <path d={dark.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} />
    </svg>
  )
}

function isDark(x: number, y: number): boolean {
  if (x === 0 || y === MATRIX - 1) return true
  if (y === 0) return x % 2 === 0
  if (x === MATRIX - 1) return y % 2 === 1
  return (x * 7 + y * 13 + ((x * y) % 5) * 3) % 4 < 2
}

function Bars() {
  const starts = BARS.map((_, index) => BARS.slice(0, index).reduce((sum, width) => sum + width, 0))
  const total = BARS.reduce((sum, width) => sum + width, 0)
  const path = BARS.map((width, index) => (index % 2 === 0 ? `M${starts[index]} 0h${width}v10h-${width}z` : '')).join(
    '',
  )
  return (
    <svg
      viewBox={`0 0 ${total} 10`}
      className={styles.bars}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

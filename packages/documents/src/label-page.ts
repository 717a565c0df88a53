import { DOT, toDots } from './barcode.ts'
import type { Doc } from './pdf.ts'

/** 4 × 6 inches in points. The page is the label: nothing is to be scaled, or the bars would leave the dots. */
export const PAGE = { width: 288, height: 432 }

/** 98 × 140 mm in whole dots: what every 4 × 6 roll can print. */
export const SAFE = { left: 22 * DOT, right: PAGE.width - 22 * DOT, width: PAGE.width - 44 * DOT, top: 74 * DOT }

/** Bands of the label, top and height in points. */
export const BAND = {
  header: { y: SAFE.top, height: 20 },
  service: { y: SAFE.top + 30, height: 46.08 },
  facts: { y: SAFE.top + 85, height: 27 },
  delivery: { y: SAFE.top + 116, height: 148 },
  sender: { y: SAFE.top + 270, height: 44 },
  bars: { y: SAFE.top + 322, height: 48 },
} as const

export function drawCaption(doc: Doc, text: string, x: number, y: number): void {
  doc.font('regular', 5.5).text(text, x, y, { lineBreak: false, characterSpacing: 0.2 })
}

export function drawRule(doc: Doc, y: number): void {
  doc.rect(SAFE.left, toDots(y), SAFE.width, 2 * DOT).fill('black')
}

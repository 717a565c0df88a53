import { runTool } from './read-back.ts'

/** The content of the pages of a PDF, operator by operator. */
const contentOf = (pdf: Uint8Array): string => runTool('qpdf', pdf, '--qdf', '--object-streams=disable', 'FILE', '-')

const numbersIn = (pdf: Uint8Array, operator: RegExp): number[] =>
  Array.from(contentOf(pdf).matchAll(operator), ([, number]) => Number(number))

/** The sizes of all texts, in points. */
export const textSizesOf = (pdf: Uint8Array): { regular: number[]; bold: number[] } => ({
  regular: numbersIn(pdf, /\/F1 ([\d.]+) Tf/g),
  bold: numbersIn(pdf, /\/F2 ([\d.]+) Tf/g),
})

/** The thicknesses of all lines and filled rectangles, in points. */
export const linesOf = (pdf: Uint8Array): number[] => [
  ...numbersIn(pdf, /^([\d.]+) w$/gm),
  ...Array.from(contentOf(pdf).matchAll(/^[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+) re$/gm), ([, width, height]) =>
    Math.min(Number(width), Number(height)),
  ),
]

/** The greys with which a page is filled and stroked, 0 for black, sorted. */
export const inkOf = (pdf: Uint8Array): string[] =>
  [...new Set(Array.from(contentOf(pdf).matchAll(/^([\d.]+) [gG]$/gm), ([, level]) => level!))].toSorted()

/** The ends of the lines to cut along, in millimetres from the corner of a form: left, top, right, bottom. */
export function cutLinesOf(pdf: Uint8Array): number[][] {
  const [, dashed = ''] = /^\[2 2\] 0 d$(.*?)^\[\] 0 d$/ms.exec(contentOf(pdf)) ?? []
  return Array.from(dashed.matchAll(/^([\d.]+) ([\d.]+) m\n([\d.]+) ([\d.]+) l$/gm), ([, ...points]) =>
    points.map((point) => Math.round((Number(point) / 72) * 25.4)),
  )
}

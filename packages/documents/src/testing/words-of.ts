import { runTool } from './read-back.ts'

/** A word on a page with its place, in millimetres from the top left corner of the page. */
interface PlacedWord {
  page: number
  word: string
  left: number
  right: number
  /** Of the line it stands in. */
  top: number
}

/** The words of a PDF in the order in which they were drawn. */
export function wordsOf(pdf: Uint8Array): PlacedWord[] {
  const pages = runTool('pdftotext', pdf, '-bbox', 'FILE', '-').split('<page ').slice(1)
  return pages.flatMap((page, at) =>
    [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g)].map(
      ([, left, top, right, word = '']) => ({
        page: at + 1,
        word,
        left: inMillimetres(left),
        right: inMillimetres(right),
        top: inMillimetres(top),
      }),
    ),
  )
}

const inMillimetres = (points = ''): number => Math.round((Number(points) / 72) * 254) / 10

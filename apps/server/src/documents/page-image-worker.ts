import { IMAGE_DPI } from '@postroom/contract/document'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { PNG } from 'pngjs'
import { answerTasks } from '../answer-tasks.ts'

/** A4 has 3.6 million dots. */
const DOTS_MAX = 16e6
const POINTS_PER_INCH = 72
/** The fast end of zlib: a label takes a third of the time and 10 KB more than at the other end. */
const PNG_OPTIONS = { colorType: 0, inputColorType: 0, inputHasAlpha: false, deflateLevel: 2 } as const

export interface PageTask {
  pdf: Uint8Array
  /** Counted from 1. */
  page: number
}
export type PageAnswer = { png: Uint8Array<ArrayBuffer> } | { failed: 'no_such_page' | 'too_large' | 'unreadable' }

const library = await PDFiumLibrary.init()
/** Draws pages in a thread of its own, one after the other, so that pictures never delay a request. */
answerTasks(
  (task: PageTask) => imageOf(task).catch((): PageAnswer => ({ failed: 'unreadable' })),
  (answer) => ('png' in answer ? [answer.png.buffer] : []),
)

async function imageOf({ pdf, page }: PageTask): Promise<PageAnswer> {
  const document = await library.loadDocument(pdf)
  try {
    if (page > document.getPageCount()) return { failed: 'no_such_page' }
    return await draw(document.getPage(page - 1))
  } finally {
    document.destroy()
  }
}

async function draw(page: PDFiumPage): Promise<PageAnswer> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [width, height] = [toDots(originalWidth), toDots(originalHeight)]
  if (width * height > DOTS_MAX) return { failed: 'too_large' }
  const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray' })
  const picture = new PNG({ width, height })
  picture.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return { png: new Uint8Array(PNG.sync.write(picture, PNG_OPTIONS)) }
}

const toDots = (points: number): number => Math.round((points / POINTS_PER_INCH) * IMAGE_DPI)

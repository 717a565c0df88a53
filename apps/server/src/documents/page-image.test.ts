import { renderTestPage, testPageOn } from '@postroom/documents/test-page/test-page'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { pageImage } from './page-image.ts'

const ruler = async (width_mm: number, height_mm = 60) =>
  (await renderTestPage(testPageOn({ width_mm, height_mm }))).pdf
const refusal = (error: unknown) =>
  error instanceof AppError ? [error.code, error.more.retryAfterS].join(' ').trim() : String(error)

it('draws a page in greys at 192 dots to the inch, on white', async () => {
  const picture = PNG.sync.read(Buffer.from(await pageImage({ pdf: await ruler(101.6, 152.4), page: 1 })))
  expect([picture.width, picture.height]).toEqual([768, 1152])
  const greys = Array.from({ length: picture.width * picture.height }, (_, at) => picture.data[at * 4]!)
  expect(greys.filter((grey) => grey === 255).length).toBeGreaterThan(greys.length / 2)
  expect(greys.filter((grey) => grey < 128).length).toBeGreaterThan(1000)
})

it('draws the same page once, and says that there is no further page', async () => {
  const pdf = await ruler(90)
  const [first, second] = await Promise.all([pageImage({ pdf, page: 1 }), pageImage({ pdf, page: 1 })])
  expect(second).toBe(first)
  expect(await pageImage({ pdf: pdf.slice(), page: 1 })).toBe(first)
  await expect(pageImage({ pdf, page: 2 }).catch(refusal)).resolves.toBe('not_found')
})

/** A document with this many pages, each a little larger than the one before. */
function pagesOf(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index + 3)
  const objects = numbers.map((number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${number} 20]>>endobj`)
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${count}>>endobj
${objects.join('\n')}
trailer<</Root 1 0 R>>`)
}

it('keeps the two hundred pictures that were asked for last', async () => {
  const pdf = pagesOf(201)
  const drawn: Uint8Array[] = []
  for (let page = 1; page <= 200; page++) drawn.push(await pageImage({ pdf, page }))
  expect(await pageImage({ pdf, page: 1 })).toBe(drawn[0])
  await pageImage({ pdf, page: 201 })
  expect(await pageImage({ pdf, page: 1 })).toBe(drawn[0])
  expect(await pageImage({ pdf, page: 3 })).toBe(drawn[2])
  expect(await pageImage({ pdf, page: 2 })).not.toBe(drawn[1])
})

it('refuses what exceeds its queue, and draws again afterwards', async () => {
  const pages = await Promise.all(Array.from({ length: 40 }, (_, index) => ruler(100 + index / 2)))
  const answers = await Promise.all(pages.map((pdf) => pageImage({ pdf, page: 1 }).catch(refusal)))
  expect(answers.filter((answer) => answer === 'try_again 1')).toHaveLength(20)
  expect(answers.filter((answer) => answer instanceof Uint8Array)).toHaveLength(20)
  expect(await pageImage({ pdf: pages.at(-1)!, page: 1 })).toBeInstanceOf(Uint8Array)
})

it.each([
  ['no PDF', Buffer.from('%PDF-1.7 and nothing else'), 'unreadable'],
  [
    'a page of ten metres',
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 28346 28346]>>endobj
trailer<</Root 1 0 R>>`),
    'too_large',
  ],
])('does not draw %s, and goes on with the next document', async (_what, pdf, why) => {
  await expect(pageImage({ pdf, page: 1 })).rejects.toThrow(why)
  expect(await pageImage({ pdf: await ruler(95), page: 1 })).toBeInstanceOf(Uint8Array)
})

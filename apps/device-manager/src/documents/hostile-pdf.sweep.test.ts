import { renderTestPage } from '@postroom/documents/test-page/test-page'
import { expect, test } from 'vitest'
import { DeviceRefusal } from '../device-refusal.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { renderDots } from './read-pdf.ts'

/** A label with one inch of black, and with changed objects, catalogue or page. It has no valid object table. */
function pdfWith({ catalog = '', page = '', drawing = '0 0 72 72 re f', objects = [] as string[], trailer = '' }) {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 3 0 R ${page} >>`,
    ...objects,
  ]
  const body = all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${all.length + 1} ${trailer} >>\n%%EOF\n`)
}
const stream = (head: string, body: string) => `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`
const image = (width: number, height: number, more = '') =>
  stream(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray ${more}`, '\0')

const outcome = (pdf: Uint8Array) =>
  renderDots(pdf).then(
    (pages) => pages.map(({ black }) => Buffer.from(black).toString('base64')).join(),
    (error: unknown) => (error instanceof DeviceRefusal ? error.fault.code : Promise.reject(error as Error)),
  )
const REFUSALS = ['document_changed', 'document_too_large']
const nextIsRead = () => expect(renderDots(aPdf())).resolves.toMatchObject([{ width: 1200, height: 1800 }])

test.each([
  ['runs a script on opening', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1);while(1);) >>' }],
  ['starts a program', { catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }],
  ['requests a URL', { page: '/AA << /O << /S /URI /URI (http://127.0.0.1:9/) >> >>' }],
  ['submits a form', { catalog: '/OpenAction << /S /SubmitForm /F (http://127.0.0.1:9/) >>' }],
  ['contains an XFA form', { catalog: '/AcroForm << /XFA 5 0 R >>', objects: [stream('', '<xdp/>')] }],
  [
    'contains a file',
    {
      catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 5 0 R] >> >>',
      objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 6 0 R >> >>', stream('/Type /EmbeddedFile', 'MZ')],
    },
  ],
])('only draws a document that %s', async (_, parts) => {
  expect(await outcome(pdfWith(parts))).toBe(await outcome(pdfWith({})))
})

test.each([
  [
    'draws a file of this machine',
    {
      drawing: '/X Do',
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      objects: [image(8, 8, '/BitsPerComponent 8 /F (/etc/passwd)')],
    },
  ],
  [
    'draws itself recursively',
    {
      drawing: '/X Do',
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      objects: [
        stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>', '/X Do /X Do'),
      ],
    },
  ],
  [
    'draws a picture of ten thousand million pixels',
    {
      drawing: '288 0 0 432 0 0 cm /X Do',
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      objects: [image(100_000, 100_000, '/BitsPerComponent 8')],
    },
  ],
  [
    'draws a picture whose size overflows a number',
    {
      drawing: '/X Do',
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      objects: [image(2_147_483_647, 2_147_483_647, '/BitsPerComponent 16')],
    },
  ],
  [
    'has a picture of a format known for vulnerabilities',
    {
      drawing: '/X Do',
      page: '/Resources << /XObject << /X 5 0 R >> >>',
      objects: [image(64, 64, '/BitsPerComponent 1 /Filter /JBIG2Decode')],
    },
  ],
  [
    'repeats a filter a hundred times',
    { drawing: 'x', objects: [stream(`/Filter [${'/FlateDecode '.repeat(100)}]`, 'x')], page: '/Contents 5 0 R' },
  ],
  ['nests a hundred thousand arrays', { page: `/Annots ${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
  ['nests a hundred thousand graphics states', { drawing: 'q '.repeat(100_000) }],
  ['is its own page', { catalog: '/Pages 1 0 R' }],
  ['has a page that is its own parent', { page: '/Parent 4 0 R' }],
  ['has an object table that refers to itself', { trailer: '/Prev 9' }],
  [
    'is encrypted',
    { trailer: '/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /O (x) /U (x) /P -1 >> /ID [(a) (b)]' },
  ],
  ['has an infinite page size', { page: '/MediaBox [0 0 1e308 -1e308]' }],
  ['has an empty page', { page: '/MediaBox [0 0 0 0]' }],
])('draws or refuses a document that %s, without harm', async (_, parts) => {
  const became = await outcome(pdfWith(parts))
  expect(became.length > 1_000 || REFUSALS.includes(became)).toBe(true)
  await nextIsRead()
})

/** The same numbers on every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('draws or refuses sixty randomly damaged documents with fonts, pictures and compressed parts', async () => {
  const good = Buffer.from((await renderTestPage({ width_mm: 101.6, height_mm: 152.4 })).pdf)
  const random = numbersFrom(1)
  const became = new Set<string>()
  for (let n = 0; n < 60; n++) {
    let broken = Buffer.from(good)
    for (let change = 0; change <= n % 8; change++) {
      const place = random(broken.length)
      const piece = broken.subarray(place, place + random(200))
      if (change % 3 === 0) broken[place] = random(256)
      else if (change % 3 === 1)
        broken = Buffer.concat([broken.subarray(0, place), broken.subarray(place + piece.length)])
      else broken = Buffer.concat([broken.subarray(0, place), piece, broken.subarray(place)])
    }
    const result = await outcome(broken)
    became.add(REFUSALS.includes(result) ? result : 'drawn') // perhaps with no page at all
  }
  expect(became).toContain('drawn')
  expect(became).toContain('document_changed')
  await nextIsRead()
}, 90_000)

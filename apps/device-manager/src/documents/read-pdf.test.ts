import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { constants, deflateRawSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { DeviceRefusal } from '../device-refusal.ts'
import { aPdf } from '../testing/a-pdf.ts'
import { measurePages, renderDots } from './read-pdf.ts'

afterEach(() => vi.useRealTimers())

const MEGABYTE = 1024 * 1024
/** Compresses so many megabytes a thousandfold: the same megabyte repeated. */
function inflated(unit: string, megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, unit), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...Array.from({ length: megabytes }, () => block)])
}

/** A PDF whose page has compressed content. */
function packed(stream: Buffer): Buffer {
  const [before = '', after = ''] = aPdf({ drawing: '!' }).toString('latin1').split('<< /Length 1 >>\nstream\n!')
  const head = `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(before + head), stream, Buffer.from(after)])
}

const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => (error instanceof DeviceRefusal ? error.fault.code : String(error)),
  )
/** The next document is read whatever happened to the last one. */
const nextIsRead = () => expect(renderDots(aPdf())).resolves.toMatchObject([{ width: 1200, height: 1800 }])

test.each([
  ['a page of 20 m by 20 m', aPdf({ width_mm: 20_000, height_mm: 20_000 })],
  ['a page of nearly no width that is 40 km long', aPdf({ width_mm: 0.5, height_mm: 40_000_000 })],
  ['10,000 pages', aPdf({ pages: 10_000 })],
  ['a hundred large pages', aPdf({ width_mm: 297, height_mm: 420, pages: 100 })],
])('refuses %s before drawing anything', async (_, pdf) => {
  expect(await refusalOf(renderDots(pdf))).toBe('document_too_large')
  expect(await refusalOf(measurePages(pdf))).toBe('document_too_large')
  await nextIsRead()
})

/** 72 points are an inch, which has 300 dots. */
const inPoints = (width: number, height: number, pages: number) =>
  aPdf({ width_mm: (width / 72) * 25.4, height_mm: (height / 72) * 25.4, pages })

test.each([
  ['a page of just under 40 million dots', inPoints(1440, 1599, 1), undefined],
  ['a page of just over 40 million dots', inPoints(1440, 1601, 1), 'document_too_large'],
  ['a hundred pages of together just under 500 million dots', inPoints(720, 399, 100), undefined],
  ['a hundred pages of together just over 500 million dots', inPoints(720, 401, 100), 'document_too_large'],
  ['a hundred pages', aPdf({ pages: 100 }), undefined],
  ['one page more', aPdf({ pages: 101 }), 'document_too_large'],
])('limits pages and dots: %s', async (_, pdf, refusal) => {
  expect(await refusalOf(measurePages(pdf))).toBe(refusal)
})

test('refuses a decompression bomb of half a gigabyte without holding it in memory', async () => {
  const pdf = packed(inflated('q ', 500))
  expect(pdf.length).toBeLessThan(MEGABYTE)
  await measurePages(aPdf())
  const before = process.memoryUsage().rss
  expect(await refusalOf(renderDots(pdf))).toBe('document_changed')
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE)
  await nextIsRead()
})

test('aborts a document that does not finish, and ends its worker', async () => {
  const drawings = packed(inflated('0 0 288 432 re f ', 1))
  await measurePages(aPdf())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  const reading = refusalOf(renderDots(drawings))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(await reading).toBe('document_too_large')
  expect(ending.mock.settledResults).toEqual([{ type: 'fulfilled', value: 1 }])
  ending.mockRestore()
  await nextIsRead()
})

test('reads or refuses a randomly damaged document', async () => {
  const good = aPdf({ pages: 2 })
  for (let place = 9; place < good.length; place += 67) {
    const broken = Buffer.from(good)
    broken.fill(place % 2 === 0 ? 0xff : 0x39, place, place + 3)
    expect([undefined, 'document_changed', 'document_too_large']).toContain(await refusalOf(renderDots(broken)))
  }
  await nextIsRead()
})

test('frees the memory of each document in PDFium, which sixty large ones would fill', async () => {
  const drawing = '0 0 9 9 re f '.repeat(20_000)
  const pdf = aPdf({ drawing })
  for (let count = 0; count < 60; count++) expect(await measurePages(pdf)).toHaveLength(1)
})

test('frees the dots of each page, of which eight large ones would fill the memory of PDFium', async () => {
  const sheet = aPdf({ width_mm: 210, height_mm: 297 })
  for (let count = 0; count < 9; count++) expect(await renderDots(sheet, 600)).toMatchObject([{ width: 4_961 }])
})

test('keeps no program running after a document has been read', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-read-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const [program, document] = [path.join(folder, 'program.mjs'), path.join(folder, 'document.pdf')]
  fs.writeFileSync(document, aPdf())
  fs.writeFileSync(
    program,
    `import fs from 'node:fs'
import { measurePages } from ${JSON.stringify(import.meta.resolve('./read-pdf.ts'))}
await measurePages(fs.readFileSync(${JSON.stringify(document)}))
console.log('read')`,
  )
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 15_000 })).toBe('read\n')
})

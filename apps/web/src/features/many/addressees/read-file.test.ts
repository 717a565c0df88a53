import { describe, expect, it, test } from 'vitest'
import { readFile, UnreadableFile } from './read-file.ts'

const csv = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'winter.csv')

describe('reads', () => {
  test.each([
    ['commas', 'name,city\na,b\n'],
    ['semicolons', 'name;city\r\na;b\r\n'],
    ['tabs', 'name\tcity\na\tb'],
    ['a byte order mark', '\uFEFFname,city\na,b'],
    ['spaces around', ' name , city \n a , b '],
  ])('%s', async (_what, text) => {
    expect(await readFile(csv(text))).toEqual({
      name: 'winter.csv',
      heads: ['name', 'city'],
      lines: [{ number: 2, cells: ['a', 'b'] }],
      isCut: false,
    })
  })

  it('Windows-1252, and leaves out empty rows without changing the numbers', async () => {
    const bytes = Uint8Array.from('name\n\n\u00e9\n', (character) => character.charCodeAt(0))
    expect((await readFile(csv(bytes))).lines).toEqual([{ number: 3, cells: ['é'] }])
    expect((await readFile(csv('a,b\n1,2\n,\n3,4\n'))).lines.map(({ number }) => number)).toEqual([2, 4])
  })

  it('the first thousand rows, and says that there are more', async () => {
    const file = await readFile(csv(`name\n${'x\n'.repeat(1_001)}`))
    expect([file.lines.length, file.isCut]).toEqual([1_000, true])
    expect((await readFile(csv(`name\n${'x\n'.repeat(1_000)}`))).isCut).toBe(false)
  })
})

it.each([
  ['an empty file', '', 'empty', undefined],
  ['a file with heads only', 'name,city\n', 'empty', undefined],
  ['a quotation mark that is not closed', 'name\nok\n"open\n', 'quotes', 3],
  ['more than 4 MiB', 'x'.repeat(4 * 1024 * 1024 + 1), 'too_large', undefined],
])('refuses %s', async (_what, text, reason, row) => {
  const refusal = await readFile(csv(text)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UnreadableFile)
  expect(refusal).toMatchObject({ reason, ...(row !== undefined && { row }) })
})

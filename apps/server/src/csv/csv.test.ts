import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { escapeFormulas, unescapeFormulas } from './formula-cells.ts'
import { readCsv, textOf } from './read-csv.ts'
import { csvHeader, csvRows } from './write-csv.ts'

const textOfThese = (characters: string) => fc.string({ unit: fc.constantFrom(...characters.split('')) })

describe('text that a spreadsheet would compute', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+44 20 7946 0018', "'+44 20 7946 0018"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r'=1"],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['＝1', "'＝1"],
    ['Flat 2\n=1', "Flat 2\n'=1"],
    ['Flat 2\r\n -1', "Flat 2\r\n' -1"],
    ["'=1", "''=1"],
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['=1; -2;3', "'=1;' -2;3"],
    ["vip;'+1", "vip;''+1"],
    ['x;"=1;y', `x;'"=1;y`],
  ])('%j becomes %j', (text, written) => {
    expect(escapeFormulas(text)).toBe(written)
    expect(unescapeFormulas(written)).toBe(text)
  })

  test.each(['17 Chalcot Road', "O'Brien", "'t Hooft", 'a=b', '1-2', '', ' ', 'me@example.com', 'vip;trade'])(
    '%j stays as it is',
    (text) => {
      expect([escapeFormulas(text), unescapeFormulas(text)]).toEqual([text, text])
    },
  )

  it('restores every text that was escaped', () => {
    const nasty = textOfThese('\'=+-@\t\r\n \u00a0\u2028a"“;,')
    fc.assert(
      fc.property(
        fc.oneof(nasty, fc.string({ unit: 'binary' })),
        (text) => unescapeFormulas(escapeFormulas(text)) === text,
      ),
    )
  })
})

const COLUMNS = ['name', 'city']
const cellsOf = (text: string) =>
  readCsv(text, COLUMNS, 10).rows.map(({ number, cells }) => [number, ...cells.values()])
const problemsOf = (text: string) => readCsv(text, COLUMNS, 10).problems.map(({ field, code }) => `${field}: ${code}`)

it('writes RFC 4180 with a byte order mark, and does not escape negative numbers', () => {
  const rows = [
    ['Say "hello", Idris', 'two\nlines'],
    [-5, true],
  ]
  expect(csvHeader(COLUMNS) + csvRows(rows)).toBe(
    '\uFEFFname,city\r\n"Say ""hello"", Idris","two\nlines"\r\n-5,true\r\n',
  )
})

it('reads what it wrote', () => {
  const line = textOfThese('\'=+-@ \u00a0a"“;,é\n').map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(fc.tuple(line, line)), (rows) => {
      const written = csvHeader(COLUMNS) + csvRows(rows)
      const kept = rows.filter((row) => row.some(Boolean))
      expect(cellsOf(written).map(([, ...cells]) => cells)).toEqual(kept)
    }),
  )
})

test.each([
  ['commas', 'name,city\na,b\n', [[2, 'a', 'b']]],
  ['semicolons', 'name;city\r\na,1;b\r\n', [[2, 'a,1', 'b']]],
  ['a byte order mark', '\uFEFFname,city\na,b', [[2, 'a', 'b']]],
  ['another order', 'city,name\nb,a', [[2, 'b', 'a']]],
  ['one column', 'name\na\nb', [[2, 'a'], [3, 'b']]], // prettier-ignore
  ['blanks around cells', ' name , city \n a , b ', [[2, 'a', 'b']]],
  ['empty rows and short rows', 'name,city\n\n,\na\n', [[4, 'a', '']]],
  ['line breaks in a cell', 'name,city\n"a\nb",c\nd,e', [[2, 'a\nb', 'c'], [3, 'd', 'e']]], // prettier-ignore
])('reads %s', (_case, text, cells) => {
  expect([cellsOf(text), problemsOf(text)]).toEqual([cells, []])
})

test.each([
  ['an unknown column', 'name,planet\na,b', ['1.planet: unknown_field']],
  ['a repeated column', 'name,name\na,b', ['1.name: not_allowed']],
  ['no header', '', ['1.: unknown_field']],
  ['a row that is too long', 'name,city\na,b\na,b,c', ['3: invalid']],
  ['an unclosed quotation mark', 'name,city\na,b\n"c,d', ['3: invalid']],
  ['text after a closing quotation mark', 'name,city\n"a"b,c', ['2: invalid']],
  ['a workbook', 'PK\u0003\u0004\u0014', ['1.PK\u0003\u0004\u0014: unknown_field']],
])('refuses %s', (_case, text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})

test.each([
  ['exactly the maximum', 'name\na\nb\n', [2, 3], false],
  ['one more', 'name\na\nb\nc', [2, 3, 4], true],
  ['an empty row among them', 'name\na\n\nc\nd', [2, 4], true],
])('reports whether there are more rows than may be read: %s', (_case, text, numbers, hasMore) => {
  const read = readCsv(text, COLUMNS, 2)
  expect([read.rows.map(({ number }) => number), read.hasMore]).toEqual([numbers, hasMore])
})

test('parses no more rows than it may, however long the file is', () => {
  const { rows, hasMore } = readCsv('name,city\n' + 'a\n'.repeat(500_000), COLUMNS, 5000)
  expect([rows.length, hasMore]).toEqual([5001, true])
})

test.each([
  ['UTF-8', [0xc3, 0xa9, 0xc2, 0xa3]],
  ['Windows-1252', [0xe9, 0xa3]],
])('decodes %s', (_case, bytes) => {
  expect(textOf(Uint8Array.from(bytes))).toBe('é£')
})

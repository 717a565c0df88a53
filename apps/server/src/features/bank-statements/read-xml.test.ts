import { expect, it, test } from 'vitest'
import type { AppError } from '../../app-error.ts'
import { findAll, readXml, textAt } from './read-xml.ts'

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const withAttributes = (count: number) =>
  `<a>${`<b ${Array.from({ length: count }, (_, n) => `x${n}="1"`).join(' ')}/>`.repeat(2)}</a>`

function refusalOf(xml: string): AppError['more'] | 'none' {
  try {
    readXml(xml)
    return 'none'
  } catch (error) {
    expect((error as AppError).code).toBe('bank_statement_unreadable')
    return (error as AppError).more
  }
}

test.each([
  ['thirty levels', nested(30), 'none'],
  ['thirty-one levels', nested(31), { details: { line: 1 } }],
  ['ten attributes', withAttributes(10), 'none'],
  ['eleven attributes', withAttributes(11), { details: { line: 1 } }],
  ['an error on the third line', '<a>\n<b/>\n<c></d></a>', { details: { line: 3 } }],
  ['no element', '<!-- -->', { details: { line: 1 } }],
])('%s', (_what, xml, refused) => {
  expect(refusalOf(xml)).toEqual(refused)
})

it('names elements without their prefix, with namespace, attributes and trimmed text', () => {
  const root = readXml('<p:doc xmlns:p="urn:one" Ccy="GBP"><p:a> one <b>within</b> two </p:a><p:a>three</p:a></p:doc>')
  expect(root).toMatchObject({ name: 'doc', uri: 'urn:one', attributes: { Ccy: 'GBP' } })
  expect(findAll(root, 'a').map(({ text }) => text)).toEqual(['one  two', 'three'])
  expect([textAt(root, 'a', 'b'), textAt(root, 'b'), textAt(undefined, 'a')]).toEqual(['within', '', ''])
})

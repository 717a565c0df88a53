import { describe, expect, it, test } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { shipmentDraftSchema } from './shipment.ts'
import { severalLines, singleLine } from './single-line.ts'

const details = (schema: ReturnType<typeof singleLine>, text: string) =>
  fieldErrorsOf(schema.safeParse(text, { reportInput: true }).error?.issues ?? [])[0]?.details

describe('removes zero-width characters', () => {
  test.each([
    ['a soft hyphen', 'Post\u00ADfach', 'Postfach'],
    ['a space of no width', 'Chalcot\u200B Road', 'Chalcot Road'],
    ['joiners', 'a\u200Cb\u200Dc\u2060d', 'abcd'],
    ['a byte order mark', '\uFEFFIdris', 'Idris'],
    ['a variation selector', 'Idris ©\uFE0F', 'Idris ©'],
    ['blanks around them', ' \u200B Idris \uFEFF ', 'Idris'],
    ['nothing else', '\uFEFF', ''],
    ['accents stay', 'Sia\u0302n', 'Sia\u0302n'],
  ])('%s', (_case, typed, kept) => {
    expect(singleLine(20).parse(typed)).toBe(kept)
  })

  it('before it checks the length', () => {
    expect(singleLine(3).parse('a\u200Bb\u200Bc')).toBe('abc')
  })
})

describe('reports the first character that cannot be printed, with its position', () => {
  test.each([
    ['a tab', 'Lon\tdon', { character: 'U+0009', position: 4 }],
    ['a line break', '17 Chalcot Road\nLondon', { character: 'U+000A', position: 16 }],
    ['a zero byte', '\u0000Idris', { character: 'U+0000', position: 1 }],
    ['half a surrogate pair', 'Idris\ud800', { character: 'U+D800', position: 6 }],
    ['a mark that reverses the direction of writing', 'Idris \u202eekorbmeP', { character: 'U+202E', position: 7 }],
    ['an emoji counts as one', '😀😀\u0007', { character: 'U+0007', position: 3 }],
    ['removed characters do not count', 'a\u200B\u200Bb\u0007', { character: 'U+0007', position: 3 }],
    ['the first of several', 'a\u0001b\u0002', { character: 'U+0001', position: 2 }],
    ['a space of no width between marks of direction', '\u200B\u2066x\u2069', { character: 'U+2066', position: 1 }],
  ])('%s', (_case, text, found) => {
    expect(details(singleLine(40), text)).toEqual(found)
  })

  it('also in the message', () => {
    const { issues } = singleLine(9).safeParse('a\u0007').error!
    expect(fieldErrorsOf(issues)).toMatchObject([
      { code: 'character_not_printable', message: 'The label cannot show the character U+0007 at position 2.' },
    ])
  })
})

test('does not search a text that is too long', () => {
  expect(fieldErrorsOf(singleLine(3).safeParse('abc\u0007').error!.issues)).toMatchObject([{ code: 'too_long' }])
})

test('accepts the line breaks of every system in multi-line text', () => {
  expect(severalLines(40).parse('a\r\nb\nc')).toBe('a\nb\nc')
  expect(details(severalLines(40), 'a\nb\u001b')).toEqual({ character: 'U+001B', position: 4 })
})

test.each([
  ['references.1', { references: ['a', 'b\u0000'] }],
  ['meta_data.slogan', { meta_data: { slogan: 'a\u0007' } }],
  ['meta_data.ERA', { meta_data: { ERA: 'a\u0007' } }],
  ['meta_data.label_name', { meta_data: { label_name: 'a\u0007' } }],
  ['to.address2', { to: { address2: 'a\u0007' } }],
  ['customs.contents_items.0.sku', { customs: { contents_items: [{ sku: 'a\u0007' }] } }],
])('names the field %s of a shipment', (field, draft) => {
  const issues = shipmentDraftSchema.safeParse(draft, { reportInput: true }).error!.issues
  expect(fieldErrorsOf(issues)).toContainEqual(
    expect.objectContaining({ field, code: 'character_not_printable', details: { character: expect.any(String), position: expect.any(Number) } }), // prettier-ignore
  )
})

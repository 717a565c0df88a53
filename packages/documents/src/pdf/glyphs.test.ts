import { addressLines } from '@postroom/domain/catalogue/address-lines'
import { expect, test } from 'vitest'
import { printable, unprintableIn } from './glyphs.ts'
import { anAddress } from '../testing/label-builder.ts'

test.each([
  ['English, Welsh, Irish', 'Mr O’Brien – “The Pôl”, Ŵyn Ŷnys, Seán', []],
  ['French, German, Polish, Turkish, Romanian', 'Œuvre ÿ ç ẞ ß Łódź İğış Ștefan', []],
  ['every printable character of ASCII', String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 32 + at)), []],
  ['an accent typed after its letter', 'Sia\u0302n', []],
  ['Greek', 'Οδός Ερμού 12, Αθήνα · ΐ ΰ ώ ς', []],
  ['Cyrillic: Bulgarian, Serbian, Ukrainian, Russian', 'ул. Шипка 5 Ђурђевић Їжакевич ґ Ёлкин', []],
  ['Vietnamese', 'Nguyễn Thị Phượng', []],
  ['an accent that no letter composes with', 'q\u0302', ['\u0302']],
  ['an emoji is one character', 'Fun 🎈🎈', ['🎈']],
  ['Chinese', '北京', ['北', '京']],
  ['what a broken encoding leaves', 'Caf\uFFFD', ['\uFFFD']],
  ['Arabic and Hebrew, each letter once', 'سس ש', ['س', 'ש']],
  ['controls', 'a\nb\tc\u0000\u007F\u0085', ['\n', '\t', '\u0000', '\u007F', '\u0085']],
  ['a soft hyphen, which would vanish', 'a\u00ADb', ['\u00AD']],
  ['half a surrogate pair', 'a\uD83Cb', ['\uD83C']],
  ['what is joined by nothing visible', 'a\u200D\u2060\uFEFFb', ['\u200D', '\u2060', '\uFEFF']],
  ['unassigned and private characters', '\u0378\uE000', ['\u0378', '\uE000']],
  ['line and paragraph separators', '\u2028\u2029', ['\u2028', '\u2029']],
  ['a mark that turns the writing round', 'a\u202Eb', ['\u202E']],
])('%s', (_case, text, missing) => {
  expect(unprintableIn([text])).toEqual(missing)
})

test('no control, no mark of direction, no line separator and no lone accent of all Unicode is printable', () => {
  const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{M}]/u
  const all = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint))
  const hidden = all.filter((character) => invisible.test(character))
  expect(hidden.length).toBeGreaterThan(2000)
  expect(hidden.filter((character) => unprintableIn([character]).length === 0)).toEqual([])
})

test.each(['GB', 'TR', 'GR'])('a town of printable letters is printable in the capitals of %s', (country) => {
  const all = Array.from({ length: 0x3000 }, (_, codePoint) => String.fromCodePoint(codePoint))
  const printed = all.filter((character) => unprintableIn([character]).length === 0)
  expect(printed.length).toBeGreaterThan(600)
  const towns = printed.map((character) => addressLines(anAddress({ city: `a${character}b`, country })).town.join(''))
  expect(unprintableIn(towns)).toEqual([])
})

test('an accent at the start of a text does not compose with the text before', () => {
  expect(unprintableIn(['a', '\u0302b'])).toEqual(['\u0302'])
})

test('several texts are one question', () => {
  expect(unprintableIn(['北', 'b', '北京'])).toEqual(['北', '京'])
  expect(unprintableIn([])).toEqual([])
})

test('text is drawn composed', () => {
  expect(printable('Sia\u0302n')).toBe('Siân')
})

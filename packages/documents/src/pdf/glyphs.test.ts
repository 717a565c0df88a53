import { addressLines } from '@postroom/domain/catalogue/address-lines'
import { expect, test } from 'vitest'
import { fontOf } from './fonts.ts'
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
  ['the replacement character of a broken encoding', 'Caf\uFFFD', ['\uFFFD']],
  ['Arabic and Hebrew, each letter once', 'سس ש', ['س', 'ש']],
  ['control characters', 'a\nb\tc\u0000\u007F\u0085', ['\n', '\t', '\u0000', '\u007F', '\u0085']],
  ['a soft hyphen, which is invisible', 'a\u00ADb', ['\u00AD']],
  ['half a surrogate pair', 'a\uD83Cb', ['\uD83C']],
  ['invisible joiners', 'a\u200D\u2060\uFEFFb', ['\u200D', '\u2060', '\uFEFF']],
  ['unassigned and private characters', '\u0378\uE000', ['\u0378', '\uE000']],
  ['the end mark of a font, which is not a character', '\uFFFF', ['\uFFFF']],
  ['line and paragraph separators', '\u2028\u2029', ['\u2028', '\u2029']],
  ['a mark that reverses the direction of writing', 'a\u202Eb', ['\u202E']],
])('%s', (_case, text, missing) => {
  expect(unprintableIn([text])).toEqual(missing)
})

test('the bold font has a glyph for every character of the regular one', () => {
  const [{ font: regular }, { font: bold }] = [fontOf('regular'), fontOf('bold')]
  const missing = regular.characterSet.filter(
    (codePoint) => regular.hasGlyphForCodePoint(codePoint) && !bold.hasGlyphForCodePoint(codePoint),
  )
  expect(missing).toEqual([])
})

test('in all of Unicode, no control character, direction mark, line separator or lone accent is printable', () => {
  const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{M}]/u
  const all = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint))
  const hidden = all.filter((character) => invisible.test(character))
  expect(hidden.length).toBeGreaterThan(2000)
  expect(hidden.filter((character) => unprintableIn([character]).length === 0)).toEqual([])
})

test.each(['GB', 'TR', 'GR'])('a town of printable letters stays printable in the capitals used for %s', (country) => {
  const all = Array.from({ length: 0x3000 }, (_, codePoint) => String.fromCodePoint(codePoint))
  const printed = all.filter((character) => unprintableIn([character]).length === 0)
  expect(printed.length).toBeGreaterThan(600)
  const towns = printed.map((character) => addressLines(anAddress({ city: `a${character}b`, country })).town.join(''))
  expect(unprintableIn(towns)).toEqual([])
})

test('an accent at the start of a text does not compose with the text before', () => {
  expect(unprintableIn(['a', '\u0302b'])).toEqual(['\u0302'])
})

test('lists the characters of several texts, each once', () => {
  expect(unprintableIn(['北', 'b', '北京'])).toEqual(['北', '京'])
  expect(unprintableIn([])).toEqual([])
})

test('composes a letter and its accent', () => {
  expect(printable('Sia\u0302n')).toBe('Siân')
})

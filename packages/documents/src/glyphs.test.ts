import { expect, test } from 'vitest'
import { printable, unprintableIn } from './glyphs.ts'

test.each([
  ['English, Welsh, Irish', 'Mr O’Brien – “The Pôl”, Ŵyn Ŷnys, Seán', []],
  ['French, German, Polish, Turkish, Romanian', 'Œuvre ÿ ç ẞ ß Łódź İğış Ștefan', []],
  ['every printable character of ASCII', String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 32 + at)), []],
  ['an accent typed after its letter', 'Sia\u0302n', []],
  ['Cyrillic, each letter once', 'ДаДа', ['Д', 'а']],
  ['an emoji is one character', 'Fun 🎈🎈', ['🎈']],
  ['Chinese', '北京', ['北', '京']],
  ['what a broken encoding leaves', 'Caf\uFFFD', ['\uFFFD']],
  ['a line break', 'a\nb', ['\n']],
  ['a mark that turns the writing round', 'a\u202Eb', ['\u202E']],
])('%s', (_case, text, missing) => {
  expect(unprintableIn([text])).toEqual(missing)
})

test('several texts are one question', () => {
  expect(unprintableIn(['Д', 'b', 'Дж'])).toEqual(['Д', 'ж'])
  expect(unprintableIn([])).toEqual([])
})

test('text is drawn composed', () => {
  expect(printable('Sia\u0302n')).toBe('Siân')
})

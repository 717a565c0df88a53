import { expect, test } from 'vitest'
import { linesOf, widthOf } from './text-lines.ts'

const setting = { face: 'regular', size: 10 } as const
const broken = (text: string, width: number) => linesOf(text, setting, width).map((line) => line.text)

test('a word wider than its lines is broken after as many letters as fit', () => {
  expect(broken('WWWWW', widthOf('WW', setting) + 0.1)).toEqual(['WW', 'WW', 'W'])
})

test('where no letter fits, each line has one', () => {
  expect(broken('Post', 1)).toEqual(['P', 'o', 's', 't'])
})

test('such a word begins beside the word before it', () => {
  expect(broken('a WWWW', widthOf('a WW', setting) + 0.1)).toEqual(['a WW', 'WW'])
})

import { expect, test } from 'vitest'
import { hsSearch } from './hs-search.ts'

const search = hsSearch([
  { code: '490199', description: 'Printed books, brochures' },
  { code: '600000', description: 'Shawls of silk, old' },
  { code: '610910', description: 'T-shirts, singlets and other vests; of cotton, knitted' },
  { code: '610990', description: 'T-shirts, singlets and other vests; of other materials, knitted' },
  { code: '611710', description: 'Shawls, scarves, mufflers; knitted' },
  { code: '620520', description: 'Men’s or boys’ shirts; of cotton' },
  { code: '621410', description: 'Shawls, scarves; of silk' },
  { code: '711719', description: 'Imitation jewellery' },
  { code: '846693', description: 'Scarfing machines, arc-welders' },
  { code: '960810', description: 'Ball points' },
  { code: '999999', description: 'Scarf joints' },
])

test.each([
  // rule                                               words               codes, the best first
  ['an everyday word, the most usual code first', 't-shirt', '610910 610990'],
  ['the same in two words', 'tee shirt', '610910 610990'],
  ['capitals and a plural', 'TEE SHIRTS', '610910 610990'],
  ['a whole phrase before a part of one', 'shirt', '620520 610910 610990'],
  ['everyday words, then words of descriptions, then beginnings', 'scarf', '611710 621410 999999 846693'],
  ['an everyday word before one that begins with it', 'pen', '960810 711719'],
  ['French', 'écharpe', '611710 621410'],
  ['French without accents', 'echarpe', '611710 621410'],
  ['words of descriptions in the order of codes', 'scarves', '611710 621410'],
  ['all words, in any order', 'silk scarves', '621410'],
  ['an everyday word before a word of the description', 'silk shawl', '621410 600000'],
  ['beginnings of words', 'print broch', '490199'],
  ['a part of a word with a hyphen', 'welder', '846693'],
  ['a word with a hyphen as one word', 'arcwelder', '846693'],
  ['an apostrophe that is left out', 'mens', '620520'],
  ['a word that nothing has', 'silk zzz', ''],
  ['no word', ' – ', ''],
  ['four digits', '6109', '610910 610990'],
  ['digits with spaces and points', '61 09.10', '610910'],
  ['two digits', '84', '846693'],
  ['one digit', '8', ''],
])('finds %s: %s', (_rule, words, codes) => {
  expect(
    search(words, 20)
      .map(({ code }) => code)
      .join(' '),
  ).toBe(codes)
})

test.each(['61', 'scarf'])('finds at most as many as are asked for: %s', (words) => {
  expect(search(words, 2)).toHaveLength(2)
})

import { LABEL_STOCKS } from '@postroom/domain/media/label-stock'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { stockText } from './stock-text.ts'

const t = ((key: string, facts: object) => `${key} ${JSON.stringify(facts)}`) as TFunction

test.each([
  ['L7163', 'letters.sheet_name {"name":"L7163","count":14}'],
  ['Hovat', 'letters.double_sheet_name {"name":"Hovat","count":7}'],
  ['DK-22205', 'letters.roll_name {"name":"DK-22205","width":62}'],
])('%s', (name, text) =>
  expect(
    stockText(
      LABEL_STOCKS.find((stock) => stock.name === name)!,
      t,
    ),
  ).toBe(text),
)

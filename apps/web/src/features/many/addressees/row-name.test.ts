import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { nameOfAddressee } from './row-name.ts'

const t = ((key: string) => key) as TFunction

test.each([
  [{ name: 'Ines', company_name: 'Hafren Books', city: 'Brecon' }, 'Ines, Brecon'],
  [{ name: ' ', company_name: ' Hafren Books ', city: ' Brecon ' }, 'Hafren Books, Brecon'],
  [{ name: ' Ines ', city: ' ' }, 'Ines'],
  [{ city: 'Brecon' }, 'many.no_name, Brecon'],
  [{}, 'many.no_name'],
])('%j is %s', (addressee, name) => {
  expect(nameOfAddressee(addressee, t)).toBe(name)
})

import { foldedName } from './country-names.ts'

/** The fields by which people look for an addressee. */
export interface Searched {
  name: string
  company_name: string
  city: string
  postal_code: string
  code?: string
}

/** Whether each word of `typed` begins a word of the addressee, accents aside. The postcode may be typed without space. */
export function isFoundBy({ name, company_name, city, postal_code, code = '' }: Searched, typed: string): boolean {
  const words = [name, company_name, city, postal_code, postal_code.replaceAll(' ', ''), code]
    .flatMap((text) => foldedName(text).split(' '))
    .filter((word) => word !== '')
  return wordsIn(typed).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** The words of a search, folded as names are compared. */
export const wordsIn = (typed: string): string[] =>
  foldedName(typed)
    .split(' ')
    .filter((word) => word !== '')

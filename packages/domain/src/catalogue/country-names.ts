import { COUNTRIES } from './country-table.ts'

/** Names that people use and that no language has as the name of the country. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  BA: ['Bosnia'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CV: ['Cabo Verde'],
  CZ: ['Czechia'],
  DE: ['BRD', 'Federal Republic of Germany'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Angleterre', 'Écosse'],
  IE: ['Republic of Ireland', 'Eire'],
  IM: ['IOM'],
  KP: ['DPRK'],
  KR: ['Korea', 'Republic of Korea'],
  MM: ['Burma'],
  MK: ['Macedonia'],
  NL: ['Holland', 'The Netherlands', 'Hollande'],
  NZ: ['Aotearoa'],
  PT: ['Portuguese Republic'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TR: ['Turkey'],
  TW: ['Republic of China'],
  US: ['USA', 'US', 'America', 'United States of America', 'States', 'Etats Unis d’Amérique'],
  VA: ['Vatican'],
}

/** Languages whose names of countries people in the United Kingdom write or receive. */
const LANGUAGES = 'en fr de es it nl pt pl cs da sv nb fi el ga cy'.split(' ')

/** A text as names are compared: no accents, no case, no punctuation, single spaces. */
export const foldedName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

let table: ReadonlyMap<string, readonly string[]> | undefined

/** Every folded name of a country: in English, in other languages, and those that people use. */
export function namesOfCountry(code: string): readonly string[] {
  table ??= namesByCountry()
  return table.get(code) ?? []
}

let codes: ReadonlyMap<string, string> | undefined

/**
 * The country that has this name in some language, or this code: `Deutschland` and `DE` are `DE`. Nothing where two
 * countries share the name.
 */
export function countryNamed(text: string): string | undefined {
  codes ??= codesByName()
  return codes.get(foldedName(text))
}

function codesByName() {
  const byName = new Map<string, string>()
  const shared = new Set<string>()
  for (const { code } of COUNTRIES)
    for (const name of [...namesOfCountry(code), code.toLowerCase()]) {
      if (byName.has(name) && byName.get(name) !== code) shared.add(name)
      byName.set(name, code)
    }
  for (const name of shared) byName.delete(name)
  return byName
}

function namesByCountry() {
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return new Map(
    COUNTRIES.map(({ code, name }) => {
      const names = [name, ...(OTHER_NAMES[code] ?? []), ...languages.map((language) => language.of(code) ?? '')]
      return [code, [...new Set(names.map(foldedName))].filter((folded) => folded !== '')]
    }),
  )
}

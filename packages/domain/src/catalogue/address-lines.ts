import { countryOf } from './country-table.ts'

/** The fields an address is written from. Empty fields are left out. */
export interface AddressFields {
  name: string
  company_name: string
  address1: string
  address2: string
  address3: string
  city: string
  state_province: string
  postal_code: string
  country: string
}

/** An address as its country writes it, line by line from the addressee. */
export interface AddressLines {
  /** Addressee, company, building and street, as typed. */
  lines: string[]
  /** Town, region and postal code in the order of the country, in capitals. The code's own spaces are no-break spaces. */
  town: string[]
  /** The English name in capitals: the last line of an address abroad. */
  country: string
}

/**
 * The lines below the street: `C` is the town, `S` the region, `Z` the postal code, `|` a new line. Any other character is written
 * only between two fields that are not empty. A country without a row writes `C|S|Z`, like the United Kingdom. No row puts a
 * country prefix before the code, because the last line names the country.
 *
 * Source: address data of Google's libaddressinput, as published in npm `localized-address-format` 1.3.3 (MIT); its own
 * formatter was not used, because it leaves out the town where a format does not name it (JP, SG, KY, MO). Universal Postal
 * Union for the capitals, and for JP and KR.
 */
const TOWN_FORMATS: readonly (readonly [format: string, countries: string])[] = [
  [
    'Z C|S',
    'AD AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW HR HT IS KG KW LA LI LR LT LU MA MC MD ME MF MG MK MQ MY MZ NC NE NL NO PF PH PL PM PT PY RE RO RS SE SI SJ SK SM SN SV TJ TM TN TZ UZ VA WF XK YT ZM',
  ],
  ['Z C S', 'IT UY'],
  ['Z C/S', 'TR'],
  ['Z C, S', 'MX'],
  ['Z|C|S', 'AL AM EC MU NI OM'],
  ['C S Z', 'AS AU CA CC CX FM GU HM MH MP NF PR PW UM US VI'],
  ['C, S Z', 'BB JP KR SO TW'],
  ['C Z|S', 'BH BM BN BT IL IN JO KH LB LS MV MT NG NP NZ PE SA SG VC'],
  ['C Z, S', 'VE'],
  ['C Z S', 'PG'],
  ['C-Z|S', 'BD PK'],
  ['C-S|Z', 'BR'],
  ['C, Z|S', 'MM'],
  ['S|C, Z', 'LV'],
  ['C|S Z', 'ID KY MN TH VN'],
  ['C|S, Z', 'CN KP'],
  ['C, S|Z', 'HN IQ IR'],
  ['C, S, Z', 'CO'],
  ['S, C|Z', 'CR'],
  ['C S|Z', 'CU'],
]

const FORMAT_OF = new Map(
  TOWN_FORMATS.flatMap(([format, countries]) => countries.split(' ').map((country) => [country, format] as const)),
)

/** Countries whose languages have their own capitals: Turkish İ, Greek without accents. */
const CAPITALS_OF: Readonly<Record<string, string>> = { TR: 'tr', AZ: 'az', GR: 'el', CY: 'el' }

/** The lines of `address` in the order of its country. Every entered field is included. */
export function addressLines(address: AddressFields): AddressLines {
  const { name, company_name, address1, address2, address3, city, state_province, postal_code, country } = address
  const capitals = (text: string) => capitalsOf(text, CAPITALS_OF[country] ?? 'en')
  const fields = { C: capitals(city), S: capitals(state_province), Z: unbroken(postal_code) }
  const streets = [address1, address2, address3]
  const town = (FORMAT_OF.get(country) ?? 'C|S|Z').split('|').map((line) => filled(line, fields))
  const top = [name, company_name]
  // Hungary writes the town before the street and the code last
  const [lines, below] =
    country === 'HU'
      ? [
          [...top, fields.C, ...streets],
          [fields.S, fields.Z],
        ]
      : [[...top, ...streets], town]
  return { lines: lines.filter(Boolean), town: below.filter(Boolean), country: countryName(country) }
}

/** Letters whose capital is two characters, or is missing from the fonts although they have the small letter (ŉ, ƒ). */
const RARE_CAPITALS = /\p{M}|[\u0191\u02BC]/u

/** In capitals, or unchanged where the capital cannot be printed. */
function capitalsOf(text: string, language: string): string {
  const capitals = text.toLocaleUpperCase(language).normalize('NFC')
  return RARE_CAPITALS.test(capitals) ? text : capitals
}

/** A text with no-break spaces, so that it stays on one line. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

const countryName = (code: string): string => (countryOf(code)?.name ?? code).toUpperCase()

type TownFields = Readonly<Record<'C' | 'S' | 'Z', string>>

/** One line of a format. An empty field is left out with the separator before it. */
function filled(format: string, fields: TownFields): string {
  let line = ''
  for (const [, sign = '', field] of format.matchAll(/([^CSZ]*)([CSZ])/g)) {
    const text = fields[field as keyof TownFields]
    if (text !== '') line += (line === '' ? '' : sign) + text
  }
  return line
}

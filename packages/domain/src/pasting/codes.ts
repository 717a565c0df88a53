import { isPostcode } from '../catalogue/postcode.ts'

/** A postal code found in the lines of an address. */
export interface FoundCode {
  postal_code: string
  /** The index of its line. */
  line: number
  /** The rest of that line. */
  text: string
  isUk: boolean
  /** The country of which only this form of code is. */
  country?: string
  /** Beside the code: the state of an American, Canadian or Australian address. */
  state?: string
}

const US_STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR'
const CA_PROVINCES = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'
const AU_STATES = 'NSW VIC QLD SA WA TAS NT ACT'
const oneOf = (codes: string) => codes.replaceAll(' ', '|')

const STATES = new Set(`${US_STATES} ${CA_PROVINCES} ${AU_STATES}`.split(' '))

/** Whether a text is the short form of an American, Canadian or Australian state. */
export const isState = (text: string): boolean => STATES.has(text)

/** Forms that only one country has, and where the state stands beside the code. */
const STATED: readonly (readonly [country: string, form: RegExp])[] = [
  ['US', new RegExp(`^(.*?)[,\\s]*\\b(${oneOf(US_STATES)})[.,]?\\s+(\\d{5}(?:-\\d{4})?)$`)],
  [
    'CA',
    new RegExp(`^(.*?)[,\\s]*\\(?\\b(${oneOf(CA_PROVINCES)})\\b\\)?[.,]?\\s*([A-Z]\\d[A-Z][ -]?\\d[A-Z]\\d)$`, 'i'),
  ],
  ['AU', new RegExp(`^(.*?)[,\\s]*\\b(${oneOf(AU_STATES)})[.,]?\\s+(\\d{4})$`)],
]

/** Forms of codes by country: alone on a line, or before or after the town. */
const FORMS: readonly (readonly [countries: string, form: string, isOwn: boolean])[] = [
  ['CA', '[A-Z]\\d[A-Z][ -]?\\d[A-Z]\\d', true],
  ['IE', '(?:[AC-FHKNPRTV-Y]\\d{2}|D6W)[ -]?[0-9AC-FHKNPRTV-Y]{4}', true],
  ['NL', '\\d{4} ?[A-Z]{2}', true],
  ['PT', '\\d{4}-\\d{3}', true],
  ['PL', '\\d{2}-\\d{3}', true],
  ['JP', '〒?\\d{3}-\\d{4}', true],
  ['BR', '\\d{5}-\\d{3}', true],
  ['LV', 'LV-\\d{4}', true],
  ['CZ SE SK GR', '\\d{3} \\d{2}', false],
  ['IN', '\\d{3} ?\\d{3}', false],
  ['CN SG RU', '\\d{6}', false],
  ['DE FR ES IT US FI TR MX KR TH MY HR RS UA EE LT SA IL', '\\d{5}', false],
  ['AT BE CH DK NO HU LU SI BG CY NZ AU ZA LV PH', '\\d{4}', false],
]
/** A country before the code, as written on the continent: 'D-10115'. In Latvia it is part of the code. */
const PREFIXES: Readonly<Record<string, string>> = {
  D: 'DE',
  F: 'FR',
  A: 'AT',
  I: 'IT',
  E: 'ES',
  B: 'BE',
  L: 'LU',
  S: 'SE',
  N: 'NO',
  H: 'HU',
}
const PREFIX = /^(?!LV)([A-Z]{1,2})[-–] ?(?=\d{4,5}\b)/

/** The lowest line with a postal code of `country`; of any country unless it is certain. */
export function codeIn(lines: readonly string[], country: string, isCertain: boolean): FoundCode | undefined {
  const isUk = ['GB', 'JE', 'GG', 'IM'].includes(country)
  for (const [line, text] of [...lines.entries()].toReversed()) {
    const found =
      (isUk || !isCertain ? ukCode(text) : undefined) ??
      statedCode(text, isCertain ? country : undefined) ??
      plainCode(text, isCertain ? country : undefined, line > 0 || lines.length === 1)
    if (found) return { line, ...found }
  }
  return undefined
}

type Found = Omit<FoundCode, 'line'>

const UK = /^(.*?)[,\s]*\b([A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/i

function ukCode(text: string): Found | undefined {
  const [, before = '', code = ''] = UK.exec(text) ?? []
  return isPostcode(code) ? { postal_code: code, text: before, isUk: true } : undefined
}

function statedCode(text: string, country: string | undefined): Found | undefined {
  for (const [own, form] of STATED) {
    const [, before, state, code] = form.exec(text) ?? []
    if (code === undefined || (country !== undefined && country !== own)) continue
    return { postal_code: code.toUpperCase(), text: before!, state: state!.toUpperCase(), isUk: false, country: own }
  }
  return undefined
}

function plainCode(text: string, country: string | undefined, isLow: boolean): Found | undefined {
  if (!isLow) return undefined
  const prefix = PREFIX.exec(text)
  const line = prefix ? text.slice(prefix[0].length) : text
  const named = prefix?.[1] && (PREFIXES[prefix[1]] ?? prefix[1])
  for (const [countries, form, isOwn] of FORMS) {
    if (country !== undefined && !countries.split(' ').includes(country)) continue
    const before = new RegExp(`^(${form})(?:[,\\s]+(\\p{L}.*))?$`, 'u').exec(line)
    const after = new RegExp(`^(\\p{L}.*?)[,\\s]+(${form})$`, 'u').exec(line)
    const [code, rest] = before ? [before[1], before[2]] : after ? [after[2], after[1]] : []
    if (code === undefined) continue
    // digits after a word may be the number of a house
    if (after && !isOwn && country === undefined && named === undefined) continue
    const own = named ?? (isOwn ? countries : undefined)
    return {
      postal_code: code.replace('〒', ''),
      text: rest ?? '',
      isUk: false,
      ...(own !== undefined && { country: own }),
    }
  }
  return undefined
}

import { isDomestic } from '../catalogue/countries.ts'
import { countryNamed } from '../catalogue/country-names.ts'
import { countryOfPostcode, isBfpoNumber, normalisePostcode } from '../catalogue/postcode.ts'
import { codeIn, type FoundCode } from './codes.ts'
import { isRegion } from './counties.ts'
import { countryHinted } from './hints.ts'

/** The lower part of an address, and the lines above it. */
export interface Place {
  city: string
  state_province: string
  postal_code: string
  country: string
  rest: string[]
  uncertain: ('city' | 'postal_code' | 'country')[]
}

/** Country, postal code, town and region from the lower lines of an address. */
export function placeIn(given: readonly string[], byDefault: string): Place {
  const { lines, named, cityState } = withoutCountry(given)
  const code = codeIn(lines, named ?? byDefault, named !== undefined)
  const country = countryFor(code, named, lines) ?? byDefault
  const { city, state_province, rest } = withProvince(country, below(lines, code, cityState))
  const isGuess =
    !code?.isUk && countryFor(code, named, lines) === undefined && (code !== undefined || !isDomestic(byDefault))
  return {
    city,
    state_province: code?.state ?? state_province,
    postal_code: code?.isUk ? normalisePostcode(code.postal_code) : (code?.postal_code ?? ''),
    country,
    rest,
    uncertain: [
      ...(city === '' || (!code && cityState === undefined) ? (['city'] as const) : []),
      ...(code ? [] : (['postal_code'] as const)),
      ...(isGuess ? (['country'] as const) : []),
    ],
  }
}

const countryFor = (code: FoundCode | undefined, named: string | undefined, lines: readonly string[]) =>
  code?.isUk ? countryOfPostcode(code.postal_code) : (named ?? code?.country ?? (code && countryHinted(lines)))

/** Countries that are one town. */
const CITY_STATES: readonly string[] = ['HK', 'MO', 'SG', 'MC', 'GI', 'VA']

/** Takes the country off the last line, or the last part of it. */
function withoutCountry(lines: readonly string[]): { lines: string[]; named?: string; cityState?: string } {
  const parts = (lines.at(-1) ?? '').split(/\s*[,(]\s*/)
  const name = parts.at(-1)!.replace(/\)$/, '')
  const before = parts.slice(0, -1).join(', ')
  const rest = [...lines.slice(0, -1), ...(before ? [before] : [])]
  const named = mayBeCountry(name, rest.at(-1)) ? countryNamed(name) : undefined
  if (named === undefined || rest.length === 0) return { lines: [...lines] }
  return { lines: rest, named, ...(CITY_STATES.includes(named) && { cityState: name }) }
}

/** Two letters may also be a state; below a postal code they are a country. */
const mayBeCountry = (name: string, above = ''): boolean =>
  name.length > 2 || /^(?:UK|US)$/.test(name) || (/^[A-Z]{2}$/.test(name) && /\d/.test(above))

const below = (lines: readonly string[], code: FoundCode | undefined, cityState: string | undefined) =>
  code
    ? aroundCode(lines, code)
    : cityState !== undefined
      ? { city: cityState, state_province: '', rest: [...lines] }
      : withoutCode(lines)

/** Italy writes its province behind the town: 'Roma RM'. */
function withProvince(country: string, place: ReturnType<typeof lowest>) {
  const [, city, state_province] = (country === 'IT' && /^(.+?) \(?([A-Z]{2})\)?$/.exec(place.city)) || []
  return city !== undefined && state_province !== undefined ? { ...place, city, state_province } : place
}

/** The town stands beside the code; on a line of its own, above it. Lines below the code belong to the street. */
function aroundCode(lines: readonly string[], { line, text }: FoundCode) {
  const parts = text.split(/\s*,\s*/).filter((part) => part !== '')
  const above = [...lines.slice(0, line), ...parts]
  return { ...lowest(above), rest: [...lowest(above).rest, ...lines.slice(line + 1)] }
}

/** Without a code, the last line is taken as the town; a forces post office is one. */
function withoutCode(lines: readonly string[]) {
  const forces = lines.findIndex(isBfpoNumber)
  if (forces >= 0)
    return { city: lines[forces]!, state_province: '', rest: lines.filter((_, index) => index !== forces) }
  const last = lines.at(-1)
  return lines.length < 2 || last === undefined ? { city: '', state_province: '', rest: [...lines] } : lowest(lines)
}

/** The town from the end of the lines, with the county or region below it. */
function lowest(lines: readonly string[]): { city: string; state_province: string; rest: string[] } {
  const last = lines.at(-1) ?? ''
  const hasCounty = lines.length > 1 && isRegion(last)
  const upper = hasCounty ? lines.slice(0, -1) : lines
  const town = upper.at(-1) ?? ''
  const parts = town.split(/\s*,\s*/)
  const isSplit = parts.length > 1 && isRegion(parts.at(-1)!)
  return {
    city: isSplit ? parts.at(-2)! : parts.at(-1)!,
    state_province: (hasCounty ? last : isSplit ? parts.at(-1)! : '').replace(/\.$/, ''),
    rest: [...upper.slice(0, -1), ...parts.slice(0, isSplit ? -2 : -1)].filter((part) => part !== ''),
  }
}

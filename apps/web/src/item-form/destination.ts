import type { RateRequest } from '@postroom/contract/rate'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { CustomsFacts } from '@postroom/domain/customs/customs-rules'
import { PACKAGING, type Packaging, type PackagingCode } from '@postroom/domain/catalogue/packaging'

/** Where it goes and where it is posted. */
export type Route = Pick<CustomsFacts, 'country' | 'postal_code' | 'sender'>

/** The places of a route, as a rate request has them. */
export const routeOf = ({ country, postal_code = '', sender }: Route): Pick<RateRequest, 'to' | 'from'> => ({
  to: { country, postal_code },
  from: { country: 'GB', postal_code: '', ...sender },
})

/** What a format is called on the other side of the border; the others are the same everywhere. */
const COUNTERPARTS = [
  { uk: 'small_parcel', abroad: 'parcel' },
  { uk: 'medium_parcel', abroad: 'parcel_heavy' },
] as const satisfies readonly Record<NonNullable<Packaging['scope']>, PackagingCode>[]

/** On which side of the border a country is. */
export const scopeOf = (country: string): 'uk' | 'abroad' => (isDomestic(country) ? 'uk' : 'abroad')

/** The formats that go to a country, the tube after those that are measured side by side. */
export const packagingFor = (country: string): readonly Packaging[] =>
  PACKAGING.filter((row: Packaging) => row.scope === undefined || row.scope === scopeOf(country)).toSorted(
    (a, b) => Number(a.code === 'tube') - Number(b.code === 'tube'),
  )

/** The format in which the same thing goes to `country`. */
export function counterpartOf(packaging: PackagingCode, country: string): PackagingCode {
  const pair = COUNTERPARTS.find(({ uk, abroad }) => packaging === uk || packaging === abroad)
  return pair ? pair[scopeOf(country)] : packaging
}

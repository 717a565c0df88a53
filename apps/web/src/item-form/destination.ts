import type { RateRequest } from '@postroom/contract/rate'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import type { CustomsFacts } from '@postroom/domain/customs/customs-rules'
import { PACKAGING, type Packaging, type PackagingCode } from '@postroom/domain/catalogue/packaging'

/** Where an item is sent and where it is posted. */
export type Route = Pick<CustomsFacts, 'country' | 'postal_code' | 'sender'>

/** The places of a route in the form of a rate request. */
export const routeOf = ({ country, postal_code = '', sender }: Route): Pick<RateRequest, 'to' | 'from'> => ({
  to: { country, postal_code },
  from: { country: 'GB', postal_code: '', ...sender },
})

/** The formats that have another code abroad; the others are the same everywhere. */
const COUNTERPARTS = [
  { uk: 'small_parcel', abroad: 'parcel' },
  { uk: 'medium_parcel', abroad: 'parcel_heavy' },
] as const satisfies readonly Record<NonNullable<Packaging['scope']>, PackagingCode>[]

/** Whether a country is at home or abroad. */
export const scopeOf = (country: string): 'uk' | 'abroad' => (isDomestic(country) ? 'uk' : 'abroad')

/** The formats accepted for a country; the tube comes last. */
export const packagingFor = (country: string): readonly Packaging[] =>
  PACKAGING.filter((row: Packaging) => row.scope === undefined || row.scope === scopeOf(country)).toSorted(
    (a, b) => Number(a.code === 'tube') - Number(b.code === 'tube'),
  )

/** The format the same item has when it is sent to `country`. */
export function counterpartOf(packaging: PackagingCode, country: string): PackagingCode {
  const pair = COUNTERPARTS.find(({ uk, abroad }) => packaging === uk || packaging === abroad)
  return pair ? pair[scopeOf(country)] : packaging
}

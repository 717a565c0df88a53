import { lookUpAddress } from '@postroom/contract/address-calls'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { isPostcode, normalisePostcode } from '@postroom/domain/catalogue/postcode'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The places and addresses of a whole postcode. A look-up that fails says nothing: the address can be written. */
export function lookupQuery(country: string, postcode: string) {
  const postal_code = normalisePostcode(postcode)
  return queryOptions({
    queryKey: ['address look-up', country, postal_code],
    queryFn: async ({ signal }) => (await call(lookUpAddress, { query: { country, postal_code } }, { signal })).data,
    enabled: isDomestic(country) && isPostcode(postcode),
    staleTime: Infinity,
    retry: false,
    meta: { isQuiet: true },
  })
}

/** The whole address of a row that has only its line. */
export const foundQuery = (country: string, id: string) =>
  queryOptions({
    queryKey: ['found address', country, id],
    queryFn: async ({ signal }) => (await call(lookUpAddress, { query: { country, id } }, { signal })).data[0],
    staleTime: Infinity,
  })

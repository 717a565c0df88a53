import { listCountries, lookUpAddress, validateAddress as validate } from '@postroom/contract/address-calls'
import { fieldError } from '@postroom/contract/field-errors'
import { COUNTRIES } from '@postroom/domain/catalogue/country-table'
import type { AddressLookup } from '../../addresses/address-lookup.ts'
import { askLookup } from '../../addresses/ask-lookup.ts'
import { offlineLookup } from '../../addresses/offline-lookup.ts'
import { validateAddress } from '../../addresses/validate-address.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../app-error.ts'
import { serve, type Api } from '../../http/serve.ts'

/** Countries, look-up and validation of addresses. @see spec §7 'Address' */
export function addressRoutes(api: Api, { addressLookup }: Context): void {
  serve(api, listCountries, async () => ({ data: COUNTRIES_BY_NAME }))

  serve(api, lookUpAddress, async ({ query, request }) => {
    const data = await askLookup(addressLookup, query, request.log)
    if (!data) throw new AppError('try_again')
    return { data }
  })

  serve(api, validate, ({ query, body, request }) => {
    const lookup = lookupNamed(query.validator, addressLookup)
    return validateAddress(body, (place) => askLookup(lookup, place, request.log))
  })
}

/**
 * The look-up that a caller names: the configured one or the offline tables. @throws AppError when there is none of
 * that name
 */
function lookupNamed(name: 'offline' | 'http' | undefined, own: AddressLookup): AddressLookup {
  if (name === 'offline') return offlineLookup
  if (name === 'http' && own === offlineLookup)
    throw new AppError('invalid_request', { fields: [fieldError('validator', 'not_allowed')] })
  return own
}

const COUNTRIES_BY_NAME = COUNTRIES.map(({ code, name }) => ({ code, name })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

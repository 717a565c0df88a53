import { listCountries, lookUpAddress, validateAddress as validate } from '@postroom/contract/address-calls'
import { COUNTRIES } from '@postroom/domain/country-table'
import { askLookup } from '../../addresses/ask-lookup.ts'
import { validateAddress } from '../../addresses/validate-address.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { serve, type Api } from '../../http/serve.ts'

/** Countries, look-up and validation of addresses. @see spec §7 'Address' */
export function addressRoutes(api: Api, { addressLookup }: Context): void {
  serve(api, listCountries, async () => ({ data: COUNTRIES_BY_NAME }))

  serve(api, lookUpAddress, async ({ query, request }) => {
    const data = await askLookup(addressLookup, query, request.log)
    if (!data) throw new AppError('try_again')
    return { data }
  })

  serve(api, validate, ({ body, request }) =>
    validateAddress(body, (place) => askLookup(addressLookup, place, request.log)),
  )
}

const COUNTRIES_BY_NAME = COUNTRIES.map(({ code, name }) => ({ code, name })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

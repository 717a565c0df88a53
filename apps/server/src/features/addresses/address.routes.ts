import {
  listCountries,
  lookUpAddress,
  validateAddress as validate,
  type LookupQuery,
} from '@postroom/contract/address-calls'
import { COUNTRIES } from '@postroom/domain/country-table'
import type { FastifyRequest } from 'fastify'
import { LookupFailed } from '../../addresses/address-lookup.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import { serve, type Api } from '../../http/serve.ts'
import { validateAddress } from './validate-address.ts'

/** Countries, look-up and validation of addresses. @see spec §7 'Address' */
export function addressRoutes(api: Api, { addressLookup }: Context): void {
  serve(api, listCountries, async () => ({ data: COUNTRIES_BY_NAME }))

  serve(api, lookUpAddress, async ({ query, request }) => {
    const data = await find(query, request)
    if (!data) throw new AppError('try_again')
    return { data }
  })

  serve(api, validate, ({ body, request }) =>
    validateAddress(body, async (place) => {
      const { country, city, postal_code, state_province } = place
      return (await find({ country, city, postal_code, state_province, id: '' }, request)) ?? []
    }),
  )

  /** Nothing when the look-up fails: that is logged, without what was asked, and stops nobody from writing an address. */
  async function find(query: LookupQuery, { log }: FastifyRequest) {
    try {
      return await addressLookup.find(query)
    } catch (error) {
      if (!(error instanceof LookupFailed)) throw error
      log.warn({ reason: error.reason }, 'the address look-up failed')
      return undefined
    }
  }
}

const COUNTRIES_BY_NAME = COUNTRIES.map(({ code, name }) => ({ code, name })).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)

import * as address from '@postroom/contract/address-calls'
import * as auth from '@postroom/contract/auth'
import * as carrier from '@postroom/contract/carrier'
import * as document from '@postroom/contract/document'
import type { Endpoint } from '@postroom/contract/endpoint'
import * as hub from '@postroom/contract/hub'
import * as identity from '@postroom/contract/identity'
import * as rate from '@postroom/contract/rate'
import * as shipment from '@postroom/contract/shipment'

/** Every endpoint that the contract declares, by path. */
export const contractEndpoints = (): Endpoint[] =>
  [auth, identity, address, carrier, rate, shipment, document, hub]
    .flatMap((module) => Object.values(module).filter(isEndpoint))
    .toSorted((a, b) => (a.path + a.method < b.path + b.method ? -1 : 1))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'responses' in value && 'method' in value

import type { Endpoint } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import { KEY_SCOPES, type KeyScope } from '@postroom/domain/people/api-keys'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { contractEndpoints } from '../../../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../../../testing/every-call.ts'
import { aKey, COMBINED_SCOPES } from '../../../testing/made-things.ts'
import { aBuyer, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'

/** Every call that a key may make. What is not listed here is closed to keys. */
const OPENED: Readonly<Record<KeyScope, readonly string[]>> = {
  rates: ['listCountries', 'listOptions', 'listPackaging', 'listServices', 'rateShipment'],
  accounts: ['getBalance', 'listCarrierAccounts'],
  buy: ['processShipment'],
  void: ['voidShipment'],
  shipments: ['findPurchase', 'getShipment', 'searchShipments'],
  documents: ['createLabelDrawing', 'downloadDocument', 'downloadDocumentImage'],
  tracking: ['trackShipment'],
  addresses: [
    'createAddress',
    'deleteAddress',
    'getAddress',
    'listAddresses',
    'lookUpAddress',
    'searchAddresses',
    'updateAddress',
    'validateAddress',
  ],
  provisioning: [], // SCIM is not in the contract
}

const LAST = ['deleteAddress', 'voidShipment']
const endpoints = contractEndpoints().toSorted((a, b) => LAST.indexOf(a.id) - LAST.indexOf(b.id))
const opened = endpoints.filter(({ scope }) => scope)

let scene: PurchaseScene
let own: OwnThings
/** With every scope of the contract, of another organisation. */
let stranger: { authorization: string }
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  own = await thingsOf(scene, scene.buyer)
  const { organisation } = await aBuyer(scene, 0)
  const { user } = await signInto(scene, organisation)
  stranger = await keyFor(COMBINED_SCOPES, organisation, user)
})
afterAll(() => scene.close())

const keyFor = (scopes: readonly KeyScope[], organisation = scene.buyer.organisation, user = own.user) =>
  aKey(scene, organisation, user, { scopes: [...scopes] })
async function answerTo(endpoint: Endpoint, authorization: string) {
  const { query, ...asked } = validCall(endpoint, own)
  const { access_token: _link, ...withoutLink } = query
  const answer = await scene.app.inject(requestOf(endpoint, { ...asked, query: withoutLink }, authorization))
  return { status: answer.statusCode, code: answer.statusCode < 400 ? 'done' : answer.json<ErrorBody>().code }
}

it('opens exactly the calls of this table', () => {
  const byScope = KEY_SCOPES.map((scope) => [
    scope,
    opened
      .filter((endpoint) => endpoint.scope === scope)
      .map(({ id }) => id)
      .toSorted(),
  ])
  expect(Object.fromEntries(byScope)).toEqual(OPENED)
})

it.each([
  ['every other scope', COMBINED_SCOPES, endpoints.filter(({ scope }) => !scope)],
  ['the scope of provisioning', ['provisioning'] as const, endpoints],
])('a key with %s is refused by every call that it does not open', async (_what, scopes, closed) => {
  expect(closed.length).toBeGreaterThan(100)
  const { authorization } = await keyFor(scopes)
  for (const endpoint of closed) {
    expect(await answerTo(endpoint, authorization), endpoint.id).toEqual({ status: 403, code: 'api_key_not_allowed' })
  }
})

test.each(opened)('$id: refuses a key with every scope but $scope', async (endpoint) => {
  const { authorization } = await keyFor(COMBINED_SCOPES.filter((scope) => scope !== endpoint.scope))
  expect(await answerTo(endpoint, authorization)).toEqual({ status: 403, code: 'api_key_not_allowed' })
})

/** The picture of a document is drawn in a process of its own, and is as open as the document. */
const accepting = opened.filter(({ id }) => id !== 'downloadDocumentImage')

test.each(accepting)('$id: accepts a key with $scope, and no key of another organisation', async (endpoint) => {
  if (/\{\w*[iI]d\}/.test(endpoint.path))
    expect(await answerTo(endpoint, stranger.authorization)).toEqual({ status: 404, code: 'not_found' })
  const { authorization } = await keyFor([endpoint.scope!])
  expect(await answerTo(endpoint, authorization)).toMatchObject({ code: 'done' })
})

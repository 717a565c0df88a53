import type { Endpoint } from '@postroom/contract/endpoint'
import { ERRORS, type ErrorBody, type ErrorCode } from '@postroom/contract/errors'
import { permissionsOf } from '@postroom/domain/people/roles'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { requestOf, strangerOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { routesIn } from '../testing/routes-in.ts'
import { signInto } from '../testing/sign-into.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../testing/purchase-scene.ts'
import { contractEndpoints } from './open-api/contract-endpoints.ts'

/** Calls that need what this server has not, such as a secret of another call or a service, and their answer without it. */
const NEEDS_MORE: Readonly<Record<string, ErrorCode>> = {
  issueToken: 'invalid_credentials',
  refreshToken: 'refresh_token_invalid',
  pairHub: 'pairing_code_invalid',
  pollPairing: 'not_found',
  grantDevice: 'device_signature_invalid',
  reportJobs: 'device_signature_invalid',
  resetPassword: 'reset_token_invalid',
  confirmTwoFactor: 'invalid_request',
  addPasskey: 'passkey_refused',
  signInWithPasskey: 'invalid_credentials',
  beginSignOn: 'not_found',
  finishSignOn: 'sign_on_expired',
  endSignedOn: 'not_found',
  // with the sandbox
  connectCarrierAccount: 'carrier_without_keys',
  testCarrierConnection: 'carrier_without_keys',
  disconnectCarrierAccount: 'carrier_without_keys',
  makeManifest: 'manifest_not_wanted',
  retryManifest: 'manifest_not_wanted',
  // without Stripe
  startPayment: 'payment_not_available',
  saveAutomaticTopUp: 'payment_not_available',
  confirmAutomaticTopUp: 'payment_not_available',
  receivePaymentEvent: 'not_found',
}

/**
 * Calls that name an account in their body: the answer names the field. A prepared shipment is checked when it is
 * bought.
 */
const FOREIGN_IN_BODY: Readonly<Record<string, ErrorCode>> = {
  processShipment: 'invalid_request',
  recordReturn: 'not_found',
}

/** Calls that end something come last. */
const LAST = /^(?:DELETE|PUT \/stamp\/v1\/shipment\/\{id\}\/void)/
/** Removing a passkey ends other sessions too, of which another call ends one. */
const rankOf = ({ id, method, path }: Endpoint): number =>
  id === 'removePasskey' ? 2 : Number(LAST.test(`${method} ${path}`))
const endpoints = contractEndpoints().toSorted((a, b) => rankOf(a) - rankOf(b))

let scene: PurchaseScene
let stranger: Buyer
let own: OwnThings
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  scene.context.settings.projectVariant = 'other' // the variant that checks module permissions
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  stranger = await strangerOf(scene)
  own = await thingsOf(scene, scene.buyer)
})
afterAll(() => scene.close())

const call = (endpoint: Endpoint, authorization?: string) =>
  scene.app.inject(requestOf(endpoint, validCall(endpoint, own), authorization))

async function refusal(endpoint: Endpoint, authorization?: string): Promise<string> {
  const answer = await call(endpoint, authorization)
  const { code } = answer.json<ErrorBody>()
  expect(answer.statusCode, code).toBe(ERRORS[code as ErrorCode].status)
  return code
}

const behindSession = endpoints.filter(({ auth }) => auth === 'session')
/** Calls of the operator reach every organisation: features/topups tests what they return. */
const namesSomething = ({ id, params, everyOrganisation }: Endpoint): boolean =>
  !everyOrganisation && (id in FOREIGN_IN_BODY || Object.keys(params?.shape ?? {}).some((name) => /id$/i.test(name)))

test.each(behindSession)(
  '$method $path: refuses a call without a session, and one with an expired session',
  async (endpoint) => {
    expect(await refusal(endpoint)).toBe('session_expired')
    expect(await refusal(endpoint, 'Bearer invented')).toBe('session_expired')
    const { authorization } = await signInto(scene, scene.buyer.organisation, { expired: true })
    expect(await refusal(endpoint, authorization)).toBe('session_expired')
  },
)

test.each(behindSession.filter(({ plan }) => plan))('$method $path: refuses a Lite user', async (endpoint) => {
  const { authorization } = await signInto(scene, scene.buyer.organisation, { plan: 'lite' })
  expect(await refusal(endpoint, authorization)).toBe('not_in_plan')
})

test.each(behindSession.filter(({ permission }) => permission))(
  '$method $path: refuses a user without $permission',
  async (endpoint) => {
    const { authorization } = await signInto(scene, scene.buyer.organisation, { permissions: [] })
    expect(await refusal(endpoint, authorization)).toBe('permission_denied')
  },
)

test.each(behindSession.filter(namesSomething))('$method $path: refuses another organisation', async (endpoint) => {
  const { authorization } = await signInto(scene, stranger.organisation)
  expect(await refusal(endpoint, authorization)).toBe(FOREIGN_IN_BODY[endpoint.id] ?? 'not_found')
})

/** Calls that change what belongs to their caller. */
const CHANGE_THINGS = new Set([
  'voidShipment',
  'updateShipment',
  'confirmPrint',
  'updateManualShipment',
  'deleteManualShipment',
  'deletePending',
  'stopBatch',
  'unpairHub',
])

test.each(behindSession.filter(({ id }) => CHANGE_THINGS.has(id)))('$method $path: a colleague', async (endpoint) => {
  for (const [role, plan] of [
    ['sender', 'full'],
    ['sender', 'lite'],
    ['mailroom', 'lite'],
  ] as const) {
    const permissions = permissionsOf([role], plan)
    const { authorization } = await signInto(scene, scene.buyer.organisation, { plan, permissions })
    expect(await refusal(endpoint, authorization), `${role} ${plan}`).toBe('permission_denied')
  }
})

test.each(endpoints)('$method $path: accepts a caller with the right', async (endpoint) => {
  const { authorization } = await signInto(scene, scene.buyer.organisation, { user: own.user })
  const expected = NEEDS_MORE[endpoint.id]
  if (expected) return expect(await refusal(endpoint, authorization)).toBe(expected)
  const answer = await call(endpoint, authorization)
  expect(Object.keys(endpoint.responses), answer.body.slice(0, 500)).toContain(String(answer.statusCode))
})

test.each(behindSession.filter(({ plan }) => !plan))('$method $path: does not refuse a Lite user', async (endpoint) => {
  const { authorization } = await signInto(scene, stranger.organisation, { plan: 'lite' })
  const answer = await call(endpoint, authorization)
  expect(answer.statusCode).toBeLessThan(500)
  expect([401, 403]).not.toContain(answer.statusCode)
})

/**
 * Routes outside the contract: the documentation, the WebSocket whose frames contract/hub-wire.ts declares, and SCIM, which RFC 7644
 * declares (features/auth/provisioning tests its rights).
 */
const BESIDE = /^(?:GET \/api\/(?:docs|iot\/v1\/hub\/socket$)|[A-Z]+ \/api\/scim\/v2\/)/

it('every route below the API is in the contract', () => {
  const served = routesIn(scene.app.printRoutes({ commonPrefix: false })).filter((route) => !BESIDE.test(route))
  const declared = endpoints.map(({ method, path }) => `${method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  expect(served.toSorted()).toEqual(declared.toSorted())
})

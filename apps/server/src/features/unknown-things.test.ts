import type { ErrorBody } from '@postroom/contract/errors'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractEndpoints } from '../http/open-api/contract-endpoints.ts'
import { requestOf, thingsOf, validCall, type OwnThings } from '../testing/every-call.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { signInto } from '../testing/sign-into.ts'

let scene: PurchaseScene
let own: OwnThings
let authorization: string
beforeAll(async () => {
  scene = await purchaseScene(200_00)
  scene.context.settings.publicUrl = 'http://localhost:8080' // an address that has passkeys
  own = await thingsOf(scene, scene.buyer)
  ;({ authorization } = await signInto(scene, scene.buyer.organisation))
})
afterAll(() => scene.close())

const rows = contractEndpoints()
  .filter(({ auth }) => auth === 'session')
  .flatMap((endpoint) =>
    Object.keys(endpoint.params?.shape ?? {})
      .filter((name) => /id$/i.test(name))
      .map((name) => [`${endpoint.method} ${endpoint.path}`, name, endpoint] as const),
  )

test.each(rows)('%s: nothing has an unknown %s', async (_call, name, endpoint) => {
  const call = validCall(endpoint, own)
  const request = requestOf(endpoint, { ...call, params: { ...call.params, [name]: randomUUID() } }, authorization)
  const answer = await scene.app.inject(request)
  expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([404, 'not_found'])
})

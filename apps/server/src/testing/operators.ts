import type { TopUpRequest } from '@postroom/contract/top-up'
import type { Permission } from '@postroom/domain/people/permissions'
import { permissionsOf } from '@postroom/domain/people/roles'
import type { LightMyRequestResponse } from 'fastify'
import { signInto } from './sign-into.ts'
import { aBuyer, type Buyer, type PurchaseScene } from './purchase-scene.ts'
import { insertOrganisation } from '../features/identity/user.store.ts'

/** A signed-in user who calls the API. */
export interface Caller {
  user: string
  organisation: string
  post(path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  get(path: string): Promise<LightMyRequestResponse>
  put(path: string, body: object): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
  /** Posts a file; a CSV file unless a media type is given. */
  send(path: string, file: string, type?: string): Promise<LightMyRequestResponse>
}

/** A user of an organisation with some permissions, signed in; a new user unless one is named. */
export async function aCaller(
  scene: PurchaseScene,
  organisation: string,
  standing: { permissions?: readonly Permission[]; user?: string },
): Promise<Caller> {
  const { authorization, user } = await signInto(scene, organisation, standing)
  const ask =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (path: string, body?: object, headers: Record<string, string> = {}) =>
      scene.app.inject({
        method,
        url: `/api${path}`,
        headers: { ...headers, authorization },
        ...(body && { payload: body }),
      })
  const send = (path: string, file: string, type = 'text/csv') =>
    scene.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization, 'content-type': type },
      payload: file,
    })
  return { user, organisation, post: ask('POST'), get: ask('GET'), put: ask('PUT'), delete: ask('DELETE'), send }
}

/** An operator of the installation, who works in an organisation of their own. */
export async function anOperator(scene: PurchaseScene): Promise<Caller> {
  const { id } = await insertOrganisation(scene.context.db, 'The Operator Ltd')
  return aCaller(scene, id, { permissions: permissionsOf(['operator'], 'full') })
}

/** A customer without money, and the manager of that organisation. */
export async function aCustomer(scene: PurchaseScene): Promise<Buyer & { manager: Caller }> {
  const buyer = await aBuyer(scene, 0)
  const manager = await aCaller(scene, buyer.organisation, { permissions: permissionsOf(['manager'], 'full') })
  return { ...buyer, manager }
}

/** Records received money, under a key if one is given. */
export const topUp = (by: Pick<Caller, 'post'>, account: string, body: object, key?: string) =>
  by.post(`/stamp/v1/carrieraccount/${account}/topup`, body, key === undefined ? {} : { 'idempotency-key': key })

export const approve = (by: Caller, id: string) => by.post(`/stamp/v1/topup/${id}/approve`)
export const reject = (by: Caller, id: string) =>
  by.post(`/stamp/v1/topup/${id}/reject`, { reason: 'No such transfer' })

/** A top-up of an account that waits for a second operator. */
export const aRequest = async (by: Caller, account: string, amount = 5_000_00): Promise<TopUpRequest> =>
  (await topUp(by, account, { amount, reference: 'BACS 900' })).json()

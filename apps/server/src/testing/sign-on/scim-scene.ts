import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { aKey } from '../made-things.ts'
import { signOnScene } from './sign-on-scene.ts'

export const SCIM = '/api/scim/v2'

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A user as SCIM answers with one. */
export interface ScimUser {
  id: string
  userName: string
  externalId?: string
  displayName: string
  name?: { formatted?: string; givenName?: string; familyName?: string }
  emails: { value: string; type: string; primary: boolean }[]
  active: boolean
  meta: { resourceType: string; created: string; location: string }
}

/** An office whose identity provider also manages its users, with a key of the manager. */
export async function scimScene() {
  const scene = await signOnScene()
  const scopes = { scopes: ['provisioning' as const] }
  const key = await aKey(scene.server, scene.organisation_id, scene.manager.id, scopes)
  const call = (
    method: ScimMethod,
    path: string,
    payload?: object | string,
    { authorization = key.authorization, app = scene.server.app } = {},
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url: `${SCIM}${path}`,
      headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/scim+json' }) },
      ...(payload !== undefined && { payload }),
    })
  return Object.assign(scene, {
    key,
    call,
    /** A user whom the provider has just created. */
    created: async (body: object): Promise<ScimUser> => {
      const answer = await call('POST', '/Users', body)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json<ScimUser>()
    },
    patched: async (id: string, ...Operations: object[]): Promise<ScimUser> => {
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
      const answer = await call('PATCH', `/Users/${id}`, { schemas, Operations })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<ScimUser>()
    },
  })
}

/** A status, and the scimType of a refusal. */
export const verdictOf = (answer: LightMyRequestResponse): string =>
  answer.statusCode < 400
    ? String(answer.statusCode)
    : [answer.statusCode, answer.json<{ scimType?: string }>().scimType].filter(Boolean).join(' ')

import type { AnswerOf, Endpoint, RequestOf } from '@postroom/contract/endpoint'
import type { KeyScope } from '@postroom/domain/people/api-keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asTenant } from '../db/tenant.ts'
import type { Requester } from '../access/actor.ts'
import { asCaller, type Caller } from '../access/caller.ts'
import { callLimitOf } from './limit-calls.ts'
import { routeSchemaOf } from './route-schema.ts'
import type { SignedInUser } from '../access/signed-in-user.ts'

/**
 * The part of the server below the API base; its hooks (api-guard.ts) authenticate the caller and check the request.
 */
export type Api = FastifyInstance

/**
 * What a handler receives: every part parsed, and the caller. They have a session where no API key may call; where the endpoint is
 * public there is none.
 */
export type Call<E extends Endpoint> = RequestOf<E> & {
  user: E['auth'] extends 'session' ? (E extends { scope: KeyScope } ? Requester : SignedInUser) : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Limit of a request without a session: the longest sign-in, in the longest encoding, has 13,000 bytes. */
const PUBLIC_BODY_MAX_BYTES = 16 * 1024

/** The header of an answer that repeats an earlier one: nothing was done again. */
export const REPLAYED = { 'idempotent-replayed': 'true' }

const ANSWER = Symbol('answer')

/** An answer with another status than 200, or with extra headers. */
export interface Answer<E extends Endpoint> {
  [ANSWER]: true
  status: keyof E['responses'] & number
  body: AnswerOf<E>
  headers: Record<string, string>
}

export function answer<E extends Endpoint>(
  status: keyof E['responses'] & number,
  body: AnswerOf<E>,
  headers: Record<string, string> = {},
): Answer<E> {
  return { [ANSWER]: true, status, body, headers }
}

/**
 * Serves one endpoint of the contract. Request and answer are validated against it, and row-level security limits the
 * handler to the caller's organisation.
 */
export function serve<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Answer<E>>,
): void {
  api.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: routeSchemaOf(endpoint),
    config: { endpoint, ...callLimitOf(endpoint) },
    ...bodyLimitOf(endpoint),
    handler: async (request, reply) => {
      const { params, query, body, user } = request
      const work = () => handle({ params, query, body, user, request, reply } as Call<E>)
      const result = await asCaller(callerOf(request), () =>
        user && !endpoint.everyOrganisation ? asTenant(user.organisation_id, work) : work(),
      )
      if (!isAnswer(result)) return reply.send(result)
      return reply.code(result.status).headers(result.headers).send(result.body)
    },
  })
}

export const callerOf = ({ ip, id, user }: FastifyRequest): Caller => ({
  ip,
  request_id: id,
  ...(user?.api_key && { api_key_id: user.api_key.id }),
})

function bodyLimitOf({ bodyMaxBytes, auth }: Endpoint): { bodyLimit?: number } {
  if (bodyMaxBytes !== undefined) return { bodyLimit: bodyMaxBytes }
  return auth === 'public' ? { bodyLimit: PUBLIC_BODY_MAX_BYTES } : {}
}

const isAnswer = (result: unknown): result is Answer<Endpoint> =>
  typeof result === 'object' && result !== null && ANSWER in result

import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Requester } from '../access/actor.ts'
import { asCaller } from '../access/caller.ts'
import type { Access } from '../access/signed-in-user.ts'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { asTenant } from '../db/tenant.ts'
import { ScimRefusal } from '../features/auth/provisioning/scim-refusal.ts'
import { authenticate } from './authenticate.ts'
import { headersOf, refusalOf } from './error-handler.ts'
import { recordDenial } from './record-denial.ts'
import { callerOf } from './serve.ts'

const MEDIA_TYPE = 'application/scim+json'
const BODY_MAX_BYTES = 64 * 1024

/** `public`, because no session opens SCIM: its one way in is a key of this scope, whose maker may manage users. */
const ACCESS: Access = {
  id: 'provisionUsers',
  auth: 'public',
  scope: 'provisioning',
  permission: 'administration',
}

/** The checks that every call of SCIM passes before its handler runs, and the form of its errors. */
export async function guardScim(scim: FastifyInstance, context: Context): Promise<void> {
  await scim.register(fastifyCookie)
  readScim(scim)
  scim.setErrorHandler(answerError)
  scim.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  scim.decorateRequest('user', undefined)
  scim.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await authenticate(context, request)
    if (request.routeOptions.config.endpoint && !request.user) throw new AppError('api_key_invalid')
  })
  scim.addHook('onError', (request, _reply, error) => recordDenial(context, request, error))
}

/** Reads bodies of SCIM; a body may be missing, as some providers announce one where there is none. */
function readScim(scim: FastifyInstance): void {
  const parse = scim.getDefaultJsonParser('error', 'error')
  scim.removeAllContentTypeParsers()
  scim.addContentTypeParser<string>(
    [MEDIA_TYPE, 'application/json'],
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    (request, text, done) => (text === '' ? done(null) : parse(request, text, done)),
  )
}

interface Call {
  user: Requester
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body: unknown
}

export interface ScimAnswer {
  status?: number
  body?: object
  location?: string
}

/** Serves a call of SCIM within the organisation of its key. */
export function serveScim(
  scim: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  handle: (call: Call) => Promise<ScimAnswer>,
): void {
  scim.route<{ Params: Call['params']; Querystring: Call['query'] }>({
    method,
    url,
    config: { endpoint: ACCESS, rateLimit: false }, // each key has a limit of its own
    handler: async (request, reply) => {
      const { params, query, body } = request
      const user = request.user!
      const work = () => handle({ user, params, query, body })
      const answer = await asCaller(callerOf(request), () => asTenant(user.organisation_id, work))
      if (answer.location !== undefined) reply.header('location', answer.location)
      return send(reply.code(answer.status ?? 200), answer.body)
    },
  })
}

/** Answers every failure in the form of RFC 7644 §3.12. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, detail, scimType } = error instanceof ScimRefusal ? error : ownRefusal(error, request, reply)
  void send(reply.code(status), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  })
}

/** A refusal that is not SCIM's own, such as that of a key. */
function ownRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  const { status, code } = refusal
  if (status >= 500) request.log.error({ err: error, code }, 'request failed')
  reply.headers(headersOf(refusal))
  return {
    status,
    detail: refusal.body().description,
    scimType: code === 'malformed_json' ? 'invalidSyntax' : undefined,
  }
}

const send = (reply: FastifyReply, body: object | undefined): FastifyReply =>
  body === undefined ? reply.send() : reply.type(MEDIA_TYPE).send(JSON.stringify(body))

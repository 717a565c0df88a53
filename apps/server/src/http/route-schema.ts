import type { Endpoint } from '@postroom/contract/endpoint'
import { errorCodesOf } from '@postroom/contract/error-codes'
import { ERRORS, errorBodySchema } from '@postroom/contract/errors'
import { fieldErrorsOf } from '@postroom/contract/field-errors'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../app-error.ts'

const NOTHING = z.strictObject({})
/** A call without a body may send none, or an empty one. */
const NO_BODY = NOTHING.nullish()

/** The endpoint as Fastify validates, serialises and documents it. */
export function routeSchemaOf(endpoint: Endpoint): FastifySchema {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    params: endpoint.params ?? NOTHING,
    querystring: endpoint.query ?? NOTHING,
    ...(hasBody && { body: endpoint.body ?? NO_BODY }),
    ...(endpoint.body && { consumes: [MEDIA_TYPES[endpoint.bodyType ?? 'json']] }),
    response: responsesOf(endpoint),
  }
}

function securityOf({ auth, scope }: Endpoint): Record<string, string[]>[] {
  const withKey = scope === undefined ? [] : [{ apiKey: [scope] }]
  return auth === 'session' ? [{ bearer: [] }, ...withKey] : withKey
}

export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  csv: 'text/csv',
  xml: 'application/xml',
  png: 'image/png',
  pdf: 'application/pdf',
} as const

/** Every status the call may answer with: its success, and each error status with its codes. */
function responsesOf(endpoint: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => ERRORS[code].status)
  const errors = [...byStatus].map(([status, those]) => [status, response(those.join(', '), errorBodySchema)] as const)
  const successes = Object.entries(endpoint.responses).map(
    ([status, body]) => [status, success(endpoint, body)] as const,
  )
  return Object.fromEntries([...successes, ...errors])
}

const response = (description: string, schema: z.ZodType, mediaType: string = MEDIA_TYPES.json) => ({
  description,
  content: { [mediaType]: { schema } },
})

/** Answers are JSON, or bytes of the type that the endpoint states. */
const success = ({ answerType }: Endpoint, body: z.ZodType) =>
  answerType ? response('Done', z.file(), MEDIA_TYPES[answerType]) : response('Done', body)

/** Validates requests and answers with the schemas of each route; handlers receive the parsed values. */
export function checkWithContract(api: FastifyInstance): void {
  api.setSerializerCompiler(serializerCompiler)
  api.setValidatorCompiler<z.ZodType>(({ schema }) => (given) => {
    const parsed = schema.safeParse(given, { reportInput: true })
    if (parsed.success) return { value: parsed.data }
    return { error: new AppError('invalid_request', { fields: fieldErrorsOf(parsed.error.issues) }) }
  })
}

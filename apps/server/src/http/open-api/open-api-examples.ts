import { errorCodesOf } from '@postroom/contract/error-codes'
import type { Endpoint } from '@postroom/contract/endpoint'
import { ERRORS, type ErrorBody, type ErrorCode } from '@postroom/contract/errors'
import * as z from 'zod'
import { contractEndpoints } from './contract-endpoints.ts'
import { exampleOf, exampleRequest } from './example.ts'

type Media = Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
}

/** Adds an example to the description of every call, and every possible code to each error status. */
export function withExamples<D extends { paths?: object }>(document: D): D {
  const endpoints = new Map(contractEndpoints().map((endpoint) => [endpoint.id, endpoint]))
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path as Record<string, Operation>)) {
      const endpoint = endpoints.get(operation.operationId)
      if (endpoint) showCall(operation, endpoint)
    }
  return document
}

function showCall({ parameters = [], requestBody, responses }: Operation, endpoint: Endpoint): void {
  const { params, query, body } = exampleRequest(endpoint)
  for (const parameter of parameters) {
    const value = (parameter.in === 'path' ? params : query)[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  for (const media of Object.values(requestBody?.content ?? {})) if (body !== undefined) media.example = body
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const media of Object.values(content)) Object.assign(media, answerExample(endpoint, Number(status)))
}

/** Binary answers have no example. */
function answerExample(endpoint: Endpoint, status: number): Media[string] {
  const success = endpoint.responses[status as keyof Endpoint['responses']]
  if (success) return success instanceof z.ZodCustom ? {} : { example: exampleOf(success, 'output') }
  const codes = errorCodesOf(endpoint).filter((code) => ERRORS[code].status === status)
  return { examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])) }
}

const errorExample = (code: ErrorCode): ErrorBody => ({
  code,
  description: ERRORS[code].description,
  request_id: '5e0b1c34-7c1b-4b52-9a53-0d6a3c1a9f11',
  ...(code === 'invalid_request' && { fields: [{ field: 'to.city', code: 'required', message: 'This is needed.' }] }),
  ...(code === 'price_changed' && { details: { total_charge: 330 } }),
})

import { errorCodesOf } from '@postroom/contract/error-codes'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { ERRORS, errorBodySchema, type ErrorCode } from '@postroom/contract/errors'
import { beforeAll, describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { contractEndpoints } from './contract-endpoints.ts'
import { exampleOf, exampleRequest } from './example.ts'
import { openApiDocument } from './write-openapi.ts'

type Media = Record<string, { example?: unknown; examples?: Record<string, { value: { code: string } }> }>
interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; example?: unknown }[]
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
}

let text: string
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  text = await openApiDocument()
  paths = (JSON.parse(text) as { paths: typeof paths }).paths
})

describe.each(contractEndpoints())('$id', (endpoint) => {
  test.each(['params', 'query', 'body'] as const)('the contract accepts the example of its %s', (part) => {
    const result = endpoint[part]?.safeParse(exampleRequest(endpoint)[part])
    expect(result?.error?.issues).toBeUndefined()
  })

  it('the example answer fits the contract', () => {
    for (const schema of Object.values(endpoint.responses)) {
      if (schema instanceof z.ZodCustom) continue
      expect(schema.safeParse(exampleOf(schema, 'output')).error?.issues).toBeUndefined()
    }
  })

  it('shows a request, an answer, and every error under its status', () => {
    const { parameters = [], requestBody, responses } = paths[endpoint.path]![endpoint.method.toLowerCase()]!
    const { params, query } = exampleRequest(endpoint)
    for (const parameter of parameters)
      expect(parameter.example).toEqual({ path: params, query }[parameter.in][parameter.name])
    if (endpoint.body) expect(Object.values(requestBody!.content)[0]!.example).toBeDefined()
    const shown = Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([code, { value }]) => {
        expect(errorBodySchema.strict().safeParse(value).error).toBeUndefined()
        expect([value.code, String(ERRORS[code as ErrorCode].status)]).toEqual([code, status])
        return code
      }),
    )
    expect(shown.toSorted()).toEqual(errorCodesOf(endpoint))
  })
})

/** Rules of the linter's recommended set that are switched off, with the reason. */
const NOT_FOLLOWED = {
  'info-license': 'there is no licence to name',
  'no-ambiguous-paths': 'the paths of spec §7; an {id} is a UUID, so it cannot match a literal path segment',
  'no-unused-components': 'a named schema describes both request and response form, whichever is used',
} as const

it('passes an independent linter', async () => {
  const rules = Object.fromEntries(Object.keys(NOT_FOLLOWED).map((rule) => [rule, 'off' as const]))
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
  ).toEqual([])
})

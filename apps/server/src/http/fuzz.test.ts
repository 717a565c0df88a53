import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import { errorCodesOf } from '@postroom/contract/error-codes'
import type { Endpoint } from '@postroom/contract/endpoint'
import { ERRORS, errorBodySchema, type ErrorCode } from '@postroom/contract/errors'
import fc from 'fast-check'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { buildApp } from '../app.ts'
import { arbitraryCall, CANARY } from '../testing/arbitrary-call.ts'
import { requestOf, thingsOf, type OwnThings } from '../testing/every-call.ts'
import { signInto } from '../testing/sign-into.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { contractEndpoints } from './open-api/contract-endpoints.ts'

/** `npm run fuzz -- 100000` sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (IS_SWEEP ? 2_000 : 300))
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const SIDE_BY_SIDE = 8

const endpoints = contractEndpoints()
const lines: string[] = []
const secrets = new Set<string>()
let scene: PurchaseScene
let app: FastifyInstance
let own: OwnThings
beforeAll(async () => {
  // long, so that a slow machine does not turn a carrier call into a time-out
  scene = await purchaseScene(10_000_00, { carrier_ms: 5_000, lease_ms: 30_000, wait_ms: 10_000 })
  app = await buildApp(scene.context, {
    logLevel: 'info',
    logTo: { write: (line) => void lines.push(line) },
    isReady: async () => true,
  })
  own = await thingsOf(scene, scene.buyer)
})
afterAll(async () => {
  await app.close()
  await scene.close()
})

async function signIn(): Promise<string> {
  const { authorization } = await signInto(scene, scene.buyer.organisation, { user: own.user })
  secrets.add(authorization.slice('Bearer '.length))
  return authorization
}

/** How an answer breaks the contract, if it does. */
function fault(endpoint: Endpoint, answer: LightMyRequestResponse): string | undefined {
  const status = answer.statusCode
  const schema = endpoint.responses[status as keyof Endpoint['responses']]
  if (schema instanceof z.ZodCustom) return undefined
  if (schema) return schema.safeParse(answer.json()).error?.message
  if (status >= 500) return 'an internal error'
  const body = errorBodySchema.strict().safeParse(answer.json())
  if (!body.success) return body.error.message
  const code = body.data.code as ErrorCode
  if (ERRORS[code]?.status !== status) return `${code} must not have status ${status}`
  return errorCodesOf(endpoint).includes(code) ? undefined : `${code} is not documented`
}

it(
  `${REQUESTS} requests, valid, changed and hostile: no internal error, no answer that breaks the contract`,
  { timeout: 60_000 + REQUESTS * 50 },
  async () => {
    const each = Math.ceil(REQUESTS / endpoints.length)
    const work = endpoints.flatMap((endpoint, index) =>
      fc
        .sample(arbitraryCall(endpoint, own), { numRuns: each, seed: SEED + index })
        .map((call) => ({ endpoint, call })),
    )
    const faults = new Map<string, string>()
    const answered = new Map<number, number>()
    const callers = Array.from({ length: SIDE_BY_SIDE }, async () => {
      let authorization = await signIn()
      for (let next = work.pop(); next; next = work.pop()) {
        const answer = await app.inject(requestOf(next.endpoint, next.call, authorization))
        answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1)
        if (answer.statusCode === 401 || next.endpoint.id === 'logout') authorization = await signIn()
        const wrong = fault(next.endpoint, answer)
        if (wrong)
          faults.set(
            `${next.endpoint.id} ${answer.statusCode}: ${wrong.slice(0, 300)}`,
            JSON.stringify(next.call).slice(0, 500),
          )
      }
    })
    await Promise.all(callers)
    expect([...faults]).toEqual([])
    expect(answered.get(200)).toBeGreaterThan(REQUESTS / 10)
    expect(answered.get(400)).toBeGreaterThan(REQUESTS / 10)
    if (process.env['FUZZ_REQUESTS']) process.stdout.write(`${JSON.stringify(Object.fromEntries(answered))}\n`)
  },
)

it('the log of these requests holds no token, no password and no postal address', () => {
  expect(lines.length).toBeGreaterThan(REQUESTS)
  expect(lines.filter((line) => /\p{Cc}/u.test(line.trimEnd()))).toEqual([]) // one entry is one line, whatever the request contains
  const words = [CANARY, 'Chalcot', 'NW1 8LH', 'Pembroke', 'correct horse', own.link, ...secrets]
  const leaks = new RegExp(words.join('|'))
  expect(lines.filter((line) => leaks.test(line)).slice(0, 5)).toEqual([])
})

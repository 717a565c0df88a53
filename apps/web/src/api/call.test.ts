import { issueToken } from '@postroom/contract/auth'
import { getBalance } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USER as session } from '../testing/a-user.ts'
import { call } from './call.ts'

let asked: Request[]
/** Sets how the network answers the next call. */
let answer: (signal: AbortSignal) => Promise<Response>

beforeEach(() => {
  asked = []
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(session) })
  vi.stubGlobal('location', { origin: 'https://post.example' })
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=xsrf' })
  vi.stubGlobal('fetch', (request: Request, { signal }: { signal: AbortSignal }) => {
    asked.push(request)
    return answer(signal)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const says = (status: number, body: unknown) => async () => Response.json(body, { status })
const params = { accountId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' }
const balance = () => call(getBalance, { params })

it('sends a read with the session token and without the XSRF token', async () => {
  answer = says(500, {})
  await balance().catch(() => {})
  expect(asked[0]?.url).toBe(`https://post.example/api/stamp/v1/carrieraccount/${params.accountId}/balance`)
  expect(Object.fromEntries(asked[0]!.headers)).toEqual({ accept: 'application/json', authorization: 'Bearer a-token' })
})

it('sends a change as JSON with the XSRF token', async () => {
  answer = says(500, {})
  await call(rateShipment, { body: {} as never }).catch(() => {})
  expect(asked[0]?.method).toBe('POST')
  expect(Object.fromEntries(asked[0]!.headers)).toMatchObject({
    'content-type': 'application/json',
    'x-xsrf-token': 'xsrf',
  })
  expect(await asked[0]!.text()).toBe('{}')
})

it('signs in with form data and without the session token', async () => {
  answer = says(500, {})
  await call(issueToken, { body: { grant_type: 'password' } as never }).catch(() => {})
  expect(asked[0]?.headers.get('authorization')).toBeNull()
  expect(asked[0]?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
})

it('sends no token if there is none', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  answer = says(500, {})
  await call(rateShipment, { body: {} as never }).catch(() => {})
  expect([...asked[0]!.headers.keys()]).toEqual(['accept', 'content-type'])
})

it('throws a refusal with the code, text, fields and details of the server', async () => {
  const fields = [{ field: 'a', code: 'required', message: 'Missing.' }]
  answer = says(422, { code: 'field_invalid', description: 'No.', fields })
  const refused: unknown = await balance().catch((cause: unknown) => cause)
  expect(refused).toMatchObject({ name: 'ApiError', status: 422, code: 'field_invalid', message: 'No.', details: {} })
  expect((refused as { fields: unknown[] }).fields).toHaveLength(1)
})

it.each([
  ['a proxy', async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })],
  ['JSON that is not ours', says(502, { oops: true })],
])('throws an error of %s with its status and without a code', async (_case, fails) => {
  answer = fails
  await expect(balance()).rejects.toMatchObject({ name: 'ApiError', status: 502, code: undefined, fields: [] })
})

it.each([
  ['breaks the contract', says(200, { amount: 'much' })],
  ['has a status outside the contract', says(204 + 2, {})],
])('throws when the response %s', async (_case, breaks) => {
  answer = breaks
  await expect(balance()).rejects.toThrow()
})

it('throws a network error when the server is unreachable', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(balance()).rejects.toMatchObject({ name: 'NetworkError' })
})

it('does not report an aborted call as a network error', async () => {
  const given = new AbortController()
  answer = (signal) =>
    new Promise((_answer, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const asking = call(getBalance, { params }, { signal: given.signal })
  given.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
})

it.each([undefined, new AbortController().signal])('times out after half a minute', async (signal) => {
  const within = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  answer = (heard) => (heard.aborted ? Promise.reject(heard.reason as Error) : says(500, {})())
  await expect(call(getBalance, { params }, signal ? { signal } : {})).rejects.toMatchObject({ name: 'NetworkError' })
  expect(within).toHaveBeenCalledWith(30_000)
})

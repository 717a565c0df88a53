import { issueToken } from '@postroom/contract/auth'
import { getBalance } from '@postroom/contract/carrier'
import { rateShipment } from '@postroom/contract/rate'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { USER as session } from '../testing/a-user.ts'
import { call } from './call.ts'

let asked: Request[]
/** What the network does with the next call. */
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

it('asks with the token of the session, and without the token against forgery where nothing changes', async () => {
  answer = says(500, {})
  await balance().catch(() => {})
  expect(asked[0]?.url).toBe(`https://post.example/api/stamp/v1/carrieraccount/${params.accountId}/balance`)
  expect(Object.fromEntries(asked[0]!.headers)).toEqual({ accept: 'application/json', authorization: 'Bearer a-token' })
})

it('sends JSON as JSON, with the token against forgery', async () => {
  answer = says(500, {})
  await call(rateShipment, { body: {} as never }).catch(() => {})
  expect(asked[0]?.method).toBe('POST')
  expect(Object.fromEntries(asked[0]!.headers)).toMatchObject({
    'content-type': 'application/json',
    'x-xsrf-token': 'xsrf',
  })
  expect(await asked[0]!.text()).toBe('{}')
})

it('signs in with a form and without the session', async () => {
  answer = says(500, {})
  await call(issueToken, { body: { grant_type: 'password' } as never }).catch(() => {})
  expect(asked[0]?.headers.get('authorization')).toBeNull()
  expect(asked[0]?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
})

it('sends no token where there is none', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  answer = says(500, {})
  await call(rateShipment, { body: {} as never }).catch(() => {})
  expect([...asked[0]!.headers.keys()]).toEqual(['accept', 'content-type'])
})

it('a refusal has the code, the text, the fields and the details of the server', async () => {
  const fields = [{ field: 'a', code: 'required', message: 'Missing.' }]
  answer = says(422, { code: 'field_invalid', description: 'No.', fields })
  const refused: unknown = await balance().catch((cause: unknown) => cause)
  expect(refused).toMatchObject({ name: 'ApiError', status: 422, code: 'field_invalid', message: 'No.', details: {} })
  expect((refused as { fields: unknown[] }).fields).toHaveLength(1)
})

it.each([
  ['something else on the way', async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })],
  ['JSON that is not ours', says(502, { oops: true })],
])('an error of %s has a status and no code', async (_case, fails) => {
  answer = fails
  await expect(balance()).rejects.toMatchObject({ name: 'ApiError', status: 502, code: undefined, fields: [] })
})

it.each([
  ['breaks the contract', says(200, { amount: 'much' })],
  ['has a status that the contract does not know', says(204 + 2, {})],
])('an answer that %s is a fault and no answer', async (_case, breaks) => {
  answer = breaks
  await expect(balance()).rejects.toThrow()
})

it('nobody there is a network error', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(balance()).rejects.toMatchObject({ name: 'NetworkError' })
})

it('a call that was given up is no network error', async () => {
  const given = new AbortController()
  answer = (signal) =>
    new Promise((_answer, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const asking = call(getBalance, { params }, { signal: given.signal })
  given.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
})

it.each([undefined, new AbortController().signal])('waits half a minute for an answer', async (signal) => {
  const within = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  answer = (heard) => (heard.aborted ? Promise.reject(heard.reason as Error) : says(500, {})())
  await expect(call(getBalance, { params }, signal ? { signal } : {})).rejects.toMatchObject({ name: 'NetworkError' })
  expect(within).toHaveBeenCalledWith(30_000)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ShipmentDraftInput } from '@postroom/contract/shipment'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { checkPurchase, sendPurchase } from './purchase-attempts.ts'

vi.mock('../api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }))
const answer = vi.mocked(call)
const draft = { service: '2' } as unknown as ShipmentDraftInput
const notFound = new ApiError(404, 'Not Found', { code: 'not_found', description: 'No such purchase' })

beforeEach(() => {
  answer.mockReset()
  vi.useFakeTimers()
  vi.stubGlobal('reportError', vi.fn<() => void>())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  [true, 'true'],
  [false, 'false'],
])('sends the draft with its key; a test: %s', async (test, written) => {
  answer.mockResolvedValue({ status: 'bought' } as never)
  expect(await sendPurchase(draft, 'a-key', test)).toEqual({ kind: 'shipment', shipment: { status: 'bought' } })
  expect(answer).toHaveBeenCalledWith(expect.anything(), { query: { pending_id: 'a-key', test: written }, body: draft })
})

it('sends a real purchase by default', async () => {
  answer.mockResolvedValue({ code: 'process_pending' } as never)
  expect(await sendPurchase(draft, 'a-key')).toEqual({ kind: 'pending' })
  expect(answer.mock.calls[0]?.[1]).toMatchObject({ query: { test: 'false' } })
})

it.each([
  [new NetworkError('away'), { kind: 'network' }, 0],
  [new TypeError('unreadable'), { kind: 'network' }, 1],
  [
    new ApiError(502, 'Bad Gateway'),
    { kind: 'refused', status: 502, refusal: { code: 'internal_error', description: '502 - Bad Gateway' } },
    0,
  ],
  [notFound, { kind: 'refused', status: 404, refusal: { code: 'not_found', description: 'No such purchase' } }, 0],
])('turns %o into an attempt, and reports a bug', async (cause, attempt, bugs) => {
  answer.mockRejectedValue(cause)
  expect(await sendPurchase(draft, 'a-key')).toMatchObject(attempt)
  expect(reportError).toHaveBeenCalledTimes(bugs)
})

it('looks twice, 2 s apart, for a purchase that is not found', async () => {
  answer.mockRejectedValueOnce(notFound).mockResolvedValueOnce({ status: 'bought' } as never)
  const found = checkPurchase('a-key')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(answer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await found).toMatchObject({ kind: 'shipment' })
  expect(answer.mock.calls.map(([, parts]) => parts)).toEqual([
    { params: { pending_id: 'a-key' } },
    { params: { pending_id: 'a-key' } },
  ])
})

it.each([new ApiError(500, 'Error'), new NetworkError('away')])(
  'looks once when it learns something: %o',
  async (cause) => {
    answer.mockRejectedValue(cause)
    await checkPurchase('a-key')
    expect(answer).toHaveBeenCalledTimes(1)
  },
)

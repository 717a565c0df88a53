import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, openToast } from '../ui/toast-queue.ts'
import { ApiError, isUnreachable, NetworkError } from './api-error.ts'
import { announceFailure, queryClient } from './query-client.ts'

const expired = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../session/end-session.ts', () => ({ expireSession: expired }))

const refusal = (code: string, status = 422) => new ApiError(status, 'No', { code, description: 'In words.' })
beforeEach(() => expired.mockReset())
afterEach(() => {
  for (let toast = openToast(); toast; toast = openToast()) dismissToast(toast)
  queryClient.clear()
})

it('shows a refusal with its code, and ends the session only for session_expired', () => {
  announceFailure(refusal('new_code'))
  expect(openToast()).toEqual({ tone: 'error', text: expect.stringMatching(/^\[Error ID: new_code\] /) as string })
  expect(expired).not.toHaveBeenCalled()
  announceFailure(refusal('session_expired', 401))
  expect(expired).toHaveBeenCalledOnce()
})

it.each([new NetworkError('down'), new ApiError(502, 'Bad Gateway'), new Error('a bug')])(
  'does not show %s',
  (error) => {
    announceFailure(error)
    expect(openToast()).toBeUndefined()
  },
)

it.each([
  // failure                             requests
  ['a refusal', refusal('x'), 1],
  ['a server error', refusal('x', 500), 3],
  ['no response', new NetworkError('down'), 3],
])('after %s, a query has been requested %s times', async (_case, error, times) => {
  const ask = vi.fn<() => Promise<never>>(() => Promise.reject(error))
  await queryClient
    .fetchQuery({ queryKey: ['a'], queryFn: ask, retryDelay: 0, meta: { isQuiet: true }, retry: retryOf() })
    .catch(() => {})
  expect(ask).toHaveBeenCalledTimes(times)
})

/** `fetchQuery` does not retry by itself. */
const retryOf = () => queryClient.getDefaultOptions().queries?.retry ?? false

it.each([
  ['a query', {}, true],
  ['a quiet query', { isQuiet: true }, false],
])('shows a failed query unless it is quiet: %s', async (_case, meta, isShown) => {
  await queryClient.fetchQuery({ queryKey: ['b'], queryFn: () => Promise.reject(refusal('x')), meta }).catch(() => {})
  expect(openToast() !== undefined).toBe(isShown)
})

it.each([
  ['a mutation', {}, true],
  ['a quiet mutation', { isQuiet: true }, false],
])('shows a failed mutation unless it is quiet, and does not retry it: %s', async (_case, meta, isShown) => {
  const act = vi.fn<() => Promise<never>>(() => Promise.reject(refusal('x', 500)))
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: act, meta })
  await mutation.execute(undefined).catch(() => {})
  expect(openToast() !== undefined).toBe(isShown)
  expect(act).toHaveBeenCalledOnce()
})

it.each([
  [new NetworkError('down'), true],
  [new ApiError(502, 'Bad Gateway'), true],
  [refusal('x', 500), false],
  [new Error('a bug'), false],
])('%s means the server is unreachable: %s', (error, expected) => expect(isUnreachable(error)).toBe(expected))

import { expect, it } from 'vitest'
import { LookupFailed } from '../addresses/address-lookup.ts'
import { askLookup } from '../addresses/ask-lookup.ts'
import { aLog } from '../testing/a-log.ts'
import { inBackground } from './auth/in-background.ts'
import { troubleOf } from './payments/stripe-trouble.ts'
import { onceBegun } from './shipments/purchase/once-begun.ts'

const failure = new Error('the database is away')
const fail = () => Promise.reject(failure)

it('work in the background is logged when it fails', async () => {
  const { log, lines } = aLog()
  inBackground(log, Promise.resolve())
  inBackground(log, fail())
  await expect.poll(() => lines).toEqual([['error', { err: failure }, 'background task failed']])
})

it('a step after the hold is logged when it fails, and the state known otherwise is the answer', async () => {
  const { log, lines } = aLog()
  expect(await onceBegun('held', log, () => Promise.resolve('bought'))).toBe('bought')
  expect(lines).toEqual([])
  expect(await onceBegun('held', log, fail)).toBe('held')
  expect(lines).toEqual([['error', { err: failure }, 'a step after the hold failed']])
})

it('an address look-up is logged when it gives no answer, and a fault of the server stays one', async () => {
  const { log, lines } = aLog()
  const ask = (given: Error) => askLookup({ find: () => Promise.reject(given) }, { q: 'Idris' } as never, log)
  expect(await ask(new LookupFailed('refused'))).toBeUndefined()
  expect(lines).toEqual([['warn', { reason: 'refused' }, 'address look-up failed']])
  await expect(ask(failure)).rejects.toBe(failure)
})

it.each([
  [
    'an error of Stripe',
    Object.assign(new Error('no'), {
      rawType: 'api_error',
      type: 'T',
      code: 'c',
      statusCode: 500,
      requestId: 'r',
      headers: {},
    }),
    { type: 'T', code: 'c', status: 500, stripe_request: 'r' },
  ],
  ['another error', failure, { err: failure }],
  ['no error', { rawType: 'api_error', type: 'T' }, { err: { rawType: 'api_error', type: 'T' } }],
])('the log gets what may be known of %s', (_what, error, facts) => {
  expect(troubleOf(error)).toEqual(facts)
})

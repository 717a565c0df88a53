import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { i18next } from '../i18n.ts'
import { readSession, saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { show } from '../testing/show.tsx'
import { openToast } from '../ui/toast-queue.ts'
import { notifyRatingFailure, ratingFailureText } from './rating-failure.ts'
import type { RatesState } from './use-rates.ts'
import { WhyNoPrice } from './why-no-price.tsx'

const refusal = (code: string, status = 422) => new ApiError(status, '', { code, description: 'In words.' })
const rates = (count: number) => ({ data: Array.from({ length: count }, () => ({})), messages: [] }) as never
const REST: RatesState = { rates: undefined, failure: undefined, isPending: false }

it.each<[string, Partial<RatesState>, boolean, RegExp]>([
  ['they are loading', { isPending: true, failure: refusal('x') }, false, /^(?!Prices could not).*price/i],
  ['they could not be fetched', { failure: refusal('new_code') }, false, /^Prices could not be fetched\s*In words\./],
  ['nothing is typed', {}, true, /^Enter the weight to see the prices\.$/],
  ['there are none', { rates: rates(0) }, true, /^No service is available for this item\.$/],
  ['the chosen one is gone', { rates: rates(1) }, true, /^The service you chose is no longer available/],
  ['there are none of the suggested', { rates: rates(1) }, false, /^No service is available for this item\.$/],
])('says why there is no price: %s', (_why, state, hasChoice, text) => {
  show(<WhyNoPrice rating={{ ...REST, ...state }} hasChoice={hasChoice} onAgain={() => {}} />)
  expect(document.body).toHaveTextContent(text)
})

it('asks again when the button is pressed', async () => {
  const again = vi.fn<() => void>()
  const user = show(<WhyNoPrice rating={{ ...REST, failure: refusal('x') }} hasChoice onAgain={again} />)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

it.each([
  ['a known refusal', refusal('not_found'), /^(?!In words)(?!.*connection).+/],
  ['a new one', refusal('new_code'), /^In words\.$/],
  ['an answer of a proxy', new ApiError(502, 'Bad Gateway'), /connection|reached/],
  ['no answer', new NetworkError('down'), /connection|reached/],
])('says what went wrong: %s', (_what, cause, text) => expect(ratingFailureText(cause, i18next.t)).toMatch(text))

it('is announced as a failure of rating, but an ended session as such', () => {
  saveSession(USER)
  notifyRatingFailure(refusal('new_code'))
  expect(openToast()).toEqual({ tone: 'error', text: expect.stringMatching(/^Rating error: In words\.$/) as string })
  expect(readSession()).toBeDefined()
  notifyRatingFailure(refusal('session_expired', 401))
  expect(readSession()).toBeUndefined()
})

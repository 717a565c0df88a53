import { rateShipment } from '@postroom/contract/rate'
import { screen, waitFor } from '@testing-library/dom'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { i18next } from '../i18n.ts'
import { NetworkError } from '../api/api-error.ts'
import { emptyShippingForm, factsIn, rateRequestOf } from '../item-form/shipping-form.ts'
import { saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { show } from '../testing/show.tsx'
import { dismissToast, openToast } from '../ui/toast-queue.ts'
import { ratingFailureText } from './rating-failure.ts'
import { useRates, type RatesState } from './use-rates.ts'
import { WhyNoPrice } from './why-no-price.tsx'

beforeEach(() => saveSession(USER))

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
const requestOf = (weight: string) => rateRequestOf(factsIn({ ...emptyShippingForm(today), weight }))

const chosenOf = (service: '2' | 'SD', cover: number | undefined) => ({
  service,
  options:
    service === '2'
      ? []
      : [{ code: 'special_delivery' as const, fields: cover ? { compensation: { value: cover } } : {} }],
})

function Rates() {
  const [weight, setWeight] = useState('')
  const [service, setService] = useState<'2' | 'SD'>()
  const [cover, setCover] = useState<number>()
  const [round, setRound] = useState(0)
  const request = requestOf(weight)
  const rating = useRates(
    request && { request, chosen: service && chosenOf(service, cover), account: undefined },
    round,
  )
  return (
    <>
      <input value={weight} onChange={(event) => setWeight(event.target.value)} />
      <button onClick={() => setService('2')}>choose</button>
      <button onClick={() => setService('SD')}>special</button>
      <button onClick={() => setCover(1000)}>cover</button>
      <button onClick={() => setRound(round + 1)}>again</button>
      <output>
        {[rating.isPending ? 'pending' : 'settled', rating.rates?.data.length, rating.failure && 'failed'].join()}
      </output>
    </>
  )
}
const shows = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
it('requests the prices once for a typed weight, and again for a service or a new round', async () => {
  const user = show(<Rates />)
  await shows('settled,,')
  await user.type(screen.getByRole('textbox'), '50')
  expect(screen.getByRole('status')).toHaveTextContent('pending')
  await shows('settled,5,')
  const asked = server.on(rateShipment, () => new Refusal('try_again'))
  await user.click(screen.getByRole('button', { name: 'choose' }))
  // a chosen service does not make the prices stale
  expect(screen.getByRole('status')).toHaveTextContent('settled,5,')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body, query }) => [body.service, query.every_service])).toEqual([
    [undefined, 'true'],
    ['2', 'false'],
  ])
  expect(asked.map(({ body }) => body.parcels[0]?.weight.value)).toEqual([50, 50])
  await shows('settled,,failed')
  await user.click(screen.getByRole('button', { name: 'again' }))
  expect(screen.getByRole('status')).toHaveTextContent('pending')
  await waitFor(() => expect(asked).toHaveLength(4))
  await shows('settled,,failed')
})

it('makes the prices stale when the cover of the chosen service changes, and prices it with its options', async () => {
  const user = show(<Rates />)
  await user.type(screen.getByRole('textbox'), '50')
  await shows('settled,5,')
  await user.click(screen.getByRole('button', { name: 'special' }))
  expect(screen.getByRole('status')).toHaveTextContent('settled,5,')
  const asked = server.on(rateShipment, () => new Refusal('try_again'))
  await user.click(screen.getByRole('button', { name: 'cover' }))
  expect(screen.getByRole('status')).toHaveTextContent('pending')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ body }) => body.options)).toEqual([[], chosenOf('SD', 1000).options])
})

it('announces a failure once, and does not repeat the request', async () => {
  const asked = server.on(rateShipment, () => new Refusal('try_again'))
  const user = show(<Rates />)
  await user.type(screen.getByRole('textbox'), '50')
  await shows('settled,,failed')
  expect(asked).toHaveLength(1)
  const toast = openToast()
  expect(toast?.text).toMatch(/^Rating error: /)
  dismissToast(toast!)
  expect(openToast()).toBeUndefined()
})

const rates = (data: unknown[]): RatesState['rates'] => ({ data, messages: [], posting_days: [] }) as never
it.each<[string, Partial<RatesState>, boolean]>([
  ['Working out the prices…', { isPending: true }, false],
  ['The prices could not be loaded. Check your connection.', { failure: new NetworkError('away') }, false],
  ['Enter the weight to see the prices.', {}, false],
  ['No service is available for this item.', { rates: rates([]) }, true],
  ['No service is available for this item.', { rates: rates([{}]) }, false],
  ['The service you chose is no longer available for this item. Choose another.', { rates: rates([{}]) }, true],
])('shows %o instead of a price', (text, state, hasChoice) => {
  show(
    <WhyNoPrice
      rating={{ rates: undefined, failure: undefined, isPending: false, ...state }}
      hasChoice={hasChoice}
      onAgain={() => undefined}
    />,
  )
  expect(screen.getByText(text)).toBeVisible()
})

it('gives the reason of a failure without a code of ours as a lost connection', () => {
  expect(ratingFailureText(new TypeError('x'), i18next.t)).toBe(
    'The prices could not be loaded. Check your connection.',
  )
})

it('asks a quarter of a second after typing pauses, once, and not again when the tab or the connection is back', async () => {
  useMovedClock()
  const asked = server.on(rateShipment, () => new Refusal('try_again'))
  const user = show(<Rates />)
  await user.type(screen.getByRole('textbox'), '50')
  await pass(0.4)
  expect(asked).toHaveLength(1)
  await shows('settled,,failed')
  dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  await pass(1)
  expect(asked).toHaveLength(1)
})

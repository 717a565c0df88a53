import type { AnswerOf } from '@postroom/contract/endpoint'
import { rateShipment, type RateQuote } from '@postroom/contract/rate'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { USER } from '../../testing/a-user.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { fill, fillAll, writeAddress } from '../../testing/shipping-form.ts'

const LITE = { ...USER, plan: 'lite' as const }
const question = (name: string) => screen.findByRole('heading', { level: 1, name })
const day = (ahead: number) => addDays(ukDateOf(new Date()), ahead)
const written = (ahead: number, options: object = { month: 'long' }) =>
  new Intl.DateTimeFormat('en-gb', { weekday: 'long', day: 'numeric', timeZone: 'UTC', ...options }).format(
    new Date(day(ahead)),
  )

type Rated = AnswerOf<typeof rateShipment>
/** Changes what the server answers to every question for prices. */
const rated = (change: (rates: Rated) => Partial<Rated>) =>
  server.on(rateShipment, (request) => {
    const rates = ratesOf(request) as Rated
    return { ...rates, ...change(rates) }
  })

async function toSpeeds() {
  server.on(searchShipments, () => pageOf([aShipment()]))
  const user = openPage('/app/wizard', LITE)
  await question('Who is it for?')
  await writeAddress(user)
  fillAll({ 'to.name': 'Ann', 'to.address1': '14 Heol y Gogledd', 'to.city': 'Hay', 'to.postal_code': 'HR3 5AA' })
  const proceed = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await proceed()
  await question('What are you sending?')
  await proceed()
  await question('How heavy is it?')
  fill('weight', '90g')
  await proceed()
  await question('How fast must it arrive?')
  return { user, proceed }
}
const names = async () => {
  const list = within(await screen.findByRole('radiogroup', { name: 'How fast must it arrive?' }))
  return list.getAllByRole('radio').map((row) => row.getAttribute('aria-label'))
}

it('names each service by its day first, then by what it costs and gives', async () => {
  const deliveries: (Partial<RateQuote['delivery']> & { code: string })[] = [
    { code: 'guaranteed_9am', earliest: day(1), latest: day(1), compensation_gbp: 50 },
    { code: 'guaranteed_1pm', earliest: day(2), latest: day(2), compensation_gbp: 750 },
    { code: 'next_working_day', earliest: day(1), latest: day(1) },
    { code: 'next_working_day', earliest: day(0), latest: day(1) },
    { code: 'two_to_three_days', earliest: day(1), latest: day(2) },
    { code: 'as_posted' },
  ]
  rated(({ data }) => ({
    data: [
      ...deliveries.map((delivery, at) => ({
        ...data[at]!,
        delivery: { description: '', compensation_gbp: 0, ...delivery },
        charges: { ...data[at]!.charges, total_charge: 100 + at },
      })),
      // postage of one's own value is no answer to the question
      { ...data[0]!, service: { code: 'frank_pay' as const, name: 'Own value' } },
    ],
  }))
  await toSpeeds()
  expect((await names()).map((name) => name!.replace(/, (1st|2nd|Special|Tracked)[^,]*/, ', …'))).toEqual([
    expect.stringMatching(new RegExp(`^Tomorrow, ${written(1)}, by 9am, £1\\.00, …, guaranteed, .*, cover £50$`)),
    expect.stringMatching(new RegExp(`^${written(2)}, by 1pm, £1\\.01, …, guaranteed, .*, cover £750$`)),
    expect.stringMatching(new RegExp(`^Tomorrow, ${written(1)}, £1\\.02, …, aim, not guaranteed, [^,]*(, signed)?$`)),
    expect.stringMatching(new RegExp(`^${written(0, {})} to ${written(1)}, £1\\.03, …, aim, not guaranteed, `)),
    expect.stringMatching(new RegExp(`^${written(1, {})} or ${written(2)}, £1\\.04, …, aim, not guaranteed, `)),
    expect.stringMatching(/^Depends on the service you frank for, £1\.05, …, (?!aim)/),
  ])
})

it('takes the suggested service when none is chosen, and the chosen one otherwise', async () => {
  const { user, proceed } = await toSpeeds()
  await names()
  const suggested = screen.getByRole('radio', { checked: true }).getAttribute('aria-label')!
  expect(suggested).toMatch(/Tracked 48, aim/)
  await user.click(screen.getByRole('radio', { name: /1st Class, aim/ }))
  expect(screen.getByRole('complementary', { name: 'So far' })).toHaveTextContent('With 1st Class')
  await proceed()
  await question('Where should it come back to?')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('radio', { name: /1st Class, aim/, checked: true })).toBeInTheDocument()
})

it('offers the next day for a Saturday guarantee, and none on that day', async () => {
  const asked = rated(() => ({}))
  const { user } = await toSpeeds()
  const post = await screen.findByRole('button', { name: /^Post on Friday/ })
  await user.click(post)
  // the tests run on a Wednesday
  await waitFor(() => expect(asked.at(-1)?.body.shipping_date).toBe(day(2)))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Post on Friday/ })).toBeNull())
})

it('asks for the prices again on request', async () => {
  server.on(rateShipment, () => UNREACHABLE)
  const { user } = await toSpeeds()
  const again = await screen.findByRole('button', { name: /again/i })
  expect(screen.queryByRole('radiogroup', { name: 'How fast must it arrive?' })).toBeNull()
  server.on(rateShipment, ratesOf)
  await user.click(again)
  expect((await names()).length).toBeGreaterThan(2)
  expect(screen.queryByText('Prices could not be fetched')).toBeNull()
})

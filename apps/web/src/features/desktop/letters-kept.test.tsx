import { listDrafts, saveDraft } from '@postroom/contract/draft'
import { getUserData } from '@postroom/contract/identity'
import { getOrganisationSettings } from '@postroom/contract/organisation-settings'
import { rateShipment } from '@postroom/contract/rate'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { keepsForUser } from '../../testing/kept-for-user.ts'
import { changeOf, letterFacts, openLetters, openPricedLetters } from '../../testing/letters-page.ts'
import { openPage } from '../../testing/open-page.tsx'
import { field, fill, priced } from '../../testing/shipping-form.ts'

const SHEETS = 'letters.sheets'
let kept: Record<string, unknown>
beforeEach(() => {
  kept = keepsForUser()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(listCostCenters, () => pageOf([]))
})
const at = (row: number, index: number) => ({ index, row })
const chosen = () =>
  screen.queryAllByRole('gridcell', { selected: true }).map((place) => place.getAttribute('aria-label')!.split('.')[0])
const used = () => screen.queryAllByRole('gridcell', { name: /Used/ }).length
const stock = async (user: Awaited<ReturnType<typeof openLetters>>, from: RegExp, to: RegExp) => {
  await user.click(screen.getByRole('button', { name: from }))
  await user.click(screen.getByRole('option', { name: to }))
}

it('leaves out used places that the sheet does not have, and keeps the day of the last print', async () => {
  const places = [at(0, 0), at(7, 0), at(9, 1)]
  kept[SHEETS] = { L7163: { used: places, printed_on: '2026-11-20' } }
  const user = await openLetters()
  await waitFor(() => expect(used()).toBe(1))
  expect(screen.getByText('last printed on Fri 20 Nov')).toBeVisible()
  screen.getByRole('gridcell', { name: /^Row 7, right/ }).focus()
  await user.keyboard('u')
  await waitFor(() => expect(kept[SHEETS]).toEqual({ L7163: { used: [at(0, 0), at(6, 1)], printed_on: '2026-11-20' } }))
  // the focus is on the smaller sheet too
  await stock(user, /^L7163/, /^L7166/)
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  expect(used()).toBe(0)
})

it('says that the sheet is full, and begins with the next free place after the last one', async () => {
  const all = Array.from({ length: 14 }, (_, place) => at(Math.floor(place / 2), place % 2))
  kept[SHEETS] = { L7163: { used: all } }
  const user = await openLetters()
  expect(await screen.findByText('Every place is used. Put a new sheet in the printer.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'All 0 free' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New sheet in the printer' }))
  await waitFor(() => expect(chosen()).toEqual(['Row 3, left']))
  expect(screen.queryByText(/^Every place is used/)).toBeNull()
})

it('loads the used places again after a failure', async () => {
  server.on(getUserData, ({ query: { key } }) => (key === SHEETS ? new Refusal('invalid_request') : { key }))
  const user = openPage('/app/desktop')
  await screen.findByText(/could not load which places/)
  server.on(getUserData, ({ query: { key } }) => ({ key, value: kept[key] }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(chosen()).toEqual(['Row 3, left']))
})

it('takes two places for each label of a double sheet', async () => {
  const user = await openLetters()
  await stock(user, /^L7163/, /^Hovat/)
  await waitFor(() => expect(chosen()).toHaveLength(2))
  await user.clear(field('labels'))
  await user.type(field('labels'), '3')
  expect(chosen()).toEqual([
    'Row 3, left',
    'Row 3, right',
    'Row 4, left',
    'Row 4, right',
    'Row 5, left',
    'Row 5, right',
  ])
  await user.clear(field('labels'))
  await user.type(field('labels'), '8')
  expect(field('labels')).toHaveAccessibleDescription(/Only 7 labels fit/)
})

const BOUGHT = aShipment({
  meta_data: { ...aShipment().meta_data, quantity: 1, label_name: 'L7159', avery_label_location: [at(0, 1)] },
})

it('begins each print at the same place where the office does not go on with a sheet', async () => {
  const sheet = { letters: 'L7159', first_position: at(0, 1), continues: false }
  server.on(getOrganisationSettings, () => ({ sheet }))
  kept[SHEETS] = { L7159: { used: [at(0, 1)], printed_on: '2026-11-20' } }
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  server.on(processShipment, () => BOUGHT)
  server.on(getShipment, () => BOUGHT)
  const user = await openPricedLetters()
  await waitFor(() => expect(chosen()).toEqual(['Row 1, middle']))
  expect(used()).toBe(0)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(kept[SHEETS]).toEqual({ L7159: { used: [at(0, 1)], printed_on: '2026-11-20' } })
  expect(chosen()).toEqual(['Row 1, middle'])
})

it('keeps nothing of a roll, and remembers what was bought for the next letter', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const roll = aShipment({ meta_data: { ...aShipment().meta_data, label_name: 'DK-22205', avery_label_location: [] } })
  const purchases = server.on(processShipment, () => roll)
  server.on(getShipment, () => roll)
  const user = await openPricedLetters()
  await stock(user, /^L7163/, /^DK-22205/)
  expect(field('quantity')).toHaveAttribute('maxlength', '3')
  expect(screen.queryByRole('tab', { name: 'Sheet' })).toBeNull()
  fill('quantity', '2')
  await waitFor(priced)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases[0]?.body).toMatchObject({
    label: { size: '1X' },
    meta_data: { quantity: 2, avery_label_location: [] },
  })
  expect(kept).not.toHaveProperty(SHEETS)
  await waitFor(() => expect(kept['last_used']).toMatchObject({ packaging: 'letter', services: { uk: '2' } }))
  await waitFor(() => expect(field('quantity')).toHaveValue('1'))
})

it.each([
  ['yesterday', -1, 0],
  ['today', 0, 0],
  ['the day after tomorrow', 2, 2],
])('restores letters that were to be posted %s', async (_day, ahead, shown) => {
  const today = ukDateOf(new Date())
  const values = {
    packaging: 'large_letter',
    weight: '90g',
    service: '',
    label_name: '',
    quantity: '1',
    slogan: 'Good books',
    return_address: '',
    shipping_date: addDays(today, ahead),
    costcenter: '',
  }
  const draft = { id: crypto.randomUUID(), form: 'desktop', label: '', values, saved_at: '2026-11-22T09:00:00.000Z' }
  server.on(listDrafts, () => ({ data: [draft] }))
  const asked = server.on(rateShipment, ratesOf)
  const user = await openLetters()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(asked.at(-1)?.body.shipping_date).toBe(addDays(today, shown)))
  expect(letterFacts()['Slogan']).toBe('Good books')
})

it('restores nothing that is no form of letters', async () => {
  const draft = { id: crypto.randomUUID(), form: 'desktop', label: '', saved_at: '2026-11-22T09:00:00.000Z' }
  server.on(listDrafts, () => ({ data: [{ ...draft, values: { weight: 7 } }] }))
  const user = await openLetters()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(field('weight')).toHaveValue('')
})

it.each(['Slogan', 'Return address'])('keeps a draft of letters with nothing but a %s', async (fact) => {
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: '2026-11-22T09:00:00.000Z' }))
  const user = await openLetters()
  await user.click(screen.getByRole('radio', { name: /^Large letter/ }))
  await user.click(changeOf(fact))
  await user.type(within(screen.getByRole('dialog')).getAllByRole('textbox')[0]!, 'x')
  await waitFor(() => expect(saved.at(-1)?.body.values).toMatchObject({ packaging: 'large_letter' }), {
    timeout: 5_000,
  })
  expect(saved).toHaveLength(1)
})

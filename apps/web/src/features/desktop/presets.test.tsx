import { getUserData } from '@postroom/contract/identity'
import { getOrganisationSettings } from '@postroom/contract/organisation-settings'
import { rateShipment } from '@postroom/contract/rate'
import { processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf, ratesOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { keepsForUser } from '../../testing/kept-for-user.ts'
import { openLetters } from '../../testing/letters-page.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { field, fill, priced, summary } from '../../testing/shipping-form.ts'

const PRESETS = 'letters.presets'
let kept: Record<string, unknown>
beforeEach(() => {
  kept = keepsForUser()
  server.on(searchShipments, () => pageOf([aShipment()]))
})
const preset = (name: string) => ({
  name,
  packaging: 'large_letter',
  weight: '120g',
  service: '1',
  label_name: 'L7159',
  slogan: 'Good books',
  return_address: 'Kiln',
  costcenter: '',
})
const names = () => (kept[PRESETS] as { name: string }[]).map(({ name }) => name)
const testPrint = () => screen.getByRole('button', { name: 'Test print' })
const facts = () => [...document.querySelectorAll('dt')].map((name) => name.nextElementSibling?.textContent)

it('fills in every choice of a preset, and neither the day nor the places', async () => {
  kept[PRESETS] = [preset('Catalogue')]
  const user = await openLetters()
  await user.click(await screen.findByRole('button', { name: /^Choose a preset.*Presets$/ }))
  await user.click(screen.getByRole('option', { name: 'Catalogue' }))
  expect(field('weight')).toHaveValue('120g')
  expect(screen.getByRole('radio', { name: /^Large letter/ })).toBeChecked()
  expect(screen.getByRole('button', { name: /^L7159/ })).toBeVisible()
  expect(await screen.findByRole('radio', { name: /^1st Class, £/, checked: true })).toBeInTheDocument()
  expect(facts().slice(0, 3)).toEqual(['Good books', 'Kiln', expect.stringMatching(/^Today/)])
  // it can be chosen again
  expect(screen.getByRole('button', { name: /^Choose a preset.*Presets$/ })).toBeVisible()
})

it('keeps a twentieth preset, the newest first, and closes without keeping one', async () => {
  kept[PRESETS] = Array.from({ length: 19 }, (_, at) => preset(`Preset ${at}`))
  const user = await openLetters()
  await screen.findByRole('button', { name: /Presets$/ })
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Save as preset' }))
    return within(await screen.findByRole('dialog', { name: 'Save as preset' }))
  }
  await ask()
  await user.type(field('preset_name'), 'Not this')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(names()).toHaveLength(19)
  const dialog = await ask()
  await user.clear(field('preset_name'))
  await user.type(field('preset_name'), 'Twentieth')
  expect(field('preset_name')).toBeValid()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Twentieth', 'Preset 0']))
  expect(names()).toHaveLength(20)
  expect((kept[PRESETS] as object[])[0]).not.toHaveProperty('quantity')
  expect((kept[PRESETS] as object[])[0]).not.toHaveProperty('shipping_date')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await ask()
  expect(field('preset_name')).toHaveValue('')
})

it('keeps none before the others are known, and offers no menu without any', async () => {
  server.on(getUserData, ({ query: { key } }) => (key === PRESETS ? new Promise<never>(() => {}) : { key }))
  await openLetters()
  expect(screen.getByRole('button', { name: 'Save as preset' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Presets$/ })).toBeNull()
})

it('keeps what was typed before the preferences came, and takes the rest from them', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(getOrganisationSettings, async () => {
    await promise
    return {
      slogans: [{ text: 'From the office', is_default: true }],
      return_address: { lines: 'Office\nTruro', on_letters: true },
    }
  })
  const user = await openLetters()
  await user.click(screen.getByRole('button', { name: 'Change: Slogan' }))
  await user.type(field('slogan'), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(facts().slice(0, 2)).toEqual(['Mine', 'Not on the label'])
  resolve()
  await waitFor(() => expect(facts().slice(0, 2)).toEqual(['Mine', 'Office']))
})

it('posts today on a page that stays open past midnight', async () => {
  useMovedClock()
  vi.setSystemTime(new Date('2026-11-25T23:59:30Z'))
  const asked = server.on(rateShipment, ratesOf)
  await openLetters()
  fill('weight', '90g')
  await waitFor(() => expect(asked.at(-1)?.body.shipping_date).toBe('2026-11-25'))
  await pass(65)
  await waitFor(() => expect(asked.at(-1)?.body.shipping_date).toBe('2026-11-26'))
})

it('takes no second press while it buys, and no test print', async () => {
  pairDevice()
  const { promise, resolve } = Promise.withResolvers<Refusal>()
  const bought = server.on(processShipment, () => promise)
  const user = await openLetters()
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await waitFor(priced)
  await waitFor(() => expect(testPrint()).toBeEnabled())
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(within(summary()).getByRole('button', { name: /^Buying/ })).toHaveAttribute('data-pending', 'true')
  expect(testPrint()).toBeDisabled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(bought).toHaveLength(1)
  resolve(new Refusal('spending_limit'))
  await waitFor(() => expect(testPrint()).toBeEnabled())
})

it('prints no test without a price, a printer or a place', async () => {
  const user = await openLetters()
  expect(testPrint()).toBeDisabled()
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await waitFor(priced)
  // no printer is connected
  expect(testPrint()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(testPrint()).toBeDisabled()
  expect(within(summary()).getByText('× 0')).toBeVisible()
})

it('prints no test of two labels from a roll, and forgets that with another stock', async () => {
  pairDevice()
  const tests = server.on(processShipment, () => aShipment())
  const user = await openLetters()
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await user.click(screen.getByRole('button', { name: /^L7163/ }))
  await user.click(screen.getByRole('option', { name: /^DK-22205/ }))
  fill('quantity', '2')
  await waitFor(priced)
  await waitFor(() => expect(testPrint()).toBeEnabled())
  await user.click(testPrint())
  expect(await screen.findByText('A test print is for one label only.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^DK-22205/ }))
  await user.click(screen.getByRole('option', { name: /^L7163/ }))
  expect(screen.queryByText('A test print is for one label only.')).toBeNull()
  expect(tests).toEqual([])
})

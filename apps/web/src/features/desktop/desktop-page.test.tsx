import { getBalance } from '@postroom/contract/carrier'
import { listDrafts, saveDraft } from '@postroom/contract/draft'
import { getUserData } from '@postroom/contract/identity'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { ukDateOf } from '@postroom/domain/calendar'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { keepsForUser } from '../../testing/kept-for-user.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'
import { field, fill, priced, summary } from '../../testing/shipping-form.ts'

const SHEETS = 'letters.sheets'
/** What the server keeps for the user. */
let kept: Record<string, unknown>
beforeEach(() => {
  kept = keepsForUser()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(listCostCenters, () => pageOf([]))
})

const at = (row: number, index: number) => ({ index, row })
const used = (...positions: ReturnType<typeof at>[]) => ({ L7163: { used: positions, printed_on: '2026-11-20' } })
const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name })
const chosen = () =>
  screen.queryAllByRole('gridcell', { selected: true }).map((place) => place.getAttribute('aria-label')!.split('.')[0])

async function open() {
  const user = openPage('/app/desktop')
  await screen.findByRole('grid', { name: 'Places on the sheet' })
  await waitFor(() => expect(chosen()).toHaveLength(1))
  return user
}
async function openPriced() {
  const user = await open()
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await waitFor(priced)
  return user
}
const total = () => summary().querySelector('[aria-live=polite]:has(> span)')!.textContent

it('starts at the default place (spec §9), drawn to scale', async () => {
  await open()
  expect(screen.getAllByRole('gridcell')).toHaveLength(14)
  await waitFor(() => expect(chosen()).toEqual(['Row 3, left']))
  expect(screen.queryByText(/^We do not know your address yet/)).toBeNull()
  expect(screen.getByRole('grid')).toHaveAttribute('viewBox', '0 0 210000 297000')
  expect(cell(/^Row 2, right/)).toHaveAttribute('transform', 'translate(106270 53250)')
})

it('sells nothing before the address of the sender is known', async () => {
  server.on(searchShipments, () => pageOf([]))
  await open()
  expect(await screen.findByText(/^We do not know your address yet/)).toBeVisible()
})

it('chooses places by keyboard: arrows move, Space chooses, Shift extends, U marks as used', async () => {
  const user = await open()
  cell(/^Row 3, left/).focus()
  await user.keyboard('{ArrowRight} ')
  expect(cell(/^Row 3, right/)).toHaveFocus()
  expect(chosen()).toEqual(['Row 3, left', 'Row 3, right'])
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual(['Row 3, left', 'Row 3, right', 'Row 4, left', 'Row 4, right'])
  expect(cell('Row 4, right. Chosen, label 4 of 4.')).toHaveFocus()
  expect(screen.getByText('Focus: Row 4, right. Chosen, label 4 of 4.')).toBeVisible()
  await user.keyboard('u')
  expect(cell('Row 4, right. Used.')).toHaveFocus()
  expect(chosen()).toEqual(['Row 3, left', 'Row 3, right', 'Row 4, left'])
  await waitFor(() => expect(kept[SHEETS]).toEqual({ L7163: { used: [at(3, 1)] } }))
  await user.keyboard(' ')
  expect(cell('Row 4, right. Used.')).toHaveAttribute('aria-selected', 'false')
  await user.keyboard('u{Home}{PageUp} ')
  expect(cell('Row 1, left. Chosen, label 1 of 4.')).toHaveFocus()
  // one stop of the Tab key
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

it('extends from the place that has the focus, whether or not a key has moved it', async () => {
  const user = await open()
  cell(/^Row 3, left/).focus()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual(['Row 3, left', 'Row 3, right', 'Row 4, left'])
  await user.keyboard('{ArrowDown}{Shift>}{ArrowRight}{/Shift}')
  expect(chosen()).toEqual(['Row 3, left', 'Row 3, right', 'Row 4, left', 'Row 5, left', 'Row 5, right'])
})

it('chooses places by pointer, with Shift all between', async () => {
  const user = await open()
  await user.click(cell(/^Row 3, left/))
  expect(chosen()).toEqual([])
  await user.click(cell(/^Row 1, left/))
  await user.keyboard('{Shift>}')
  await user.click(cell(/^Row 2, left/))
  expect(chosen()).toEqual(['Row 1, left', 'Row 1, right', 'Row 2, left'])
  expect(screen.getByText('3 chosen').parentElement).toHaveRole('status')
})

it('remembers used places; a typed number takes the next free ones', async () => {
  kept[SHEETS] = used(at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(2, 0))
  const user = await open()
  await waitFor(() => expect(chosen()).toEqual(['Row 3, right']))
  expect(screen.getByText('last printed on Fri 20 Nov')).toBeVisible()
  await user.clear(field('labels'))
  await user.type(field('labels'), '3')
  expect(chosen()).toEqual(['Row 3, right', 'Row 4, left', 'Row 4, right'])
  await user.clear(field('labels'))
  await user.type(field('labels'), '12')
  expect(field('labels')).toHaveAccessibleDescription(/Only 9 labels fit on this sheet/)
  await user.click(screen.getByRole('button', { name: 'All 9 free' }))
  expect(chosen()).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chosen()).toEqual([])
  expect(screen.getByText('9 free')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New sheet in the printer' }))
  await waitFor(() => expect(kept[SHEETS]).toEqual({ L7163: { used: [] } }))
  expect(chosen()).toEqual(['Row 3, left'])
})

it('the price is live: price × quantity × labels used; Hovat halves, rounded up (spec §5)', async () => {
  const user = await openPriced()
  expect(total()).toContain('£0.91')
  await user.type(field('labels'), '{Backspace}6')
  expect(total()).toContain('£5.46')
  await user.click(screen.getByRole('radio', { name: /^1st Class, £/ }))
  await waitFor(() => expect(total()).toContain('£10.80'))
  await user.click(screen.getByRole('button', { name: /^L7163/ }))
  await user.click(screen.getByRole('option', { name: /^Hovat/ }))
  expect(chosen()).toHaveLength(2)
  await user.click(cell(/^Row 5, left/))
  expect(chosen()).toHaveLength(3)
  await waitFor(() => expect(total()).toContain('£3.60'))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByText('Choose at least one place on the sheet.')).toBeVisible()
  expect(within(summary()).getByRole('button', { name: 'Buy and print' })).toBeDisabled()
})

it('a roll has one line with quantity and length', async () => {
  const user = await openPriced()
  await user.click(screen.getByRole('button', { name: /^L7163/ }))
  await user.click(screen.getByRole('option', { name: /^DK-22205/ }))
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getByText('Each is at least 127 mm long.')).toBeVisible()
  fill('quantity', '12')
  await waitFor(() => expect(total()).toContain('£10.92'))
  fill('quantity', '101')
  expect(await screen.findByText('Enter a number of labels from 1 to 100.')).toBeVisible()
})

it('not enough funds: price × labels used is more than the balance (spec §5)', async () => {
  pairDevice()
  server.on(getBalance, () => ({
    account_id: aShipment().by,
    currency: 'GBP' as const,
    balance: 5_45,
    posted: 5_45,
    held: 0,
  }))
  const user = await openPriced()
  expect(screen.queryByText(/This costs/)).toBeNull()
  await user.type(field('labels'), '{Backspace}6')
  expect(await screen.findByText(/This costs £5.46: you are £0.01 short/)).toBeVisible()
})

const POSITIONS = [at(2, 0), at(2, 1)]
const LETTERS = aShipment({
  meta_data: { ...aShipment().meta_data, quantity: 1, label_name: 'L7163', avery_label_location: POSITIONS },
  amount: 1_82,
})

it('buys all places once, without an addressee, and marks them as used before they are printed', async () => {
  const device = pairDevice()
  const keptAtPrint: unknown[] = []
  const prints = device.on('print', ({ job_id }) => {
    keptAtPrint.push(kept[SHEETS])
    return { job: aJob({ job_id }) }
  })
  const purchases = server.on(processShipment, () => LETTERS)
  server.on(getShipment, () => LETTERS)
  const user = await openPriced()
  await user.type(field('labels'), '{Backspace}2')
  await user.click(screen.getByRole('button', { name: 'Change: Slogan' }))
  await user.type(field('slogan'), 'Good books')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Change: Return address' }))
  await user.click(screen.getByRole('button', { name: 'Use the sender’s address' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(purchases).toHaveLength(1)
  expect(purchases[0]!.body).toMatchObject({
    service: '2',
    charges: { total_charge: 91 },
    label: { size: 'A4' },
    to: { name: '', address1: '' },
    from: { name: 'Angharad Kendall' },
    meta_data: {
      quantity: 1,
      label_name: 'L7163',
      avery_label_location: POSITIONS,
      slogan: 'Good books',
      ERA: 'Angharad Kendall\n3 Stryd y Bont\nMachynlleth SY20 8AE',
    },
  })
  expect(keptAtPrint).toEqual([{ L7163: { used: POSITIONS, printed_on: ukDateOf(new Date()) } }])
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  expect(await screen.findByRole('heading', { name: /^Printed/ })).toBeVisible()
  expect(cell('Row 3, right. Used.')).toBeVisible()
  expect(chosen()).toEqual(['Row 4, left'])
})

it('a failed print keeps its places, where it is printed again', async () => {
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  server.on(processShipment, () => LETTERS)
  server.on(getShipment, () => LETTERS)
  const user = await openPriced()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(prints).toHaveLength(1))
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'failed' }) })
  expect(await screen.findByRole('heading', { name: /^Bought, not printed/ })).toBeVisible()
  // the form is still filled in: nothing is bought twice
  expect(within(summary()).getByRole('button', { name: 'Buy and print' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getAllByRole('gridcell', { name: /Used/ })).toHaveLength(POSITIONS.length)
})

it('Ctrl+Enter while prices load waits for them, and buys once', async () => {
  const device = pairDevice()
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  const purchases = server.on(processShipment, () => LETTERS)
  server.on(getShipment, () => LETTERS)
  const user = await openPriced()
  fill('weight', '95g')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(purchases).toEqual([])
  await waitFor(() => expect(purchases).toHaveLength(1))
})

it('Ctrl+Enter without a place moves the focus to the reason', async () => {
  const user = await openPriced()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(document.getElementById('buy-reason')).toHaveFocus())
  expect(document.getElementById('buy-reason')).toHaveTextContent('Choose at least one place on the sheet.')
})

it('keeps a draft of what is typed, and restores it', async () => {
  const saved = server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: '2026-11-22T09:00:00.000Z' }))
  await open()
  fill('weight', '90g')
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 3_000 })
  const [{ body, params }] = saved as [(typeof saved)[number]]
  expect(body).toMatchObject({ form: 'desktop', values: { weight: '90g' } })
  closePage()
  sessionStorage.clear()
  const draft = { ...body, id: params.draft, saved_at: '2026-11-22T09:00:00.000Z' }
  server.on(listDrafts, () => ({ data: [draft] }))
  const user = await open()
  expect(field('weight')).toHaveValue('')
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(field('weight')).toHaveValue('90g')
})

it('a test print is for one label (spec §5)', async () => {
  pairDevice()
  const tests = server.on(processShipment, () => LETTERS)
  const user = await openPriced()
  await user.type(field('labels'), '{Backspace}2')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Test print' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Test print' }))
  expect(await screen.findByText(/one label/)).toBeVisible()
  expect(tests).toHaveLength(0)
})

it('a preset is kept by the server and fills in the choices again', async () => {
  const user = await openPriced()
  await user.click(screen.getByRole('radio', { name: /^Large letter/ }))
  await user.click(await screen.findByRole('radio', { name: /^1st Class, £/ }))
  await user.click(screen.getByRole('button', { name: 'Save as preset' }))
  await user.type(field('preset_name'), 'Catalogue')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(kept['letters.presets']).toEqual([
      expect.objectContaining({ name: 'Catalogue', packaging: 'large_letter', weight: '90g', service: '1' }),
    ]),
  )
  await user.click(screen.getByRole('radio', { name: /^Letter/ }))
  await user.click(screen.getByRole('button', { name: /Presets/ }))
  await user.click(screen.getByRole('option', { name: 'Catalogue' }))
  expect(screen.getByRole('radio', { name: /^Large letter/ })).toBeChecked()
})

it('sells nothing while the used places are not known', async () => {
  server.on(getUserData, () => new Refusal('try_again'))
  openPage('/app/desktop')
  expect(await screen.findByText(/could not load which places/, undefined, { timeout: 20_000 })).toBeVisible()
  fill('weight', '90g')
  await waitFor(() => expect(within(summary()).getByRole('button', { name: 'Buy and print' })).toBeDisabled())
})

import { countAddresses } from '@postroom/contract/address-book'
import { checkBatch, saveBatch } from '@postroom/contract/shipment-batch'
import { searchShipments } from '@postroom/contract/shipment-search'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { USER } from '../../testing/a-user.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const FILE = [
  'Recipient,Company,Street,Place,PC,Ref',
  'Osric Fenn,,27 Castle Street,Hereford,HR1 2LX,W-1',
  ',Trewin Frames,2 Quay Street,Truro,TR1 3QP,W-2',
  'Ines Calloway,,11 Lion Yard,Brecon,LD3 7HL,',
].join('\n')

let asked: ReturnType<typeof server.on<typeof checkBatch>>
const answer = () =>
  server.on(checkBatch, ({ body: { rows } }) => {
    const priced = rows.map(({ key, shipment }) =>
      shipment.to.city === 'Brecon'
        ? { key, error: { code: 'service_not_available' as const, description: 'x', request_id: crypto.randomUUID() } }
        : { key, amount: shipment.service === '1' ? 300 : 190 },
    )
    const amount = priced.reduce((sum, one) => sum + ('amount' in one ? (one.amount ?? 0) : 0), 0)
    return { rows: priced, accounts: [{ id: ACCOUNT, amount, available: 50_00 }] }
  })
beforeEach(() => {
  server.on(searchShipments, () => pageOf([aShipment()]))
  asked = answer()
  server.on(countAddresses, () => ({
    all: 0,
    states: { unchecked: 0, difference: 0, wrong: 0, returned: 0, twice: 0 },
    tags: [],
  }))
  pairDevice()
})

async function openCheck(plan: 'full' | 'lite'): Promise<UserEvent> {
  const user = openPage('/app/ship-by-address', { ...USER, plan })
  await screen.findByText('Who do you send to?')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByText('Who do you send to?')).toBeVisible()
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([FILE], 'winter.csv'))
  expect(await screen.findByText('Every row can be sent to.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /^Go on with 3/ })).toHaveFocus())
  await user.keyboard('{Control>}{Enter}{/Control}')
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Weight/)
  expect(fireEvent.submit(weight.form!)).toBe(false)
  await user.keyboard('240')
  await user.click((await screen.findAllByRole('radio', { name: /^2nd Class(?! Signed)/ }))[0]!)
  await user.click(screen.getByRole('button', { name: 'Check 3 items' }))
  return user
}
const cells = (name: RegExp) => within(screen.getByRole('row', { name })).getAllByRole('gridcell')
const texts = (name: RegExp) => cells(name).map(({ textContent }) => textContent)
const summary = () => within(screen.getByRole('complementary', { name: 'Service and price' }))

it('shows the price of each row, gives chosen rows another service, and buys with the shortcut', async () => {
  const saved = server.on(saveBatch, () => new Refusal('too_many_batches'))
  const user = await openCheck('full')
  const buy = await screen.findByRole('button', { name: 'Buy and print 2 for £3.80' })
  await waitFor(() => expect(buy).toBeEnabled())
  expect(screen.getByText('Osric Fenn, Hereford')).toBeVisible()
  expect(screen.getByText('Trewin Frames, Truro')).toBeVisible()
  expect(summary().getByText('Total of 2 items').parentElement).toHaveTextContent('£3.80')
  expect(summary().getByText('2 × 2nd Class').parentElement).toHaveTextContent('£3.80')
  expect(texts(/Osric/)).toEqual(['', '2', '2nd Class ', 'Ready', '£1.90'])
  expect(texts(/Ines/)).toEqual(['', '4', '2nd Class ', 'This service cannot carry this item.', '–'])
  expect(screen.queryByRole('button', { name: /Another service/ })).toBeNull()

  await user.click(within(screen.getByRole('row', { name: /Trewin/ })).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: /Another service for 1 row/ }))
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered).toContain('1st Class')
  expect(offered).not.toContain('International Standard')
  await user.click(screen.getByRole('option', { name: '1st Class' }))
  const changed = await screen.findByRole('button', { name: 'Buy and print 2 for £4.90' })
  await waitFor(() => expect(changed).toBeEnabled())
  expect(texts(/Trewin/)).toEqual(['', '3', '1st Class Exception', 'Ready', '£3.00'])
  expect(summary().getByText('1 × 1st Class').parentElement).toHaveTextContent('£3.00')
  expect(screen.queryByRole('button', { name: /Another service/ })).toBeNull()
  expect(asked.map(({ body }) => body.rows.map(({ shipment }) => shipment.service))).toEqual([
    ['2', '2', '2'],
    ['2', '1', '2'],
  ])
  expect(asked[0]?.body.rows[0]?.key).not.toBe(asked[1]?.body.rows[0]?.key)

  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(
    saved[0]?.body.rows.map(({ shipment }) => [shipment.service, shipment.charges?.total_charge, shipment.label?.size]),
  ).toEqual([
    ['2', 190, '4x6'],
    ['1', 300, '4x6'],
  ])
  const chips = within(screen.getByRole('radiogroup', { name: 'Show' }))
  await user.click(chips.getByRole('radio', { name: /^Refused/ }))
  expect(screen.queryByText('Osric Fenn, Hereford')).toBeNull()
  expect(screen.getByText('Ines Calloway, Brecon')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change what is sent' }))
  expect(await screen.findByRole('button', { name: 'Check 3 items' })).toBeVisible()
})

it('says that the prices could not be fetched, and asks again', async () => {
  server.on(checkBatch, () => new Refusal('try_again'))
  const user = await openCheck('full')
  expect(await screen.findByRole('button', { name: /^Try (now|again)$/ })).toBeVisible()
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  answer()
  await user.click(screen.getByRole('button', { name: /^Try (now|again)$/ }))
  expect(await screen.findByRole('button', { name: 'Buy and print 2 for £3.80' })).toBeVisible()
})

it('offers a Lite user the services of that plan', async () => {
  const user = await openCheck('lite')
  await screen.findByRole('button', { name: 'Buy and print 2 for £3.80' })
  await user.click(within(screen.getByRole('row', { name: /Trewin/ })).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: /Another service for 1 row/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '1st Class Signed For',
    '2nd Class Signed For',
    'Special Delivery by 1pm',
    'Special Delivery by 9am',
    'Special Delivery by 1pm, Saturday',
    'Special Delivery by 9am, Saturday',
  ])
})

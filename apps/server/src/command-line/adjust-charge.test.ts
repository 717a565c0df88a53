import { beforeEach, expect, it, vi } from 'vitest'
import { adjustCharge } from './adjust-charge.ts'

const adjust = vi.hoisted(() => vi.fn<(db: unknown, line: unknown) => Promise<unknown>>())
vi.mock('../features/ledger/adjust-charge.ts', () => ({ adjustCharge: adjust }))
vi.mock('./on-database.ts', () => ({ onDatabase: (act: (db: unknown) => unknown) => act('db') }))

const PURCHASE = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
beforeEach(() =>
  adjust.mockReset().mockResolvedValue({ kind: 'booked', shared: { to_customer: -20, by_platform: 1_234 } }),
)

it.each([
  ['0.45', 45],
  ['-0.20', -20],
  ['100000', 100_000_00],
  ['-100000', -100_000_00],
])('books %s pounds as %i pence', async (pounds, change) => {
  await adjustCharge(PURCHASE, pounds, ' invoice 7 ')
  expect(adjust).toHaveBeenCalledWith('db', { purchase: PURCHASE, reference: 'invoice 7', change })
})

it.each([
  // shipment   pounds        reference
  [PURCHASE, '0', 'invoice 7'],
  [PURCHASE, '100000.01', 'invoice 7'],
  [PURCHASE, '-100000.01', 'invoice 7'],
  [PURCHASE, 'much', 'invoice 7'],
  [PURCHASE, '1', ' '],
  [PURCHASE, '1', 'x'.repeat(101)],
  ['shipment 1', '1', 'invoice 7'],
])('refuses %s, %s, %s and books nothing', async (shipment, pounds, reference) => {
  await expect(async () => adjustCharge(shipment, pounds, reference)).rejects.toThrow()
  expect(adjust).not.toHaveBeenCalled()
})

it('says in pounds how much the customer and the platform bear', async () => {
  expect(await adjustCharge(PURCHASE, '1', 'invoice 7')).toEqual({
    text: 'Booked: £-0.20 to the customer, £12.34 borne by the platform.\n',
    exitCode: 0,
  })
})

it('says that the reference was booked before', async () => {
  adjust.mockResolvedValue({ kind: 'replayed' })
  expect((await adjustCharge(PURCHASE, '1', 'invoice 7')).text).toBe(
    'This was booked before. Nothing is booked again.\n',
  )
})

it('exits with the reason when the charge is refused', async () => {
  adjust.mockResolvedValue({ kind: 'refused', reason: 'not_bought' })
  await expect(adjustCharge(PURCHASE, '1', 'invoice 7')).rejects.toThrow('has charged nothing')
})

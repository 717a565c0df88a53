import { href } from '../../apps/web/src/pages.ts'
import { buy } from '../support/buy.ts'
import { LETTER, TRACKED } from '../support/drafts.ts'
import { at, type State } from './screen.ts'

/** A server that cannot ask the carrier, which once could. */
const NOT_CONNECTED = {
  data: [
    { code: 'accepted', description: 'Item Received', place: 'Cardiff MC' },
    { code: 'in_transit', description: 'Forwarded after a mistake', place: 'Stafford Delivery Office' },
  ].map((event, hour) => ({ item_number: '', at: `2026-11-19T1${hour}:00:00.000Z`, ...event })),
  as_of: '2026-11-19T15:00:00.000Z',
  is_final: false,
  reason: 'not_connected',
}

export const HISTORY: readonly [State, ...State[]] = [
  {
    name: 'history',
    open: async (page, postroom) => {
      await buy(postroom, LETTER)
      await at(href('history'))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
    next: [
      {
        name: 'history-shipment',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('rowheader').first().click()
          await page.locator('aside dl').first().waitFor()
        },
      },
    ],
  },
  {
    name: 'history-not-tracked',
    inSweep: true,
    open: async (page, postroom) => {
      await buy(postroom, TRACKED)
      await page.route('**/tracking', (route) => route.fulfill({ json: NOT_CONNECTED }))
      await at(href('history'))(page, postroom)
      await page.getByRole('rowheader').first().click()
      await page.getByRole('link', { name: /Royal Mail/ }).waitFor()
    },
  },
  {
    name: 'history-nothing-found',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('history', { q: 'zzqx', from: '2026-01-01', to: '2026-01-31' }))(page, postroom)
      await page.locator('#from-filter').waitFor()
      await page.locator('output svg').waitFor()
    },
  },
  {
    name: 'history-not-reachable',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/shipment/search*', (route) => route.abort())
      await at(href('history'))(page, postroom)
      await page.getByRole('button', { name: /^(Try again|Réessayer)$/ }).waitFor()
    },
  },
]

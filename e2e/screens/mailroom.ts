import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { check } from '../support/check.ts'
import type { Postroom } from '../support/postroom.ts'
import { fillQueue } from '../support/queue.ts'
import { slowCarrier } from '../support/sandbox.ts'
import { field } from '../support/send.ts'
import { at, type State } from './screen.ts'

const QUEUE = '**/shipment/pending?*'

async function openQueue(page: Page, postroom: Postroom): Promise<void> {
  await at(href('mailroom'))(page, postroom)
  await page.getByRole('row').nth(3).waitFor()
}

const FAILED = {
  id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01',
  asked_at: '2026-11-26T17:30:00Z',
  state: 'failed',
  number: '501',
  reason: 'No collection is booked.',
}
const MANIFESTS = { data: [FAILED], total: 1, start: 0, length: 1, is_wanted: true, waiting: 12 }

/** What happened to the orders that the rows of the queue are for; further rows are for none. */
const ORDERS = [{}, { mark: 'changed' }, { mark: 'cancelled' }, { problems: ['address_invalid'] }]

async function asOrders(page: Page): Promise<void> {
  await page.route(QUEUE, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: object[]; counts: { waiting: number; problem: number } }
    const data = json.data.map((row, place) => {
      if (!ORDERS[place]) return row
      const order = { shop: 'Bindery', kind: 'woocommerce', number: `#${1000 + place}`, problems: [], ...ORDERS[place] }
      return { ...row, order, ...(place > 0 && { state: 'problem' }) }
    })
    await route.fulfill({ json: { ...json, data } })
  })
}

const CORRECT = { name: /^(Correct it|Corriger)/ }

/** Reports a problem in the open dialog. */
async function report(page: Page): Promise<void> {
  await check(page.getByRole('alertdialog').getByRole('radio').first())
  await page.getByRole('button', { name: /^(Report the problem|Signaler le problème)$/ }).click()
}

export const MAILROOM: readonly [State, ...State[]] = [
  {
    name: 'mailroom',
    open: async (page, postroom) => {
      await fillQueue(postroom, 12)
      await openQueue(page, postroom)
    },
    next: [
      {
        name: 'mailroom-problem',
        inSweep: true,
        open: async (page) => {
          await page.keyboard.press('Alt+p')
          await page.getByRole('alertdialog').waitFor()
        },
      },
      {
        name: 'mailroom-with-problem',
        inSweep: true,
        open: async (page) => {
          await report(page)
          await page.getByRole('link', CORRECT).first().waitFor()
        },
      },
      {
        name: 'mailroom-batch-check',
        inSweep: true,
        open: async (page) => {
          await page.locator('thead input[type=checkbox]').check()
          await page.keyboard.press('Alt+b')
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: /£|€|GB/ })
            .waitFor()
        },
      },
      {
        name: 'mailroom-batch',
        inSweep: true,
        open: async (page, postroom) => {
          await slowCarrier(postroom, 20_000, 1)
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: /£|€|GB/ })
            .click()
          await page.getByRole('main').getByRole('progressbar').first().waitFor()
        },
      },
    ],
  },
  {
    name: 'mailroom-orders',
    inSweep: true,
    open: async (page, postroom) => {
      await fillQueue(postroom, 6)
      await asOrders(page)
      await openQueue(page, postroom)
      await page.getByText('#1002').first().waitFor()
    },
  },
  {
    name: 'mailroom-end-of-day',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/stamp/v1/carrieraccount/*/manifest?*', (route) => route.fulfill({ json: MANIFESTS }))
      await at(href('mailroom'))(page, postroom)
      await page.locator('main section [role=alert]').waitFor()
    },
  },
  {
    name: 'mailroom-offline',
    inSweep: true,
    open: async (page, postroom) => {
      await fillQueue(postroom, 3)
      await openQueue(page, postroom)
      await page.context().setOffline(true)
      await page.keyboard.press('Alt+w')
      await page.keyboard.type('410')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.locator('[aria-live=polite] ul').waitFor()
    },
  },
  {
    name: 'mailroom-not-reachable',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(QUEUE, (route) => route.abort())
      await at(href('mailroom'))(page, postroom)
      await page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
  },
  {
    name: 'mailroom-loading',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(QUEUE, () => {})
      await at(href('mailroom'))(page, postroom)
    },
  },
]

export const QUEUED: readonly [State, ...State[]] = [
  {
    name: 'queued',
    open: async (page, postroom) => {
      const [first] = await fillQueue(postroom, 1)
      await at(href('queued', { code: first!.code }))(page, postroom)
      await field(page, 'weight').waitFor()
    },
  },
  {
    name: 'queued-order',
    inSweep: true,
    open: async (page, postroom) => {
      const rows = await fillQueue(postroom, 4)
      await page.route(QUEUE, async (route) => {
        const json = (await (await route.fetch()).json()) as { data: object[] }
        const order = {
          shop: 'Bindery',
          kind: 'woocommerce',
          number: '#1001',
          mark: 'changed',
          problems: ['text_shortened'],
        }
        await route.fulfill({ json: { ...json, data: json.data.map((row) => ({ ...row, state: 'problem', order })) } })
      })
      await at(href('queued', { code: rows[0]!.code }))(page, postroom)
      await page.getByText('#1001').waitFor()
    },
  },
  {
    name: 'queued-problem',
    inSweep: true,
    open: async (page, postroom) => {
      await fillQueue(postroom, 3)
      await openQueue(page, postroom)
      await page.keyboard.press('Alt+p')
      await report(page)
      await page.getByRole('link', CORRECT).first().click()
      await field(page, 'weight').waitFor()
    },
  },
  { name: 'queued-missing', open: at(href('queued', { code: 'K-99999' })) },
]

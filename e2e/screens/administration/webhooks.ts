import { href } from '../../../apps/web/src/pages.ts'
import { at, type State } from '../screen.ts'

const WEBHOOKS = '**/stamp/v1/webhook'
const WEBHOOK = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c11',
  url: 'https://erp.bindery.example/postroom/events',
  events: ['shipment.bought', 'shipment.printed', 'shipment.delivered', 'shipment.returned'],
  state: 'on',
  created_at: '2026-11-20T09:00:00Z',
  waiting: 0,
  failed: 0,
}
const FAILING_WEBHOOK = {
  ...WEBHOOK,
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c12',
  url: 'https://warehouse.bindery.example/hooks',
  failing_since: '2026-11-26T09:15:00Z',
  waiting: 12,
  failed: 2,
}
const OFF_WEBHOOK = {
  ...WEBHOOK,
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c13',
  url: 'https://old.bindery.example/hooks',
  events: ['batch.finished', 'balance.low'],
  state: 'off',
  failing_since: '2026-11-21T09:15:00Z',
  waiting: 3,
}
const DELIVERY = {
  event_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c21',
  event: 'shipment.delivered',
  shipment_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c31',
  state: 'waiting',
  attempts: 4,
  created_at: '2026-11-27T08:02:11Z',
  tried_at: '2026-11-27T08:10:31Z',
  due_at: '2026-11-27T08:40:31Z',
  status: 503,
  trouble: 'refused',
  answer: '{"error":"The warehouse is being counted. Try again after lunch."}',
}
const DELIVERIES = [
  DELIVERY,
  {
    ...DELIVERY,
    event_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c22',
    event: 'shipment.bought',
    state: 'failed',
    attempts: 8,
    due_at: undefined,
  },
  {
    event_id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c23',
    event: 'shipment.printed',
    shipment_id: DELIVERY.shipment_id,
    state: 'delivered',
    attempts: 1,
    created_at: '2026-11-25T10:15:00Z',
    tried_at: '2026-11-25T10:15:01Z',
    status: 204,
    answer: '',
  },
]
const openWebhooks =
  (...data: object[]): State['open'] =>
  async (page, postroom) => {
    await page.route(WEBHOOKS, (route) => route.fulfill({ json: { data } }))
    await at(href('administration', { view: 'webhooks' }))(page, postroom)
    await page.locator('main section h2').first().waitFor()
  }

export const WEBHOOK_STATES: readonly State[] = [
  {
    name: 'administration-webhooks',
    open: openWebhooks(WEBHOOK, FAILING_WEBHOOK, OFF_WEBHOOK),
    next: [
      {
        name: 'administration-webhooks-deliveries',
        open: async (page) => {
          await page.route(`${WEBHOOKS}/*/delivery?*`, (route) =>
            route.fulfill({ json: { data: DELIVERIES, total: 3, start: 0, length: 25 } }),
          )
          await page
            .getByRole('button', { name: /, warehouse\.bindery\.example$/ })
            .first()
            .click()
          await page.locator('aside details').first().waitFor()
        },
      },
    ],
  },
  { name: 'administration-webhooks-none', inSweep: true, open: openWebhooks() },
  {
    name: 'administration-webhooks-form',
    inSweep: true,
    open: async (page, postroom) => {
      await openWebhooks(WEBHOOK)(page, postroom)
      await page.getByRole('button', { name: /^(Add a webhook|Ajouter un webhook)$/ }).click()
      await page.locator('input#webhook-url').waitFor()
    },
  },
  {
    name: 'administration-webhooks-secret',
    inSweep: true,
    open: async (page, postroom) => {
      const json = { webhook: WEBHOOK, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }
      await openWebhooks(WEBHOOK)(page, postroom)
      await page.route(WEBHOOKS, (route) =>
        route.fulfill({ json: route.request().method() === 'POST' ? json : { data: [WEBHOOK] } }),
      )
      await page.getByRole('button', { name: /^(Add a webhook|Ajouter un webhook)$/ }).click()
      await page.locator('input#webhook-url').fill(WEBHOOK.url)
      await page.locator('form button[type=submit]').click()
      await page.locator('[role=dialog] code').waitFor()
    },
  },
]

import type { Page } from '@playwright/test'
import { href } from '../../apps/web/src/pages.ts'
import { KEY_STATES } from './administration/keys.ts'
import { SHOP_STATES } from './administration/shops.ts'
import { SIGN_ON_STATES } from './administration/sign-on.ts'
import { WEBHOOK_STATES } from './administration/webhooks.ts'
import { at, type State } from './screen.ts'

const SENDER = { permissions: ['mod_shipping'], roles: ['sender'], products: [], custom_data: {} }

const CONNECTION = '**/stamp/v1/carrieraccount/*/connection'

const AUTOMATIC = '**/stamp/v1/carrieraccount/*/automatic-top-up'
/** As where Stripe is set up. */
const takeCards = (page: Page) =>
  page.route('**/app-config.json', async (route) => {
    const config: unknown = await (await route.fetch()).json()
    await route.fulfill({ json: { ...(config as object), takes_cards: true } })
  })

export const ADMINISTRATION: readonly [State, ...State[]] = [
  {
    name: 'no-right',
    open: async (page, postroom) => {
      await page.route('**/identity/v1/user/permission', (route) => route.fulfill({ json: SENDER }))
      await at(href('administration'))(page, postroom)
      await page.getByRole('definition').nth(2).waitFor()
    },
  },
  {
    name: 'administration',
    open: async (page, postroom) => {
      await at(href('administration'))(page, postroom)
      await page.getByText('Tomos Wynne').waitFor()
    },
    next: [
      {
        name: 'administration-user',
        inSweep: true,
        open: async (page) => {
          await page.getByText('Tomos Wynne').click()
          await page.locator('aside button#member-role').waitFor()
        },
      },
    ],
  },
  {
    name: 'administration-user-provisioned',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route('**/organisation/user?*', async (route) => {
        const list = (await (await route.fetch()).json()) as { data: { fullname: string }[] }
        const data = list.data.map((row) => ({ ...row, is_provisioned: row.fullname === 'Tomos Wynne' }))
        await route.fulfill({ json: { ...list, data } })
      })
      await at(href('administration'))(page, postroom)
      await page.getByText('Tomos Wynne').click()
      await page.locator('aside button#member-role').waitFor()
    },
  },
  ...SHOP_STATES,
  ...WEBHOOK_STATES,
  ...KEY_STATES,
  ...SIGN_ON_STATES,
  {
    name: 'administration-account',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
  },
  {
    name: 'administration-account-without-key',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(CONNECTION, (route) => route.fulfill({ json: { state: 'not_connected' } }))
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.locator('input#api_key').waitFor()
    },
  },
  {
    name: 'administration-account-without-login',
    inSweep: true,
    open: async (page, postroom) => {
      await page.route(CONNECTION, (route) => route.fulfill({ json: { state: 'not_connected', asks: 'login' } }))
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.locator('input#posting_location').waitFor()
      await page.locator('form:has(#posting_location) button[type=submit]').click()
    },
  },
  {
    name: 'administration-account-key',
    inSweep: true,
    open: async (page, postroom) => {
      const json = { state: 'connected', since: '2026-11-20T09:00:00Z', prints_labels: true }
      await page.route(CONNECTION, (route) => route.fulfill({ json }))
      await page.route(`${CONNECTION}/test`, (route) =>
        route.fulfill({ json: { result: 'connected', release: '2026.1', prints_labels: true } }),
      )
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.locator('section button:has(svg.lucide-plug-zap)').click()
      await page.locator('section [role=status]').waitFor()
    },
  },
  {
    name: 'administration-account-automatic',
    inSweep: true,
    open: async (page, postroom) => {
      await takeCards(page)
      await page.route(AUTOMATIC, (route) =>
        route.fulfill({ json: { state: 'off', charged: 0, is_card_asked: false } }),
      )
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.getByRole('button', { name: /^(Turn on|Activer)$/ }).click()
      await page.locator('input#threshold').waitFor()
    },
  },
  {
    name: 'administration-account-unconfirmed',
    inSweep: true,
    open: async (page, postroom) => {
      await takeCards(page)
      const terms = { threshold: 20_00, amount: 50_00, most_a_day: 3 }
      const card = { brand: 'visa', last4: '4242', expires: '2030-04' }
      const json = { state: 'unconfirmed', unconfirmed: 50_00, terms, card, charged: 1, is_card_asked: false }
      await page.route(AUTOMATIC, (route) => route.fulfill({ json }))
      await at(href('administration', { view: 'account' }))(page, postroom)
      await page.getByRole('button', { name: /^Confirm/ }).waitFor()
    },
  },
  {
    name: 'administration-account-days',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'account', statement: 'days' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
  },
  {
    name: 'administration-account-vat',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'account', statement: 'vat' }))(page, postroom)
      await page.getByRole('grid').first().waitFor()
    },
  },
  {
    name: 'administration-audit',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'audit' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
    next: [
      {
        name: 'administration-audit-entry',
        inSweep: true,
        open: async (page) => {
          await page.getByRole('rowheader').first().click()
          await page.locator('aside table, aside dl').first().waitFor()
        },
      },
    ],
  },
  {
    name: 'administration-devices',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'devices' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
  },
  {
    name: 'administration-prices',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'prices', channel: 'post_office', changed: 'true' }))(page, postroom)
      await page.getByRole('rowheader').first().waitFor()
    },
  },
  {
    name: 'administration-retention',
    inSweep: true,
    open: async (page, postroom) => {
      await at(href('administration', { view: 'retention' }))(page, postroom)
      await page.locator('main dl').waitFor()
    },
  },
]

import { href } from '../../../apps/web/src/pages.ts'
import { at, type State } from '../screen.ts'

const SHOPS = '**/stamp/v1/shop'
const SHOP = {
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
  kind: 'woocommerce',
  name: 'Bindery',
  url: 'https://shop.bindery.example',
  from: {
    name: '',
    company_name: 'Llewellyn Bindery Ltd',
    address1: '4 Bute Street',
    address2: '',
    address3: '',
    city: 'Cardiff',
    state_province: '',
    postal_code: 'CF10 5AL',
    country: 'GB',
    phone1: '',
    email: '',
  },
  connected_at: '2026-11-20T09:00:00Z',
  imported_at: '2026-11-27T09:15:00Z',
  reports: { waiting: 2, failed: 0 },
}
const CARDS = {
  ...SHOP,
  id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
  kind: 'shopify',
  name: 'Cards',
  url: 'https://cards.myshopify.com',
  trouble: 'refused',
  reports: { waiting: 0, failed: 1 },
}
const RULES = [
  { destination: 'uk', over_pence: 5000, service: '1SF' },
  { destination: 'uk', max_grams: 2000, service: 'TR48' },
  { destination: 'abroad', service: 'IT', compensation_gbp: 250, shop_id: SHOP.id },
]
const PREVIEW = {
  orders: 42,
  rules: [
    { count: 5, examples: ['#1044', '#1039', '#1031'] },
    { count: 30, examples: ['#1046', '#1045', '#1043'] },
    { count: 4, examples: ['#1042'] },
  ],
  rest: { count: 3, examples: ['#1041'] },
}

export const SHOP_STATES: readonly State[] = [
  {
    name: 'administration-shops',
    open: async (page, postroom) => {
      await page.route(SHOPS, (route) => route.fulfill({ json: { data: [SHOP, CARDS] } }))
      await page.route('**/stamp/v1/sendingrule', (route) => route.fulfill({ json: { rules: RULES } }))
      await page.route('**/stamp/v1/sendingrule/preview', (route) => route.fulfill({ json: PREVIEW }))
      await at(href('administration', { view: 'shops' }))(page, postroom)
      await page.getByText('#1044').waitFor()
    },
  },
  {
    name: 'administration-shops-connect',
    inSweep: true,
    open: async (page, postroom) => {
      const data = [{ id: SHOP.id, alias: 'Bindery', address: SHOP.from }]
      await page.route('**/stamp/v1/shipper?*', (route) =>
        route.fulfill({ json: { data, total: 1, start: 0, length: 1 } }),
      )
      await at(href('administration', { view: 'shops' }))(page, postroom)
      await page.getByRole('button', { name: /^(Connect a shop|Connecter une boutique)$/ }).click()
      await page.locator('input#url').waitFor()
    },
  },
]

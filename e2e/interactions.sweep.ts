import type { Goods } from '@postroom/contract/goods'
import type { Shipment } from '@postroom/contract/shipment'
import type { Page } from '@playwright/test'
import { apiOf } from './support/api.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, PASSWORD, test } from './support/fixtures.ts'
import { personAt, type Person } from './support/person.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { fillQueue } from './support/queue.ts'
import { topUp } from './support/sandbox.ts'

/** What a new user does to send something. */
interface Walk {
  name: string
  /** The interactions it takes, and the most it may take. */
  takes: number
  most: number
  /** Where it begins. The sign-in page is opened without a session. */
  path: '/login' | '/app/home' | '/app/mailroom'
  /** Whether no other test may have used the organisation, or may use it later. */
  isAlone?: boolean
  /** Makes what was there before. */
  before: (postroom: Postroom) => Promise<unknown>
  act: (person: Person) => Promise<void>
  /** What is bought then. */
  bought: { to: string; service: string; pence: number; count?: number }
  /** What the page shows then. */
  after?: (page: Page) => Promise<void>
}

const addressee = (name: string) => ({ ...LETTER, to: { ...LETTER.to!, name } })

/** Goods that were sent before. */
const goods = (description: string, hs_code: string, pence: number): Goods => ({
  description,
  weight: { value: 300, units: 'G' },
  value: pence,
  hs_code,
  origin_country: 'GB',
  sku: '',
  manufacturer_id: '',
})

/** Imports so many addresses with one tag. */
async function importTagged(postroom: Postroom, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, index) => `Reader ${index + 1},${index + 1} High Street,Hereford,HR4 9AR,Catalogue`,
  )
  const csv = ['name,address1,city,postal_code,tags', ...rows].join('\n')
  const ask = await apiOf(postroom)
  await ask('/address/import', new Blob([csv], { type: 'text/csv' }))
}

const WALKS: Walk[] = [
  {
    name: 'the first parcel, from sign-in',
    takes: 12,
    most: 14,
    path: '/login',
    isAlone: true,
    before: async () => {},
    act: async ({ click, paste, press, sees, type }) => {
      await type('demo')
      await press('Tab')
      await type(PASSWORD)
      await press('Enter')
      await click('link', /^Small parcel/)
      await type('Marguerite Llewellyn, 14 Heol y Gogledd, Aberystwyth, SY23 2HT')
      await sees(/^Split into fields/)
      await press('Enter')
      await type('400')
      await click('radio', /^2nd Class Signed For/)
      await click('textbox', 'Name')
      await paste('Angharad Kendall\n3 Stryd y Bont\nMachynlleth\nSY20 8AE')
      await sees('The address is split into its fields.')
      await press('Control+Enter')
    },
    bought: { to: 'Marguerite Llewellyn', service: '2SF', pence: 555 },
  },
  {
    name: 'a letter to a known addressee',
    takes: 6,
    most: 9,
    path: '/app/home',
    before: (postroom) => buy(postroom, addressee('Rhodri Vaughan')),
    act: async ({ click, press, sees, type }) => {
      await click('link', /^Letter to/)
      await type('vaugh')
      await sees('Rhodri Vaughan')
      await press('Enter')
      await type('80')
      await click('radio', /^1st Class(?! Signed)/)
      await press('Control+Enter')
    },
    bought: { to: 'Rhodri Vaughan', service: '1', pence: 180 },
  },
  {
    name: 'the same again',
    takes: 2,
    most: 3,
    path: '/app/home',
    before: (postroom) => buy(postroom, addressee('Siân Pugh')),
    act: async ({ click, press, sees }) => {
      await click('link', 'Send again to Siân Pugh')
      await sees('Priced as 50 g')
      await press('Control+Enter')
    },
    bought: { to: 'Siân Pugh', service: '2', pence: 91 },
  },
  {
    name: 'a parcel to France with one item',
    takes: 17,
    most: 18,
    path: '/app/home',
    before: (postroom) => buy(postroom, LETTER), // gives the sender
    act: async ({ click, paste, press, sees, type }) => {
      await click('link', /^Small parcel/)
      await paste('Élodie Lefèvre\n18 rue de la Roquette\n75011 Paris\nFrance')
      await type('1.2kg')
      await click('textbox', 'Description')
      await type('Hardback book')
      await press('Tab')
      await press('Tab') // there is one
      await type('900')
      await press('Tab')
      await type('25')
      await press('Tab')
      await type('book')
      await sees(/^4901/)
      await press('Enter')
      await press('Tab')
      await type('UK')
      await click('radio', /^International Standard/)
      await press('Control+Enter')
    },
    bought: { to: 'Élodie Lefèvre', service: 'IS', pence: 1180 },
  },
  {
    name: 'a parcel to the United States with three items sent before',
    takes: 14,
    most: 25,
    path: '/app/home',
    before: async (postroom) => {
      await buy(postroom, LETTER)
      const ask = await apiOf(postroom)
      await ask('/goods', goods('Linen-bound notebook', '482010', 18_00))
      await ask('/goods', goods('Cotton bookmark ribbon', '580632', 3_20))
      await ask('/goods', goods('Brass page holder', '741980', 24_00))
    },
    act: async ({ click, paste, press, type }) => {
      await click('link', /^Small parcel/)
      await paste('Harriet Ashdown\n2100 Alder Street\nPortland, OR 97205\nUSA')
      await type('1.2kg')
      await click('button', /Gift/)
      await click('option', 'Sale of goods')
      await click('combobox', 'Add goods')
      for (const word of ['note', 'ribbon', 'brass']) {
        await type(word)
        await press('Enter')
      }
      await click('radio', /^International Tracked(?! &)/)
      await press('Control+Enter')
    },
    bought: { to: 'Harriet Ashdown', service: 'IT', pence: 2070 },
  },
  {
    name: 'a parcel of the mailroom queue, key by key',
    takes: 6,
    most: 6,
    path: '/app/mailroom',
    isAlone: true,
    before: (postroom) => fillQueue(postroom, 2),
    act: async ({ press, sees }) => {
      await sees(/ready$/)
      await sees('Hafren Books 1')
      for (const key of ['Alt+w', '6', '2', '0', 'Enter']) await press(key)
      await sees('£3.95')
      await press('Enter')
    },
    bought: { to: 'Hafren Books N', service: '2', pence: 395 },
    after: async (page) => {
      await expect(page.locator('tr[aria-current=true]')).toContainText('Oriel Stationers 2')
      await expect(page.getByLabel(/^Scan/)).toBeFocused()
      await expect(page.getByRole('row').filter({ hasText: 'Hafren Books 1' })).toContainText('Printed', {
        timeout: 30_000,
      })
    },
  },
  {
    name: 'large letters to 40 addresses with one tag',
    takes: 8,
    most: 12,
    path: '/app/home',
    isAlone: true,
    before: async (postroom) => {
      await buy(postroom, LETTER)
      await importTagged(postroom, 40)
    },
    act: async ({ click, press, sees, type }) => {
      await click('link', 'Send to many', 'main')
      await click('button', /From the address book/)
      await click('option', /^Catalogue/)
      await sees('Every row can be sent to.')
      await press('Enter')
      await type('90')
      await click('radio', /^2nd Class(?! Signed)/)
      await press('Control+Enter')
      await sees(/^Buy and print 40/)
      await press('Control+Enter')
    },
    bought: { to: 'Reader N', service: '2', pence: 155, count: 40 },
  },
]

for (const { name, takes, most, path, isAlone = false, before, act, bought, after } of WALKS)
  test(`${name}: ${takes} interactions, at most ${most}`, async ({ page, postroom: shared }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const postroom = isAlone ? await startPostroom() : shared
    await topUp(postroom, 100_00)
    await before(postroom)
    const earlier = await shipments(postroom)
    if (path !== '/login') await comeSignedIn(page, postroom)
    await page.goto(`${postroom.url}${path}`)

    const person = personAt(page)
    await act(person)
    const { count = 1, ...each } = bought
    const news = async () => {
      const { total, newest } = await shipments(postroom)
      return newest.slice(0, total - earlier.total)
    }
    await expect.poll(news, { timeout: 60_000 }).toEqual(Array.from({ length: count }, () => each))
    await after?.(page)
    expect(person.interactions()).toBe(takes)
    expect(takes).toBeLessThanOrEqual(most)
    if (isAlone) await postroom.stop()
  })

/** What the organisation has bought, newest first. */
async function shipments(postroom: Postroom) {
  const ask = await apiOf(postroom)
  const { data, total } = await ask<{ data: Shipment[]; total: number }>('/shipment/search?length=100', {})
  return {
    total,
    newest: data.map(({ to, service, amount }) => ({
      to: (to.name || to.company_name).replace(/\d+$/, 'N'),
      service,
      pence: amount,
    })),
  }
}

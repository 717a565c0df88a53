import type { QueuedShipment } from '@postroom/contract/shipment-pending'
import { expect, type Page } from '@playwright/test'
import { LETTER } from './drafts.ts'
import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

const NAMES = ['Hafren Books', 'Oriel Stationers', 'Bramble & Oak', 'Tamar Prints', 'Foundry Lane Press']
const SERVICES = ['2', '1', 'TR48', 'TR24'] as const
const OPTIONS = { 2: [], 1: [], TR48: [{ code: 'tracked' }], TR24: [{ code: 'tracked' }] } as const

/** Prepares this many small parcels through the API; every third one is weighed. @returns them in their order */
export async function fillQueue(postroom: Postroom, count: number): Promise<QueuedShipment[]> {
  const { token } = await newSession(postroom)
  const queued: QueuedShipment[] = []
  for (let index = 0; index < count; index += 1) {
    const service = SERVICES[index % SERVICES.length]!
    const answer = await fetch(`${postroom.url}/api/stamp/v1/shipment/pending`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...LETTER,
        to: { ...LETTER.to, name: '', company_name: `${NAMES[index % NAMES.length]} ${index + 1}` },
        service,
        options: OPTIONS[service],
        shipping_date: londonToday(),
        parcels: [
          { packaging: 'small_parcel', ...(index % 3 === 2 && { weight: { value: 300 + index, units: 'G' } }) },
        ],
        note: index === 1 ? 'Please post before noon' : '',
      }),
    })
    if (!answer.ok) throw new Error(`The shipment was not prepared: ${await answer.text()}`)
    queued.push((await answer.json()) as QueuedShipment)
  }
  return queued
}

const londonToday = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date())

export const rowOf = (page: Page, code: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: code, exact: true }) })

export async function openQueue(page: Page, postroom: Postroom): Promise<void> {
  await page.goto(`${postroom.url}/app/mailroom`)
  await expect(page.getByLabel('Label printer').getByText(/ready/)).toBeVisible({ timeout: 30_000 })
}

export async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Scan/).fill(code)
  await page.keyboard.press('Enter')
}

/** Scans an item, types its weight and presses Enter. */
export async function weighAndBuy(page: Page, code: string, grams: number): Promise<void> {
  await scan(page, code)
  await expect(page.locator('tr[aria-current=true]')).toContainText(code)
  await page.keyboard.press('Alt+w')
  await page.keyboard.type(String(grams))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Shipment } from '@postroom/contract/shipment'
import { chromium, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test'
import type { DeviceManager } from './device-manager.ts'
import { comeSignedIn, expect, newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'
import { books } from './sandbox.ts'
import { fillLargeLetter, priced } from './send.ts'

export const INTERRUPTIONS = ['tab closed', 'browser killed', 'device manager killed'] as const
export type Interruption = (typeof INTERRUPTIONS)[number]

interface Office {
  postroom: Postroom
  device: DeviceManager
  /** The browser of the next page. */
  context: BrowserContext
  launchOptions: LaunchOptions
}

/**
 * Presses Ctrl+Enter and interrupts what follows after `afterMs`. Then a user opens the next page and does what it offers,
 * until nothing is left to do. @returns what they did
 */
export async function interruptedPurchase(
  office: Office,
  { interruption, afterMs }: { interruption: Interruption; afterMs: number },
): Promise<'nothing bought' | 'printed' | 'printed from the notice' | 'found at the printer'> {
  const { postroom, device } = office
  const before = await books(postroom)
  const known = new Set((await shipments(postroom)).map(({ id }) => id))
  await interrupt(office, interruption, afterMs)
  const page = await office.context.newPage()
  try {
    await comeSignedIn(page, postroom)
    await page.goto(`${postroom.url}/app/device-preferences`)
    await expect(page.getByRole('banner').getByText(/1 printer ready/)).toBeVisible({ timeout: 30_000 })
    const bought = await boughtSince(postroom, known)
    const outcome = bought ? await settle(page, bought, office) : 'nothing bought'
    const after = await books(postroom)
    expect(after.broken).toEqual([])
    expect(after.bought - before.bought).toBe(bought ? 1 : 0)
    if (bought) expect(labelsOf(device, bought)).toBe(1)
    return outcome
  } finally {
    await page.close()
  }
}

async function interrupt(office: Office, interruption: Interruption, afterMs: number): Promise<void> {
  const { postroom, device, launchOptions } = office
  const server = await chromium.launchServer(launchOptions)
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await comeSignedIn(page, postroom)
    await fillLargeLetter(page, postroom)
    await priced(page)
    await page.keyboard.press('Control+Enter')
    await page.waitForTimeout(afterMs)
    if (interruption === 'tab closed') await page.close()
    if (interruption === 'browser killed') return void server.process().kill('SIGKILL')
    if (interruption === 'device manager killed') {
      await device.kill()
      device.start()
    }
    await server.close()
  } catch (error) {
    server.process().kill('SIGKILL')
    throw error
  }
}

/** The shipment of the interrupted purchase, once its outcome is known. */
async function boughtSince(postroom: Postroom, known: ReadonlySet<string>): Promise<Shipment | undefined> {
  let found: Shipment | undefined
  await expect
    .poll(
      async () => {
        found = (await shipments(postroom)).find(({ id }) => !known.has(id))
        return found?.status
      },
      { timeout: 30_000 },
    )
    .not.toBe('pending')
  return found?.status === 'bought' ? found : undefined
}

/** Waits until the label is printed, or the page offers it; then does what the page offers, as a user at the printer would. */
async function settle(page: Page, { id }: Shipment, { postroom, device }: Office) {
  const notice = page.getByRole('region', { name: /bought and not printed/ })
  const state = async () => (await shipments(postroom)).find((row) => row.id === id)?.print_state
  const isOffered = () => notice.isVisible()
  await expect.poll(async () => (await isOffered()) || (await state()) === 'printed', { timeout: 60_000 }).toBe(true)
  if (!(await isOffered())) return 'printed'
  const isOut = labelsOf(device, { id }) > 0
  await notice.getByRole('button', { name: isOut ? /^It came out|^Mark as printed/ : /^Print (?:now|again):/ }).click()
  await expect.poll(state, { timeout: 60_000 }).toBe('printed')
  await expect(notice).toBeHidden()
  return isOut ? 'found at the printer' : 'printed from the notice'
}

/** How many labels of the shipment the virtual printer has put out. It marks each file with a digest of its job. */
function labelsOf(device: DeviceManager, { id }: Pick<Shipment, 'id'>): number {
  const marks = ['first', 'again-1', 'again-2'].map((round) =>
    createHash('sha256').update(`${id}:${round}:label`).digest('hex').slice(0, 8),
  )
  const files = fs.existsSync(device.printed) ? fs.readdirSync(device.printed) : []
  return files.filter((name) => name.endsWith('.pdf') && marks.some((mark) => name.includes(mark))).length
}

async function shipments({ url, ...postroom }: Postroom): Promise<Shipment[]> {
  const { token } = await session({ url, ...postroom })
  const answer = await fetch(`${url}/api/stamp/v1/shipment/search?length=100`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`The search answered ${answer.status}`)
  return ((await answer.json()) as { data: Shipment[] }).data
}

/** One session for all questions: each one counts as an attempt to sign in. */
const sessions = new Map<string, ReturnType<typeof newSession>>()
function session(postroom: Postroom): ReturnType<typeof newSession> {
  const known = sessions.get(postroom.url) ?? newSession(postroom)
  sessions.set(postroom.url, known)
  return known
}

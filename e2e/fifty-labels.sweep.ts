import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { cuttableProxy } from '../apps/server/src/features/hubs/testing/cuttable-proxy.ts'
import { buy } from './support/buy.ts'
import { pairByApi, startDeviceManager } from './support/device-manager.ts'
import { LETTER } from './support/drafts.ts'
import { expect, comeSignedIn, test } from './support/fixtures.ts'
import { startPostroom } from './support/postroom.ts'

const NAMES = ['Ada Alder', 'Ben Birch', 'Cai Cedar', 'Dot Damson', 'Eve Elder'] as const
const ROUNDS = 10
const ROUND_WITH_TROUBLE = 3
/** Shorter than a request lives, so a request sent during the outage is still printed. For a minute: `OUTAGE_S=60`. */
const OUTAGE_MS = Number(process.env['OUTAGE_S'] ?? 6) * 1000

const PRINTED = 'The label is printed.'
const NOT_PRINTED = 'The label was not printed'

test('prints 50 labels once each and in order while the server restarts and the network fails', async ({ page }) => {
  test.setTimeout(300_000 + 2 * OUTAGE_MS)
  const postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  const cable = await cuttableProxy(Number(new URL(postroom.url).port))
  const env = { POSTROOM_SERVER: `http://127.0.0.1:${cable.port}` }
  const device = await startDeviceManager(postroom, { env })
  try {
    await pairByApi(postroom, device)
    for (const name of NAMES) await buy(postroom, { ...LETTER, to: { ...LETTER.to!, name } })
    const sent = jobsSentBy(page)
    await comeSignedIn(page, postroom)
    await page.goto(`${postroom.url}/app/home`)
    await expect(page.getByRole('banner').getByText(/1 printer ready/)).toBeVisible({ timeout: 30_000 })
    const rows = NAMES.map((name) => page.getByRole('listitem').filter({ hasText: name }))

    const labels: string[] = []
    const isOut = (job: string) => pdfsIn(device.printed).some((name) => name.includes(nameOf(job)))
    /** Presses the button, and waits until the page has sent the job or reported a failure. */
    const send = async (row: Locator): Promise<string | undefined> => {
      const before = sent.length
      await row.getByRole('button', { name: /^Reprint/ }).click()
      await expect(row.getByText(NOT_PRINTED)).toBeHidden()
      const isSettled = async () => sent.length > before || row.getByText(NOT_PRINTED).isVisible()
      await expect.poll(isSettled, { intervals: [50], timeout: 30_000 }).toBe(true)
      return sent[before]
    }
    /** Waits until the page reports an outcome, and compares it with the printer. @returns whether the label was printed */
    const told = async (row: Locator, job: string | undefined): Promise<boolean> => {
      await expect(row.getByText(PRINTED).or(row.getByText(NOT_PRINTED))).toBeVisible({ timeout: 60_000 })
      const saysPrinted = await row.getByText(PRINTED).isVisible()
      expect(saysPrinted).toBe(job !== undefined && isOut(job))
      if (saysPrinted) labels.push(job!)
      return saysPrinted
    }

    for (let round = 0; round < ROUNDS; round++) {
      const [first, ...others] = rows.map((row) => ({ row, job: undefined as string | undefined }))
      const sendAll = async (list: { row: Locator; job: string | undefined }[]) => {
        for (const entry of list) entry.job = await send(entry.row)
      }
      await sendAll([first!])
      if (round === ROUND_WITH_TROUBLE) {
        await sendAll(others.slice(0, 2))
        cable.unplug()
        await postroom.kill()
        await expect(page.getByRole('banner').getByText(/not connected/)).toBeVisible()
        await postroom.start()
        await sendAll(others.slice(2))
        await staysTrue(OUTAGE_MS, async () => {
          for (const { row, job } of [first!, ...others])
            if (await row.getByText(PRINTED).isVisible()) expect(job !== undefined && isOut(job)).toBe(true)
        })
        cable.plugIn()
      } else await sendAll(others)
      let open = [first!, ...others]
      while (open.length > 0) {
        const missing = []
        for (const entry of open) if (!(await told(entry.row, entry.job))) missing.push(entry)
        await sendAll(missing)
        open = missing
      }
    }

    expect(labels).toHaveLength(NAMES.length * ROUNDS)
    expect(pdfsIn(device.printed)).toHaveLength(NAMES.length * ROUNDS)
    const inOrder = sent.filter((job) => labels.includes(job))
    expect(printedInJournal(path.dirname(device.printed))).toEqual(inOrder)
    await expect(page.getByRole('banner').getByText(/1 printer ready/)).toBeVisible({ timeout: 45_000 })
  } finally {
    await device.kill()
    await cable.close()
    await postroom.stop()
  }
})

/** The print jobs in the order in which the page sent them; a job resent after a lost connection counts once. */
function jobsSentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const job = /[\da-f-]{36}:[\da-f-]{36}:label/.exec(String(payload))?.[0]
      if (job !== undefined && !sent.includes(job)) sent.push(job)
    }),
  )
  return sent
}

const pdfsIn = (folder: string): string[] => fs.readdirSync(folder).filter((name) => name.endsWith('.pdf'))

/** How the virtual printer marks the files of a job. */
const nameOf = (job: string): string => createHash('sha256').update(job).digest('hex').slice(0, 8)

/** The jobs that the journal records as printed, in order. */
const printedInJournal = (folder: string): string[] =>
  fs
    .readFileSync(path.join(folder, 'jobs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { job_id: string; state: string })
    .flatMap(({ job_id, state }) => (state === 'printed' ? [job_id] : []))

/** Polls for this long. */
async function staysTrue(forMs: number, look: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + forMs; Date.now() < until;) await look()
}

import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { fakeBrother } from '../../apps/device-manager/src/testing/fake-brother.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { signIn } from '../../e2e/support/fixtures.ts'
import type { Postroom } from '../../e2e/support/postroom.ts'
import { choosePrinter } from '../../e2e/support/printers.ts'
import { field, fillLargeLetter, isPurchase, priced } from '../../e2e/support/send.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { openBrowser } from '../browser.ts'
import { percentile, type Part } from '../figure.ts'
import { AS_STARTED } from '../server-with-buyers.ts'

const WARM_UP = 3
const PURCHASES = 30
const LOOK_AT_PRICE_MS = 500
const LIMIT_MS = 30_000

/**
 * From Ctrl+Enter on the shipping page to the last byte of the label at the printer: Chromium, the server with its database,
 * and its device manager. The printer is the fake Brother QL of the device manager's tests on TCP, which takes all bytes at once.
 */
export const measureDesk: Part = async () => {
  await buildWeb()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-desk-'))
  fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
  const printer = await fastPrinter()
  const server = await startServerProcess({
    ...AS_STARTED,
    DATA_DIR: folder,
    DEMO: 'on', // has the credit
    DEVICE_MANAGER: 'bundled',
    POSTROOM_DEVICE_PORT: '0',
    POSTROOM_DISCOVER: 'off',
    POSTROOM_QL_PRINTERS: printer.address,
  })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1440, height: 980 } })
    const postroom = { url: server.url } as Postroom // all that is asked of it here
    await signIn(page, postroom)
    await choosePrinter(page, postroom, 'Mailing printer', /QL-1110NWB/)
    const times: Awaited<ReturnType<typeof buy>>[] = []
    while (times.length < WARM_UP + PURCHASES) {
      await fillForm(page, postroom, `Reader ${times.length + 1}`)
      times.push(await buy(page, printer.labelReceived()))
    }
    if (printer.wrongs.length > 0) throw new Error(`The printer did not understand: ${printer.wrongs.join(', ')}`)
    const measured = times.slice(WARM_UP)
    const [printed, bought] = [measured.map((each) => each.printed), measured.map((each) => each.bought)]
    const name = 'Ctrl+Enter to the last byte at a fast printer'
    return [
      { row: 12, name: `${name}, p50`, value: percentile(printed, 0.5), unit: 'ms', target: { atMost: 80 } },
      { row: 12, name: `${name}, p95`, value: percentile(printed, 0.95), unit: 'ms', target: { atMost: 200 } },
      { name: 'of these, to the answer of the purchase, p50', value: percentile(bought, 0.5), unit: 'ms' },
    ]
  } finally {
    await browser.close()
    server.process.kill('SIGTERM')
    await server.ended
    await printer.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A large letter to somebody new, whose price is looked at. */
async function fillForm(page: Page, postroom: Postroom, name: string): Promise<void> {
  await fillLargeLetter(page, postroom)
  await field(page, 'to.name').fill(name)
  await priced(page)
  await page.waitForTimeout(LOOK_AT_PRICE_MS)
}

/** @returns milliseconds from Ctrl+Enter to the answer of the purchase, and to the last byte of the label */
async function buy(page: Page, received: Promise<number>): Promise<{ bought: number; printed: number }> {
  const answer = page
    .waitForResponse((response) => isPurchase(response.url()) && response.ok(), { timeout: LIMIT_MS })
    .then(() => performance.now())
  const begin = performance.now()
  await page.keyboard.press('Control+Enter')
  const [bought, printed] = await Promise.all([answer, received])
  await page.getByText('The label is printed.').waitFor({ timeout: LIMIT_MS })
  return { bought: bought - begin, printed: printed - begin }
}

/** A Brother QL with a roll of 103 × 164 mm that is never busy. */
async function fastPrinter() {
  const { connect, pagesReceived, wrongs, stop } = await fakeBrother()
  let received = Promise.withResolvers<number>()
  const server = net.createServer((socket) => {
    const take = connect(socket.write.bind(socket), () => {})
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const now = performance.now()
      const before = pagesReceived()
      take(bytes)
      if (pagesReceived() > before) received.resolve(now)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `ql://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wrongs,
    /** When the last byte of the next label arrived. */
    labelReceived: () => {
      received = Promise.withResolvers<number>()
      setTimeout(received.reject, LIMIT_MS, new Error('No label arrived at the printer')).unref()
      return received.promise
    },
    stop: async () => {
      server.close()
      await stop()
    },
  }
}

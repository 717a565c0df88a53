import fs from 'node:fs'
import path from 'node:path'
import { papersPrinted } from './support/device-manager.ts'
import { expect, signIn, test } from './support/fixtures.ts'
import { startPostroom, type Postroom } from './support/postroom.ts'
import { startPubNub, type PubNub } from './support/pubnub.ts'
import { buyAndPrint, fillLargeLetter } from './support/send.ts'

// in one worker: the second test reads what the first one sent
test.describe.configure({ mode: 'serial' })

let pubNub: PubNub
let postroom: Postroom
test.beforeAll(async () => {
  pubNub = await startPubNub()
  postroom = await startPostroom({ ...pubNub.network, ...pubNub.keys, POSTROOM_HUB_INSTANCE: 'depot-2' })
})
test.afterAll(async () => {
  await postroom.stop()
  pubNub.stop()
})

test('buys and prints a label over PubNub, without a message through the server', async ({ page }) => {
  await pubNub.reachedBy(page)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const scripts: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/build/pubnub/')) scripts.push(answer.url())
  })
  await signIn(page, postroom)
  await expect(page.getByRole('banner').getByText(/1 printer ready/)).toBeVisible({ timeout: 30_000 })
  await fillLargeLetter(page, postroom)
  await buyAndPrint(page)
  await expect(page.getByText('The label is printed.')).toBeVisible({ timeout: 30_000 })
  expect(papersPrinted(postroom.printed)).toEqual(['mailing label'])
  expect(sockets).toEqual([])
  expect(pubNub.heard.some((url) => /publish.*pubnub\.[\w-]+\.depot-2\.req/.test(url))).toBe(true)

  const published = path.join(import.meta.dirname, '../packages/hub/node_modules/pubnub/dist/web/pubnub.min.js')
  const served = await (await fetch(scripts.find((url) => url.endsWith('.js'))!)).arrayBuffer()
  expect(Buffer.from(served).equals(fs.readFileSync(published))).toBe(true)
  const licence = await page.locator('link[rel=license]').first().getAttribute('href')
  expect(await (await fetch(`${postroom.url}${licence}`)).text()).toContain('PubNub Software Development Kit License')
})

test('uses the secret key for signatures only', () => {
  const secret = pubNub.keys['POSTROOM_PUBNUB_SECRET_KEY']!
  const log = fs.readFileSync(path.join(postroom.folder, 'server.log'), 'utf8')
  expect(pubNub.heard.length).toBeGreaterThan(0)
  expect(pubNub.heard.join('\n') + log).not.toContain(secret)
  const ofDevice = environments().filter((text) => text.includes(`POSTROOM_DEVICE_DIR=${postroom.folder}`))
  expect(ofDevice).toHaveLength(1)
  expect(ofDevice[0]).not.toContain(secret)
})

/** The environment and arguments of every running process. */
const environments = (): string[] =>
  fs.globSync('/proc/[0-9]*/environ').flatMap((file) => {
    try {
      return [fs.readFileSync(file, 'utf8')]
    } catch {
      return [] // it has ended
    }
  })

import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import { oneTimeLink, readPageKey } from '../apps/device-manager/src/status-page/page-key.ts'
import { serveStatusPage } from '../apps/device-manager/src/status-page/status-page.ts'
import { somePage } from '../apps/device-manager/src/testing/a-device-status.ts'

/** As an attacker's DNS server would: the name of their page resolves to this machine. */
const REBOUND = '--host-resolver-rules=MAP evil.test 127.0.0.1'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-rebinding-'))
let status: Awaited<ReturnType<typeof serveStatusPage>>
const evil = http.createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Win a van</title>')
})
test.beforeAll(async () => {
  status = await serveStatusPage({ port: 0, folder }, somePage({ log: () => ['{"event":"start"}'] }))
  await once(evil.listen(0, '127.0.0.1'), 'listening')
})
test.afterAll(async () => {
  evil.close()
  evil.closeAllConnections()
  status.close()
  fs.rmSync(folder, { recursive: true })
})

test('a hostile page cannot read the status page, neither cross-origin nor after DNS rebinding', async ({
  launchOptions,
}) => {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), REBOUND] })
  try {
    const page = await browser.newPage()
    const { port } = new URL(status.url)
    const turned = `http://evil.test:${port}`
    // the user has the page open, so the browser holds its session
    await page.goto(oneTimeLink(readPageKey(folder)!))
    await expect(page.getByText('Brother QL-1110NWB')).toBeVisible()

    // the name resolved to the attacker when the page was loaded, and to us now: same origin, so the browser allows the read
    const answer = await page.goto(`${turned}/`)
    expect(answer?.status()).toBe(421)
    expect(await page.content()).not.toContain('Brother')
    const read = await page.evaluate(async () => {
      const paths = ['/', '/log', '/status.js']
      return Promise.all(paths.map(async (address) => (await fetch(address)).status))
    })
    expect(read).toEqual([421, 421, 421])

    await page.goto(`http://evil.test:${(evil.address() as AddressInfo).port}/`)
    await expect(page).toHaveTitle('Win a van')
    const seen = await page.evaluate(
      async (addresses) => {
        const asked = addresses.flatMap((address) => [
          fetch(address),
          fetch(address, { mode: 'no-cors' }),
          fetch(address, { method: 'POST', mode: 'no-cors', body: 'print' }),
          fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
        ])
        const answers = await Promise.all(asked.map((one) => one.then((got) => got.text()).catch(() => '')))
        return answers.filter((text) => text !== '')
      },
      [`${status.url}/`, `http://localhost:${port}/`, `${turned}/`, `${status.url}/log`],
    )
    expect(seen).toEqual([])

    const framed = await page.evaluate(
      (address) =>
        new Promise<boolean>((resolve) => {
          const frame = document.createElement('iframe')
          frame.addEventListener('load', () =>
            resolve(frame.contentDocument?.body.textContent.includes('Brother') ?? false),
          )
          frame.src = address
          document.body.append(frame)
        }),
      `${status.url}/`,
    )
    expect(framed).toBe(false)
    await expect(page.frameLocator('iframe').getByText('Brother')).toHaveCount(0)
    // the user who types the address sees it
    await page.goto(status.url)
    await expect(page.getByText('Brother QL-1110NWB')).toBeVisible()
  } finally {
    await browser.close()
  }
})

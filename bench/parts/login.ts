import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CDPSession } from 'playwright'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { openBrowser } from '../browser.ts'
import type { Part } from '../figure.ts'

const SLOW_BYTES_PER_SECOND = 400_000 / 8

/** What the sign-in page loads into an empty browser, and when it first paints at 400 kbit/s. */
export const measureLogin: Part = async () => {
  await buildWeb()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-login-'))
  fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
  const server = await startServerProcess({ DATA_DIR: folder })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: SLOW_BYTES_PER_SECOND,
      uploadThroughput: SLOW_BYTES_PER_SECOND,
    })
    const loaded = countLoaded(session)
    await page.goto(`${server.url}/login`, { waitUntil: 'networkidle', timeout: 120_000 })
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime)
    const scripts = loaded.filter(({ type }) => type === 'Script').reduce((sum, { bytes }) => sum + bytes, 0)
    return [
      {
        row: 10,
        name: 'scripts of the sign-in page, brotli',
        value: scripts / 1e3,
        unit: 'kB',
        target: { atMost: 110 },
      },
      { row: 10, name: 'requests of the sign-in page', value: loaded.length, unit: 'requests', target: { atMost: 12 } },
      { row: 10, name: 'first paint at 400 kbit/s', value: painted / 1e3, unit: 's', target: { atMost: 1.5 } },
    ]
  } finally {
    await browser.close()
    server.process.kill('SIGTERM')
    await server.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The type and the bytes on the wire of everything loaded from now on. */
function countLoaded(session: CDPSession): { type: string; bytes: number }[] {
  const loaded: { type: string; bytes: number }[] = []
  const types = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type !== undefined) loaded.push({ type, bytes: encodedDataLength })
  })
  return loaded
}

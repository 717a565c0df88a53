import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { href, PAGE_NAMES, type PageName } from '../../apps/web/src/pages.ts'
import { signIn } from '../../e2e/support/fixtures.ts'
import { freePort, type Postroom } from '../../e2e/support/postroom.ts'
import config from '../../playwright.config.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { Figure, Part } from '../figure.ts'

/** Loaded when it is needed: it is larger than all we install. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** `queued` shows one shipment of the queue, and only operators open `operator`. */
const NOT_MEASURED: readonly PageName[] = ['queued', 'operator']

type Points = Record<(typeof CATEGORIES)[number], number>

/** The report of Lighthouse, as far as we read it. */
interface Report {
  finalDisplayedUrl: string
  categories: Record<keyof Points, { score: number | null }>
  runtimeError?: { message: string }
}

/** Lighthouse for phones, with its slow network and processor, on every page of a signed-in manager with the demonstration's data. */
export const measurePages: Part = async () => {
  await buildWeb()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-pages-'))
  fs.chmodSync(folder, 0o755) // when started as root, PostgreSQL runs under another account, which must be able to open this folder
  const server = await startServerProcess({ DATA_DIR: path.join(folder, 'server'), DEMO: 'on' })
  const port = await freePort()
  const launch = config.use!.launchOptions!
  const browser = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...launch,
    locale: config.use!.locale!,
    args: [...launch.args!, `--remote-debugging-port=${port}`],
  })
  try {
    const page = browser.pages()[0]!
    await signIn(page, { url: server.url } as Postroom)
    await page.goto('about:blank')
    const found = new Map<PageName, Points>()
    for (const name of PAGE_NAMES.filter((each) => !NOT_MEASURED.includes(each))) {
      await emptyCache(page)
      found.set(name, await pointsOf(server.url + href(name), port, path.join(folder, `${name}.json`)))
    }
    return figuresOf(found)
  } finally {
    await browser.close()
    server.process.kill('SIGTERM')
    await server.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Lighthouse does so only when it also removes the session. */
async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Measures in a new tab of the browser, which shares its session. @throws Error when another page was shown, as that to sign in */
async function pointsOf(url: string, port: number, file: string): Promise<Points> {
  await promisify(execFile)('npx', [
    '--yes',
    LIGHTHOUSE,
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--quiet',
  ])
  const { finalDisplayedUrl, categories, runtimeError } = JSON.parse(fs.readFileSync(file, 'utf8')) as Report
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was shown ${finalDisplayedUrl} instead of ${url}`)
  const points = (category: keyof Points): number => Math.round((categories[category].score ?? Number.NaN) * 100)
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
  }
}

function figuresOf(found: ReadonlyMap<PageName, Points>): Figure[] {
  const lowest = (category: keyof Points): number => Math.min(...[...found.values()].map((points) => points[category]))
  return [
    ...Array.from(found, ([page, { performance }]): Figure => ({
      row: 11,
      name: `Lighthouse mobile, ${page}: performance`,
      value: performance,
      unit: 'points',
      target: { atLeast: 95 },
    })),
    ...(['accessibility', 'best-practices'] as const).map((category): Figure => ({
      row: 11,
      name: `Lighthouse mobile, lowest ${category.replace('-', ' ')}`,
      value: lowest(category),
      unit: 'points',
      target: { atLeast: 100 },
    })),
  ]
}

import fs from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** Found on the machine; without them Playwright takes its own. The shell needs two thirds of the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const chromium = process.env['CHROMIUM_PATH'] ?? BROWSERS.find((browser) => fs.existsSync(browser))
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

// servers start in two thirds of the time with cached compiled modules
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.test/compile-cache')

/** Each worker runs the real product in its own folder (e2e/support/postroom.ts). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/playwright',
  // one more than the cores of a small machine: tests mostly wait for printers and devices
  workers: 3,
  fullyParallel: true,
  // three tests share two cores; the longest without a limit of its own took 32 s
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: process.env['CI'] ? [['list']] : [['line']],
  globalSetup: './e2e/support/global-setup.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 980 },
    contextOptions: { reducedMotion: 'reduce' },
    // recording takes a quarter more time; to see a failure, run its test with --trace on
    trace: 'off',
    launchOptions: {
      // three browsers share two cores: without more threads for scripts and drawing they need a tenth less processor time
      args: [
        ...asRoot,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
        '--js-flags=--single-threaded',
        '--num-raster-threads=1',
      ],
      ...(chromium !== undefined && { executablePath: chromium }),
    },
  },
  projects: [
    { name: 'product', testMatch: '*.spec.ts' },
    // a whole machine's work goes on beside a sweep's thousand rows
    { name: 'sweep', testMatch: '*.sweep.ts', expect: { timeout: 30_000 } },
    { name: 'screenshots', testMatch: 'screenshots.ts' },
  ],
})

import fs from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Each worker runs the real product in a folder of its own (e2e/support/postroom.ts). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/playwright',
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['CI'] ? [['list']] : [['line']],
  globalSetup: './e2e/support/build.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 980 },
    trace: 'retain-on-failure',
    launchOptions: {
      args: [...asRoot, '--disable-background-networking', '--disable-component-update'],
      // found on the machine, or Playwright's own
      ...(fs.existsSync(chromium) && { executablePath: chromium }),
    },
  },
  projects: [
    { name: 'product', testMatch: '*.spec.ts' },
    { name: 'screenshots', testMatch: 'screenshots.ts' },
  ],
})

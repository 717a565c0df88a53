import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { wholeTests } from './scripts/whole-tests.ts'

// servers start in two thirds of the time with cached compiled modules
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.test/compile-cache')

// a database is hundreds of files: creating and deleting them takes a sixth of the time in memory
const MEMORY = '/dev/shm'
const MEMORY_MIN_BYTES = 4 * 2 ** 30
if (fs.existsSync(MEMORY)) {
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  if (bavail * bsize >= MEMORY_MIN_BYTES) process.env['TMPDIR'] ??= MEMORY
}

/** The files of a worker share their modules: importing them anew for each takes half the time of such tests. */
const SHARED = { isolate: false }
/** Real processes, power cuts, sizes, and the states of each page, which only `npm run sweep` tries. */
const ONLY_IN_SWEEP = ['**/*.sweep.test.{ts,tsx}', 'apps/web/src/features/**/*.test.tsx']

/** The files that are not run now. `SWEEP=files` makes every file available, with the cases of `npm test`. */
function leftOut(): string[] {
  if (process.env['SWEEP'] === '1') return wholeTests(import.meta.dirname, ONLY_IN_SWEEP)
  return process.env['SWEEP'] === 'files' ? [] : ONLY_IN_SWEEP
}
const LEFT_OUT = leftOut()
const DATABASE = ['apps/server/src/testing/global-setup.ts']
/** They replace modules that others have loaded, or watch their process. */
const ALONE = [
  'apps/device-manager/src/start-device.test.ts',
  'apps/device-manager/src/waiting-intervals.test.ts',
  'apps/device-manager/src/printers/windows/usbprint-connection.test.ts',
  'apps/device-manager/src/printers/windows/usbprint.test.ts',
  'apps/device-manager/src/printers/windows/winspool.test.ts',
  'apps/device-manager/src/update/watch-releases.test.ts',
  'apps/server/src/db/embedded-postgres.sweep.test.ts',
  'apps/server/src/keep-device-manager.test.ts',
]
/** Their own servers, killed and started again and again, leave no processor for the time limits of other tests. */
const AFTER_THE_OTHERS = [
  'apps/server/src/carriers/click-and-drop/agrees-with-carrier.sweep.test.ts',
  'apps/server/src/features/shops/shops-200-orders.sweep.test.ts',
  'apps/server/src/three-processes/*.sweep.test.ts',
]

export default defineConfig({
  test: {
    // tests wait for databases and printers a third of the time, so there are half as many workers again as cores; those of
    // the sweep start many processes of their own and do not wait
    maxWorkers: Math.ceil(os.availableParallelism() * (process.env['SWEEP'] === '1' ? 1 : 1.5)),
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // a second is too short while other tests keep the processors busy
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          ...SHARED,
          include: ['packages/{client,domain,contract,documents}/src/**/*.test.ts'],
          exclude: LEFT_OUT,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          ...SHARED,
          include: ['docs/*.test.ts', 'scripts/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
          exclude: LEFT_OUT,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'screens',
          ...SHARED,
          include: ['apps/web/src/**/*.test.tsx'],
          exclude: LEFT_OUT,
          environment: './apps/web/src/testing/one-browser.ts',
          // React as it is shipped: its development build takes several times as long
          env: { NODE_ENV: 'production' },
          setupFiles: ['apps/web/src/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'devices',
          ...SHARED,
          // one pattern in braces would make Vitest search the whole checkout, and the drives of Wine in .test
          include: ['apps/device-manager/src/**/*.test.ts', 'packages/hub/src/**/*.test.ts'],
          exclude: [...ALONE, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...SHARED,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...ALONE, ...AFTER_THE_OTHERS, ...LEFT_OUT],
          globalSetup: DATABASE,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: LEFT_OUT, globalSetup: DATABASE } },
      {
        extends: true,
        test: {
          name: 'after',
          include: AFTER_THE_OTHERS,
          exclude: LEFT_OUT,
          globalSetup: DATABASE,
          sequence: { groupOrder: 1 },
          maxWorkers: 1, // nor for each other
        },
      },
    ],
  },
})

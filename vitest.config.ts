import path from 'node:path'
import { defineConfig } from 'vitest/config'

// the servers under test start in two thirds of the time when what was compiled is kept
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.test/compile-cache')

export default defineConfig({
  test: {
    // much of the time is spent waiting for databases and printers
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'docs/*.test.ts',
            'scripts/**/*.test.ts',
            'packages/{domain,contract,documents}/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['{apps/{server,device-manager},packages/hub}/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})

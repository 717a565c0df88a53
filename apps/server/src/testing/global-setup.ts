import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded-postgres.ts'

/** One PostgreSQL for the whole test run; each test file makes its own database on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-test-'))
  fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
  const postgres = await startEmbedded(path.join(folder, 'pg'))
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

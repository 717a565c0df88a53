import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { asOwner, TEMPLATE, urlOf } from './test-database.ts'

/**
 * One PostgreSQL for the whole test run; each test file makes its own database on it. It does not wait for the disk: no
 * test cuts its power, and those that kill a database have one of their own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-test-'))
  fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
  const postgres = await startEmbedded(path.join(folder, 'pg'))
  // commits stay synchronous: what was committed otherwise is not at once visible to a vacuum, nor to plans
  for (const setting of ['fsync', 'full_page_writes']) await asOwner(postgres.url, `alter system set ${setting} = off`)
  await asOwner(postgres.url, 'select pg_reload_conf()')
  await asOwner(postgres.url, `create database ${TEMPLATE}`)
  await migrate(urlOf(postgres.url, TEMPLATE))
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

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded-postgres.ts'
import { loginsOf } from '../db/logins.ts'
import { migrate } from '../db/migrate.ts'
import { seedEmptyDemo } from '../demo/seed-organisation.ts'
import { asOwner, copyDatabase, urlOf, type Template } from './test-database.ts'

/**
 * One PostgreSQL for the whole test run; each test file copies its own database from a migrated one. Writes are not
 * synced to disk: no test cuts the power, and tests that kill a database start their own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-test-'))
  fs.chmodSync(folder, 0o755) // as root the database runs under another account, which must be able to enter
  let postgres = await startEmbedded(path.join(folder, 'pg'))
  // commits stay synchronous: otherwise a commit is not at once visible to a vacuum, nor to plans
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await asOwner(postgres.url, `alter system set ${setting} = off`)
  // crash tests run ten servers at a time, and each has a pool
  await asOwner(postgres.url, 'alter system set max_connections = 500')
  await postgres.stop()
  postgres = await startEmbedded(path.join(folder, 'pg'))
  project.provide('postgresUrl', postgres.url)
  project.provide('loginUrls', await makeTemplates(postgres.url))
  return async () => {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the logins of the templates, which their copies use too */
async function makeTemplates(cluster: string): Promise<[app: string, platform: string]> {
  const migrated = urlOf(cluster, 'migrated' satisfies Template)
  await asOwner(cluster, 'create database migrated')
  await migrate(migrated)
  const { app, platform } = await loginsOf(migrated)
  const logins: [string, string] = [app.connectionString!, platform.connectionString!]
  const demo = await copyDatabase({ cluster, logins }, 'migrated', 'empty_demo' satisfies Template)
  await seedEmptyDemo(demo.db)
  await demo.close()
  return logins
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Logins of the roles app and platform, valid for every database of the run. */
    loginUrls: [app: string, platform: string]
  }
}

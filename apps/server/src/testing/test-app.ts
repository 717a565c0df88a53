import type { AuthUser } from '@postroom/contract/auth'
import { toPence } from '@postroom/domain/money'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { offlineLookup } from '../addresses/offline-lookup.ts'
import { buildApp, type AppOptions } from '../app.ts'
import { connectCarriers } from '../carriers/carriers.ts'
import type { Context } from '../context.ts'
import { DEMO_PASSWORD } from '../demo/seed-organisation.ts'
import type { Mail } from '../mail/mailer.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { sealUnder } from '../sealed-text.ts'
import { quietLog } from './quiet-log.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'

export interface TestApp {
  app: FastifyInstance
  context: Context
  database: TestDatabase
  /** The mails sent, oldest first. */
  mails: Mail[]
  /** Sends the queued notices, as the running server does each second. */
  sendNotices(): Promise<void>
  /** Signs a demo user in. */
  signIn(username?: 'demo' | 'lite'): Promise<AuthUser>
  /** A call to the API with a bearer token; paths are below `/api`. */
  as(
    user: { token: string },
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/**
 * The whole server in this process: a new database with an empty demo organisation, the sandbox carrier, a settable clock.
 */
export async function testApp(
  changes: Partial<Context> = {},
  options: Partial<AppOptions> = {},
  seed?: (context: Context, database: TestDatabase) => Promise<void>,
): Promise<TestApp> {
  const database = await testDatabase(seed ? 'migrated' : 'empty_demo')
  const mails: Mail[] = []
  const context: Context = {
    db: database.db,
    pool: database.pool,
    platformPool: database.platformPool,
    listeningPool: database.listeningPool,
    now: () => new Date(),
    carriers: connectCarriers(database.db, { now: () => context.now() }),
    addressLookup: offlineLookup,
    mailer: { send: async (mail) => void mails.push(mail) },
    seal: sealUnder('the secret key of a test'),
    checkpoint: () => {},
    settings: {
      publicUrl: 'http://127.0.0.1:8080',
      apiBase: '/api',
      seller: { name: 'Postroom', address: [] },
      companyName: 'Postroom',
      locale: 'en-GB',
      projectVariant: 'uk',
      priceTerms: {},
      topUpLimit: toPence(1_000_00),
      retentionDays: 730,
      privateHosts: true,
      hubInstance: 'default',
      localPairingSecret: 'local-pairing-secret-of-a-test',
    },
    ...changes,
  }
  await seed?.(context, database)
  const app = await buildApp(context, { logLevel: 'silent', isReady: async () => true, ...options })
  const inject = (request: InjectOptions) => app.inject(request)
  return {
    app,
    context,
    database,
    mails,
    sendNotices: () => sendNotices(context, quietLog),
    signIn: async (username = 'demo') => (await inject(tokenRequest({ username }))).json<AuthUser>(),
    as: (user, method, path, body) =>
      inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${user.token}` },
        ...(body && { payload: body }),
      }),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** A sign-in as the web app sends it; a field of `undefined` is left out. */
export function tokenRequest(changes: Record<string, string | undefined> = {}, path = '/auth/v1/token'): InjectOptions {
  const fields = {
    grant_type: 'password',
    client_id: 'postroom-web',
    username: 'demo',
    password: DEMO_PASSWORD,
    ...changes,
  }
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return {
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(given).toString(),
  }
}

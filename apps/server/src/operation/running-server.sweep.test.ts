import { ukDateOf } from '@postroom/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { brokenInvariants } from '../features/ledger/invariants.store.ts'
import { brokenAfterDrain } from '../testing/after-the-drain.ts'
import { aShipmentDraft } from '../testing/purchase-scene.ts'
import { signInDemo, startServerProcess, type ServerProcess } from '../testing/server-process.ts'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let server: ServerProcess
let call: Awaited<ReturnType<typeof signInDemo>>
let printed = ''
/** The real server on its own database, for the tests of one `describe`. */
function startServer(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    database = await testDatabase()
    server = await startServerProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'trace', ...settings })
    printed = ''
    for (const stream of [server.process.stdout, server.process.stderr])
      stream?.on('data', (piece: Buffer) => (printed += piece.toString()))
    call = await signInDemo(server.url)
  })
  afterAll(async () => {
    server.process.kill('SIGKILL')
    await server.ended
    await database.close()
  })
}

async function aLetter() {
  const accounts = (await (await call(server.url, '/stamp/v1/carrieraccount')).json()) as { data: { id: string }[] }
  const parcels = [{ packaging: 'letter' as const, weight: { value: 80 } }]
  return aShipmentDraft({ by: accounts.data[0]!.id, shipping_date: ukDateOf(new Date()), parcels })
}

const buy = (key: string, letter: object) => call(server.url, `/stamp/v1/shipment/process?pending_id=${key}`, letter)

const recorded = () => database.db.selectFrom('purchase').select('id').execute()

const open = () => database.db.selectFrom('purchase').select('id').where('state', '=', 'AUTHORISED').execute()

const ask = (route: string, init: RequestInit = {}) => fetch(`${server.url}${route}`, init)

async function metrics(headers: Record<string, string> = {}) {
  const answer = await ask('/metrics', { headers })
  return { status: answer.status, text: await answer.text() }
}

/** Answers of /healthz and /readyz. */
const states = async () => [(await ask('/healthz')).status, (await ask('/readyz')).status]

describe('metrics, health and log of a server', () => {
  startServer()

  it('counts requests by route, answers of the carrier and open work', async () => {
    await buy('bought-and-counted', await aLetter())
    await setSandboxSwitch(database.db, { call: 'purchase', answer: 'late', delay_ms: 60_000, remaining: 1 })
    buy('still-open', await aLetter()).catch(() => {}) // no carrier answers it before the server ends
    await expect.poll(open).toHaveLength(1)
    const { text } = await metrics()
    const lines = [
      'postroom_http_request_seconds_count{method="POST",route="/api/stamp/v1/shipment/process",status="200"} 1',
      'postroom_http_request_seconds_count{method="POST",route="/api/auth/v1/token",status="200"} 1',
      'postroom_carrier_answers_total{carrier="RM",call="purchase",answer="accepted"} 1',
      'postroom_open_purchases{state="AUTHORISED"} 1',
      'postroom_open_purchases{state="VOID_REQUESTED"} 0',
      'postroom_selling_stopped 0',
      'postroom_database_up 1',
    ]
    for (const line of lines) expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^postroom_oldest_open_purchase_seconds \d+\.\d/m)
    expect(text).toMatch(/^postroom_database_connections\{use="idle"\} \d/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    const buckets = text.matchAll(
      /^postroom_http_request_seconds_bucket\{le="([^"]+)".*route="\/api\/auth\/v1\/token"/gm,
    )
    expect(Array.from(buckets, ([, le]) => le)).toEqual('0.01 0.03 0.1 0.3 1 3 10 30 +Inf'.split(' '))
  })

  it('deletes at once what is past its retention, and counts it', async () => {
    const counted = 'postroom_deleted_rows_total{table="purchase"} 0\n'
    await expect.poll(async () => (await metrics()).text).toContain(counted)
  })

  it.each([
    // caller, status
    ['a program of this machine', {}, 200],
    ['somebody behind a proxy of this machine', { 'x-forwarded-for': '203.0.113.7' }, 404],
    ['the same in the standard header', { forwarded: 'for=203.0.113.7' }, 404],
  ])('GET /metrics from %s', async (_who, headers: Record<string, string>, status) => {
    expect((await metrics(headers)).status).toBe(status)
  })

  it('is ready while the database answers and the books balance; alive all the time', async () => {
    await expect.poll(states).toEqual([200, 200])
    await asOwner(database.url, `insert into sales_stop (broken) values ('I1')`)
    expect(await states()).toEqual([200, 503])
    expect((await metrics()).text).toContain('\npostroom_selling_stopped 1\n')
    await asOwner(database.url, 'delete from sales_stop')
    expect(await states()).toEqual([200, 200])

    const name = new URL(database.url).pathname.slice(1)
    const cluster = database.url.replace(name, 'postgres')
    await asOwner(cluster, `alter database ${name} allow_connections false`)
    await asOwner(cluster, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    expect(await states()).toEqual([200, 503])
    const { text } = await metrics()
    expect(text).toContain('\npostroom_database_up 0\n')
    expect(text).not.toMatch(/^postroom_open_purchases\{/m)
    await asOwner(cluster, `alter database ${name} allow_connections true`)
    await expect.poll(states).toEqual([200, 200])
  })

  it('logs no secret, no address and no request body', async () => {
    const letter = await aLetter()
    const to = { name: 'canary-name', address1: 'canary-street', city: 'canary-city', postal_code: 'NW1 8LH' }
    const signIn = async (changes: Record<string, string>) => {
      const fields = { grant_type: 'password', client_id: 'postroom-web', username: 'demo', ...changes }
      const answer = await ask('/api/auth/v1/token', { method: 'POST', body: new URLSearchParams(fields) })
      return (await answer.json()) as { token: string; refresh_token: string }
    }
    const user = await signIn({ password: 'demo-postroom' })
    const authorization = `Bearer ${user.token}`
    const canaries = { 'x-xsrf-token': 'canary-header', cookie: 'XSRF-TOKEN=canary-cookie', referer: 'http://canary/' }

    await signIn({ password: 'canary-password' })
    await signIn({ username: 'canary-username', password: 'x' })
    const bought = await buy('watched-in-the-log', { ...letter, to })
    const document = new URL(((await bought.json()) as { docs: { url: string }[] }).docs[0]!.url)
    expect((await ask(`${document.pathname}${document.search}`)).status).toBe(200)
    await ask('/api/stamp/v1/shipment/rate', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"canary-json',
    })
    await ask('/api/stamp/v1/shipment?text=canary-search', { headers: { authorization } })
    await ask('/api/stamp/v1/shipment?text=canary-search', { headers: { authorization: 'Bearer canary-token' } })
    await ask('/api/nowhere?access_token=canary-query', { headers: canaries })
    await asOwner(database.url, 'alter table purchase add constraint nothing_more check (false) not valid')
    expect((await buy('fails-in-the-log', { ...letter, to })).status).toBe(500)

    await expect.poll(() => printed).toContain('nothing_more') // the failure is logged without the values of the statement
    const log = printed.slice(printed.indexOf('{'))
    expect(log).toContain('"path":"/api/stamp/v1/shipment/process"')
    const rights = [document.searchParams.get('access_token')!, user.token, user.refresh_token]
    expect(rights.filter((right) => right.length < 20)).toEqual([])
    for (const secret of ['canary', 'demo-postroom', ...rights]) expect(log).not.toContain(secret)
    expect(() =>
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).not.toThrow()
  })
})

describe('a server with METRICS=open, stopped while people buy', () => {
  startServer({ METRICS: 'open' })

  it('shows its metrics to everybody', async () => {
    expect((await metrics({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  })

  it('answers what it began, loses nothing it acknowledged, and ends in order', async () => {
    const letter = await aLetter()
    const acknowledged: string[] = []
    const answers: number[] = []
    const bought = async (key: string) => {
      const answer = await buy(key, letter)
      answers.push(answer.status)
      if (answer.status === 200) acknowledged.push(((await answer.json()) as { id: string }).id)
    }
    for (let index = 0; index < 3; index++) await bought(`before-the-stop-${index}`)
    await setSandboxSwitch(database.db, { call: 'purchase', answer: 'late', delay_ms: 1_000, remaining: 6 })
    const inFlight = Array.from({ length: 6 }, (_, index) => bought(`amid-the-stop-${index}`))
    // on a busy machine six requests take longer than a poll waits by default
    await expect.poll(recorded, { timeout: 10_000 }).toHaveLength(9)
    expect(await open()).not.toEqual([])
    server.process.kill('SIGTERM')
    // new connections are refused
    await expect
      .poll(() =>
        ask('/healthz').then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused')
    await Promise.all(inFlight)
    expect(await server.ended).toBe(0)

    expect(answers).toEqual(Array.from({ length: 9 }, () => 200))
    const kept = await database.db.selectFrom('purchase').select('id').where('state', '=', 'BOUGHT').execute()
    expect(kept.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    expect(await brokenInvariants(database.db)).toEqual([])
    expect(await brokenAfterDrain(database.db)).toEqual([])
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { Member } from '@postroom/contract/administration'
import type { AuthUser } from '@postroom/contract/auth'
import { asOwner, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { runCommand } from './commands.ts'
import { testApp, tokenRequest } from '../testing/test-app.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')

/** Runs the program in its own process, on the database at `url`. */
async function postroom(url: string, ...words: string[]) {
  const env = { ...process.env, DATABASE_URL: url, PUBLIC_URL: 'https://post.example/' }
  const child = spawn(process.execPath, [MAIN, ...words], { env })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (out += String(piece)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out }
}

it('org add, user add and account credit set up an organisation that can buy', async () => {
  const server = await testApp()
  const { url } = server.database
  const made = await postroom(url, 'org', 'add', 'Rhiannon Ceramics Ltd')
  const [, organisation, account] = /^Organisation (\S+)\nAccount (\S+)\n$/.exec(made.out) ?? []
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Organisation') as string })

  const person = ['rhiannon', 'rhiannon@example.com', 'Rhiannon Pugh', 'full', 'manager']
  const added = await postroom(url, 'user', 'add', organisation!, ...person)
  const [, token] = /https:\/\/post\.example\/reset#token=(\S+)/.exec(added.out) ?? []
  const credited = await postroom(url, 'account', 'credit', account!, '25.50', 'BACS 12')
  expect(credited).toMatchObject({ code: 0, out: expect.stringContaining('Booked £25.50') as string })

  const opened = await postroom(url, 'account', 'open', organisation!, 'Returns')
  expect(opened).toEqual({ code: 0, out: expect.stringMatching(/^Account [\w-]{36}\n$/) as string })

  const password = 'quiet-harbour-lantern-62'
  const payload = { token, password }
  const set = await server.app.inject({ method: 'POST', url: '/api/identity/v1/user/reset', payload })
  expect(set.statusCode).toBe(200)
  const user = (await server.app.inject(tokenRequest({ username: 'rhiannon', password }))).json<AuthUser>()
  const members = (await server.as(user, 'GET', '/identity/v1/organisation/user')).json<{ data: Member[] }>()
  expect(members.data).toMatchObject([{ username: 'rhiannon', roles: ['manager'], status: 'active' }])
  const statement = await server.as(user, 'GET', `/stamp/v1/carrieraccount/${account}/statement`)
  expect(statement.json()).toMatchObject({ data: [{ amount: 25_50, balance: 25_50, reference: 'BACS 12' }], total: 1 })
  const audit = await server.as(user, 'GET', '/identity/v1/organisation/audit?orderAsc=true&length=3')
  const events = audit.json<{ data: { event: string; user_id?: string }[] }>().data
  expect(events.map(({ event }) => event)).toEqual(['organisation_added', 'user_invited', 'topup_recorded'])
  expect(events.map(({ user_id }) => user_id)).toEqual([undefined, undefined, undefined])
  await server.close()
})

it('user grant makes operators: one requests a large credit on the command line, the other approves it', async () => {
  const server = await testApp()
  const { url } = server.database
  const granted = await postroom(url, 'user', 'grant', 'demo', 'operator')
  expect(granted).toEqual({ code: 0, out: 'Roles of demo: manager, operator\n' })
  await postroom(url, 'user', 'grant', 'lite', 'operator')
  const demo = await server.signIn()
  const accounts = await server.as(demo, 'GET', '/stamp/v1/carrieraccount')
  const account = accounts.json<{ data: { id: string }[] }>().data[0]!.id
  const balance = async () =>
    (await server.as(demo, 'GET', `/stamp/v1/carrieraccount/${account}/balance`)).json<{ balance: number }>().balance

  const asked = await postroom(url, 'account', 'credit', account, '5000', 'BACS 900', 'lite')
  const [, request = ''] = /^Waiting for another operator to approve request (\S+)\. /.exec(asked.out) ?? []
  expect(asked.code).toBe(0)
  expect(await balance()).toBe(50_00)
  expect((await server.as(demo, 'POST', `/stamp/v1/topup/${request}/approve`)).statusCode).toBe(200)
  expect(await balance()).toBe(5_050_00)

  const revoked = await postroom(url, 'user', 'revoke', 'demo', 'operator')
  expect(revoked).toEqual({ code: 0, out: 'Roles of demo: manager\n' })
  expect((await server.as(demo, 'GET', '/stamp/v1/topup')).statusCode).toBe(403)
  await server.close()
})

it('user erase erases a user', async () => {
  const server = await testApp()
  const { url } = server.database
  const user = await server.signIn()
  await postroom(url, 'user', 'grant', 'demo', 'operator') // only the command line may erase an operator
  const erased = await postroom(url, 'user', 'erase', 'demo')
  expect(erased).toEqual({ code: 0, out: `Erased user ${user.id}. Their purchases stay.\n` })
  expect((await server.app.inject(tokenRequest())).statusCode).toBe(401)
  await server.close()
})

it('page-views prints how often each page was opened in the last thirty days, today included', async () => {
  const database = await testDatabase()
  const today = `(now() at time zone 'Europe/London')::date`
  await asOwner(
    database.url,
    `insert into page_view (day, page, views) values
       (${today}, 'home', 2), (${today} - 29, 'home', 3), (${today} - 29, 'login', 4), (${today} - 30, 'many', 9)`,
  )
  const { code, out } = await postroom(database.url, 'page-views')
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Views of pages since [\d-]{10}:\n {2}home: 5\n {2}login: 4\n$/),
  ])
  await database.close()
})

it('retention --dry-run reports what is due and retention deletes it', async () => {
  const database = await testDatabase()
  const { url } = database
  await asOwner(url, `insert into reset_request (login, asked_at) values ('demo', now() - interval '1 day')`)
  const counted = await postroom(url, 'retention', '--dry-run')
  expect(counted).toEqual({
    code: 0,
    out: expect.stringMatching(/^Due for .*\n(?:.*\n)*  reset_request: 1\n/) as string,
  })
  const done = await postroom(url, 'retention')
  expect(done).toEqual({ code: 0, out: expect.stringMatching(/^Deleted:\n(?:.*\n)*  reset_request: 1\n/) as string })
  expect((await postroom(url, 'retention', '--dry-run')).out).toContain('reset_request: 0\n')
  await database.close()
})

describe('with what is wrong', () => {
  let database: TestDatabase
  const NOBODY = '3f1c3c3e-5d0b-4a4e-9a7e-111111111111'
  let organisation = ''
  let account = ''
  beforeAll(async () => {
    database = await testDatabase()
    const { out } = await postroom(database.url, 'org', 'add', 'Rhiannon Ceramics Ltd')
    ;[, organisation = '', account = ''] = /Organisation (\S+)\nAccount (\S+)/.exec(out) ?? []
    await postroom(database.url, 'user', 'add', organisation, 'taken', 'taken@example.com', 'T', 'full', 'sender')
  })
  afterAll(() => database.close())
  const fill = (text: string) =>
    text.replaceAll('{account}', account).replaceAll('{organisation}', organisation).replaceAll('{nobody}', NOBODY)

  test.each([
    ['account credit {account} 1.5 r', 'amount: '],
    ['account credit {account} -5 r', 'amount: '],
    ['account credit {account} 0 r', 'amount: '],
    ['account credit {nobody} 5 r', 'There is no account {nobody}.'],
    ['account credit {account} 1000.01 r', 'Another operator must approve or reject this.'],
    ['account credit {account} 5 r taken', 'taken is not an operator.'],
    ['account credit {account} 5 r nobody-here', 'nobody-here is not an operator.'],
    ['user grant nobody-here operator', 'There is no user nobody-here.'],
    ['user grant taken emperor', 'emperor: '],
    ['user revoke taken sender', 'sender is the only role of taken'],
    ['account credit elsewhere 5 r', 'elsewhere: '],
    ['user erase nobody-here', 'There is no user nobody-here.'],
    ['account open {nobody} Returns', 'There is no organisation {nobody}.'],
    ['user add {nobody} a a@example.com A full sender', 'There is no organisation {nobody}.'],
    ['user add {organisation} a a@example.com A full owner', 'roles.0: '],
    ['user add {organisation} a nowhere A full sender', 'email: '],
    [
      'user add {organisation} taken a@example.com A full sender',
      'Somebody in your organisation already has this username.',
    ],
  ])('%s prints %s and exits with 1', async (line, says) => {
    vi.stubEnv('DATABASE_URL', database.url)
    const { exitCode, text } = await runCommand(fill(line).split(' '))
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(fill(says)) as string })
    expect(text).not.toContain('    at ')
  })

  it('ledger verify names the first broken row of the ledger and of the audit log, and exits with 1', async () => {
    for (const pounds of ['5', '6', '7']) await postroom(database.url, 'account', 'credit', account, pounds, 'r')
    const whole = await postroom(database.url, 'ledger', 'verify')
    expect(whole).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No row was changed: \d+ rows/) as string,
    })

    const second = await asOwner(database.url, `select id from transfer where chain = 'ledger:${account}' and seq = 2`)
    const { id } = second.rows[0] as { id: string }
    await asOwner(
      database.url,
      `alter table transfer disable trigger user; update transfer set at = at - interval '1 day' where seq >= 2;
       alter table audit_event disable trigger user; delete from audit_event where seq = 1`,
    )
    const { code, out } = await postroom(database.url, 'ledger', 'verify')
    expect(code).toBe(1)
    expect(out).toContain(`ledger:${account}: the first changed row: transfer ${id}\n`)
    expect(out).toMatch(/audit:\S+: the first changed row: audit_event \d+\n/)
  })
})

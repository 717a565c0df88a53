import type { Member } from '@postroom/contract/administration'
import type { AuditChain, AuditEntry } from '@postroom/contract/audit-log'
import type { ErrorBody } from '@postroom/contract/errors'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { asOwner, connectAsOwner } from '../../testing/test-database.ts'
import { anOffice, USERS, type Office } from '../administration/testing/an-office.ts'
import { insertOrganisation } from '../identity/user.store.ts'
import { auditChainOf, checkAuditLog, checkAuditLogs } from './audit-check.store.ts'
import { recordAudit } from './audit.store.ts'

const AUDIT = '/identity/v1/organisation/audit'

let office: Office
let db: Db
beforeAll(async () => {
  office = await anOffice()
  db = office.server.context.db
})
afterAll(() => office.server.close())

const entries = async (query: string) =>
  (await office.asManager('GET', `${AUDIT}?${query}`)).json<{ data: AuditEntry[] }>().data
const asDatabaseOwner = (statement: string) => asOwner(office.server.database.url, statement)

const later = (interval: string) =>
  asDatabaseOwner(`update audit_check set whole_at = whole_at - interval '${interval}',
    checked_at = checked_at - interval '${interval}'`)

it('shows the settings before a change, and filters by what an entry is about', async () => {
  const { id } = await office.invited()
  await office.asManager('PUT', `${USERS}/${id}`, { roles: ['sender'] })
  await office.asManager('PUT', `${USERS}/${id}`, { is_disabled: true })
  const other = (await office.asManager('POST', USERS, office.invitation())).json<Member>()
  const found = await entries(`subject=${id}`)
  expect(found.map(({ event }) => event)).toEqual(['user_changed', 'user_changed', 'user_invited'])
  expect(found[0]).toMatchObject({ before: { roles: 'sender' }, details: { roles: 'sender' } })
  expect(found[1]).toMatchObject({ before: { roles: 'mailroom' }, details: { roles: 'sender' } })
  expect(found[2]).not.toHaveProperty('before')
  expect((await entries(`subject=${other.id}`)).map(({ subject }) => subject)).toEqual([other.id])
})

const numbers = async (query: string) => (await entries(query)).map(({ number }) => number)

it('is read from either end, page by page', async () => {
  for (let more = 0; more < 3; more++) await office.invited()
  expect(await numbers('orderAsc=true&start=1&length=3')).toEqual([2, 3, 4])
  const [last] = await numbers('length=1')
  expect(await numbers('start=1&length=2')).toEqual([last! - 1, last! - 2])
})

it('saves what is filtered as a file, which is an entry itself', async () => {
  await office.invited()
  const csv = (await office.asManager('GET', `${AUDIT}.csv?event=user_invited`)).body.split('\r\n')
  const { data } = (await office.asManager('GET', USERS)).json<{ data: Member[] }>()
  const [newest] = await entries('event=user_invited&length=1')
  const { number, at, user_id, subject, ip, request_id, hash } = newest!
  const name = data.find(({ id }) => id === user_id)!.fullname
  const details = '"{""plan"":""full"",""roles"":""mailroom""}"'
  expect(csv[1]).toBe([number, at, user_id, name, 'user_invited', subject, details, ip, request_id, '', hash].join())
  expect(csv[0]).toBe('\uFEFFnumber,at,user_id,user,event,subject,details,ip,request_id,api_key,hash')
  expect(csv.length).toBeGreaterThan(2)
  expect(csv.slice(1, -1).every((line) => line.includes(',user_invited,'))).toBe(true)
  const [latest] = await entries('length=1')
  expect(latest).toMatchObject({ event: 'audit_exported', details: { rows: csv.length - 2 } })
})

it('a manager verifies the whole log on request, six times in a quarter of an hour', async () => {
  const check = () => office.asManager('POST', `${AUDIT}/chain`)
  const state = (await check()).json<AuditChain>()
  expect(state).toMatchObject({ entries: state.verified, last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  expect((await office.asManager('GET', `${AUDIT}/chain`)).json()).toEqual(state)
  for (let n = 0; n < 5; n++) expect((await check()).statusCode).toBe(200)
  expect((await check()).json<ErrorBody>().code).toBe('too_many_requests')
})

describe('the log of an organisation', () => {
  let organisation: string
  beforeEach(async () => {
    organisation = (await insertOrganisation(db, 'Harbour Lane Books Ltd')).id
    for (const rows of [1, 2, 3, 4]) await entry(rows)
  })
  const entry = (rows: number) =>
    recordAudit(db, { organisation_id: organisation, event: 'batch_begun', details: { rows } })
  const tamper = (statement: string) =>
    asDatabaseOwner(`alter table audit_event disable trigger user;
      ${statement.replace('{mine}', `chain = 'audit:${organisation}'`)};
      alter table audit_event enable trigger user`)
  const state = () => auditChainOf(db, organisation)

  it.each([
    // what was done, the first wrong entry
    [`update audit_event set details = '{"rows": 9}' where seq = 3 and {mine}`, 3],
    [`update audit_event set at = at + interval '1 second' where seq = 1 and {mine}`, 1],
    [`delete from audit_event where seq = 2 and {mine}`, 2],
    [`delete from audit_event where seq = 4 and {mine}`, 4],
    [`delete from audit_event where {mine}`, 1],
    [`update audit_event set hash = sha256('mine') where seq = 4 and {mine}`, 4],
  ])('is broken after: %s', async (statement, first) => {
    expect(await state()).toMatchObject({ entries: 4, verified: 0 })
    await checkAuditLog(db, organisation)
    expect(await state()).not.toHaveProperty('broken')
    await tamper(statement)
    await checkAuditLog(db, organisation)
    expect(await state()).toMatchObject({ entries: 4, broken: first })
  })

  it('is verified every hour from where the last verification ended, and wholly once a day', async () => {
    expect(await checkAuditLogs(db)).not.toContain(organisation)
    expect(await state()).toMatchObject({ entries: 4, verified: 4 })
    await entry(5)
    expect(await state()).toMatchObject({ entries: 5, verified: 4 })
    await tamper(`update audit_event set details = '{"rows": 9}' where seq = 2 and {mine}`)
    await later('1 hour')
    expect(await checkAuditLogs(db)).not.toContain(organisation)
    expect(await state()).toMatchObject({ entries: 5, verified: 5 })
    await later('24 hours')
    expect(await checkAuditLogs(db)).toContain(organisation)
    expect(await state()).toMatchObject({ broken: 2 })
    await tamper(`update audit_event set details = '{"rows": 2}' where seq = 2 and {mine}`)
    await later('1 hour')
    expect(await checkAuditLogs(db)).not.toContain(organisation)
  })

  it('is verified for longer than other statements may take', async () => {
    const { owner } = connectAsOwner(office.server.database.url)
    const other = await owner.startTransaction().execute()
    await sql`lock table audit_check in exclusive mode`.execute(other)
    const verified = inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = '100ms'`.execute(tx)
      await checkAuditLog(tx, organisation)
    })
    await Promise.all([verified, sleep(300).then(() => other.rollback().execute())])
    await owner.destroy()
    expect(await state()).toMatchObject({ entries: 4, verified: 4 })
  })

  it('is verified beside those of many other organisations', async () => {
    await asDatabaseOwner(
      `insert into organisation (name, handle) select 'Office ' || n, 'office-' || n from generate_series(1, 60) n`,
    )
    expect(await checkAuditLogs(db)).not.toContain(organisation)
    const { rows } = await asDatabaseOwner(
      'select from organisation where not exists (select from audit_check where organisation_id = organisation.id)',
    )
    expect(rows).toEqual([])
  })

  it('shows a change of the new entries at the next hour', async () => {
    await checkAuditLogs(db)
    await entry(5)
    await tamper(`update audit_event set event = 'batch_stopped' where seq = 5 and {mine}`)
    await later('1 hour')
    expect(await checkAuditLogs(db)).toContain(organisation)
    expect(await state()).toMatchObject({ broken: 5 })
  })
})

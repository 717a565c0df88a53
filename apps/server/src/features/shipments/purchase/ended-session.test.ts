import type { ErrorBody } from '@postroom/contract/errors'
import { toPence } from '@postroom/domain/money'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { brokenAfterDrain, drain } from '../../../testing/after-the-drain.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { aBuyer, PRICE, purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner, testDatabase, untilWaiting } from '../../../testing/test-database.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'
import { creditAccount } from '../../ledger/ledger.store.ts'

const CREDIT = 100_00

let scene: PurchaseScene
beforeEach(async () => {
  const own = await testDatabase()
  // longer than the statement time-out, so a deadlock shows as a 503 instead of being broken
  const { rows } = await asOwner(own.url, 'select current_database() as name')
  await asOwner(own.url, `alter database ${(rows as { name: string }[])[0]!.name} set deadlock_timeout = '1min'`)
  scene = await purchaseScene(CREDIT, {}, own)
})
afterEach(async () => {
  await drain(scene.context)
  expect([await brokenInvariants(scene.context.db), await brokenAfterDrain(scene.context.db)]).toEqual([[], []])
  await scene.close()
})

const sql = (statement: string) => asOwner(scene.database.url, statement)

/** Sends a purchase whose body is held back until released. */
async function heldPurchase(key: string) {
  await scene.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = scene.app.server.address() as AddressInfo
  const body = JSON.stringify(scene.buyer.draft())
  const headers = {
    authorization: scene.buyer.authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const path = `/api/stamp/v1/shipment/process?pending_id=${key}`
  const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers })
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
  sent.write(body.slice(0, 10))
  await sleep(300) // the headers authorise the call
  return async () => {
    sent.end(body.slice(10))
    const response = await answer
    const text = (await response.toArray()).join('')
    return { status: response.statusCode, code: (JSON.parse(text) as ErrorBody).code }
  }
}

it.each([
  ['the user is disabled', 'update app_user set disabled_at = now()', 401, 'session_expired'],
  ['the session ends', 'delete from session', 401, 'session_expired'],
  ['the plan becomes Lite', `update app_user set plan = 'lite'`, 403, 'service_not_in_plan'],
  ['the account is closed', 'update carrier_account set is_active = false', 400, 'invalid_request'],
])('when %s while the body is held back, nothing is bought', async (_what, change, status, code) => {
  const letGo = await heldPurchase('held-back')
  await sql(change)
  expect(await letGo()).toEqual({ status, code })
  expect((await sql(`select from purchase`)).rowCount).toBe(0)
})

it('when the account is closed while a purchase waits, nothing is bought', async () => {
  const closing = await scene.context.db.startTransaction().execute()
  await closing.updateTable('carrier_account').set({ is_active: false }).execute()
  const answer = scene.buyer.buy('closed-meanwhile')
  await untilWaiting(scene.database.url, 1)
  await closing.commit().execute()
  expect((await answer).json<ErrorBody>()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'by' }] })
})

it('of thirty waiting purchases, none is bought once the user is disabled', async () => {
  const administrator = new pg.Client({ connectionString: scene.database.url })
  await administrator.connect()
  await administrator.query('begin; update app_user set disabled_at = now()')
  const answers = Promise.all(Array.from({ length: 30 }, (_, index) => scene.buyer.buy(`burst-${index}-key`)))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await sql(waiting)).rowCount! < 10) await sleep(20)
  await administrator.query('commit')
  await administrator.end()
  expect(new Set((await answers).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  expect((await sql('select from purchase')).rowCount).toBe(0)
})

it('a user can be disabled during a flood of purchases, and nothing is bought afterwards', async () => {
  const flooder = await aBuyer(scene, PRICE) // most are refused, after the same locks
  const manager = await signInto(scene, flooder.organisation)
  await sql(`update app_user set password_hash = 'some' where id = '${manager.user}'`)
  const { rows } = await sql(
    `select id from app_user where organisation_id = '${flooder.organisation}' and id <> '${manager.user}'`,
  )
  let over = false
  const flood = Array.from({ length: 12 }, async (_, lane) => {
    for (let n = 0; !over; n++) over = (await flooder.buy(`flood-${lane}-${n}-key`)).statusCode === 401
  })
  while ((await sql('select from purchase')).rowCount === 0) await sleep(20)
  await sleep(200) // until all twelve lanes buy
  const disable = () =>
    scene.app.inject({
      method: 'PUT',
      url: `/api/identity/v1/organisation/user/${(rows as { id: string }[])[0]!.id}`,
      headers: { authorization: manager.authorization },
      payload: { is_disabled: true },
    })
  let disabled = await disable()
  for (let again = 0; again < 2 && disabled.statusCode === 503; again++) disabled = await disable() // a slow machine is busy at first
  over = disabled.statusCode !== 200 // a flood that nothing ends would hide the answer
  await creditAccount(scene.context.db, flooder.account, toPence(CREDIT))
  await Promise.all(flood)
  expect(disabled.statusCode, disabled.body).toBe(200)
  expect((await sql('select from purchase')).rowCount).toBe(1)
})

it('simultaneous purchases, voids, changes of rights and sign-outs cause no deadlock', async () => {
  const manager = await signInto(scene, scene.buyer.organisation)
  const calls = Array.from({ length: 24 }, async (_, n) => {
    const member = await signInto(scene, scene.buyer.organisation)
    const as = (token: string, method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
      scene.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: token },
        ...(payload && { payload }),
      })
    return Promise.all([
      scene.buyer.buy(`mixed-${n}-key`),
      as(member.authorization, 'POST', `/stamp/v1/shipment/process?pending_id=own-${n}-key-1`, scene.buyer.draft()),
      as(manager.authorization, 'PUT', `/identity/v1/organisation/user/${member.user}`, { roles: ['mailroom'] }),
      as(member.authorization, 'PUT', '/identity/v1/user/self', { fullname: 'Siân Vaughan' }),
      as(member.authorization, 'PUT', '/identity/v1/user/self', { fullname: 'Siân Kyffin' }),
      as(member.authorization, 'GET', '/identity/v1/user/logout'),
    ])
  })
  const statuses = (await Promise.all(calls)).flat().map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

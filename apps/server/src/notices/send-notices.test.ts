import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSandboxSwitch } from '../carriers/sandbox/sandbox.store.ts'
import { eraseMember } from '../features/administration/erase-member.ts'
import { notifyOfChange } from '../features/auth/notify-of-change.ts'
import { getUser } from '../features/identity/user.store.ts'
import type { Mail } from '../mail/mailer.ts'
import { deleteExpired } from '../operation/retention.store.ts'
import { aLog } from '../testing/a-log.ts'
import { drain } from '../testing/after-the-drain.ts'
import { signInto } from '../testing/sign-into.ts'
import { purchaseScene, type PurchaseScene } from '../testing/purchase-scene.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { asOwner } from '../testing/test-database.ts'
import { claimNotices } from './outbox.store.ts'
import { sendNotices } from './send-notices.ts'

let scene: PurchaseScene
let mails: Mail[]
beforeAll(async () => {
  scene = await purchaseScene(100_00, { carrier_ms: 5_000, lease_ms: 400, wait_ms: 300 })
})
beforeEach(() => {
  mails = []
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
})
afterAll(() => scene.close())

const send = () => sendNotices(scene.context, quietLog)
const makeDue = () => asOwner(scene.database.url, 'update outbox set due_at = now()')
const queued = async () => (await asOwner(scene.database.url, 'select * from outbox order by id')).rows as object[]
const carrier = (answer: 'refused' | 'failing') =>
  setSandboxSwitch(scene.context.db, { call: 'void', answer, delay_ms: 0, remaining: 1 })
async function refused(key: string): Promise<Shipment> {
  await carrier('refused')
  const shipment = (await scene.buyer.buy(key)).json<Shipment>()
  expect((await voidIt(shipment)).json()).toMatchObject({ status: 'void_rejected' })
  return shipment
}
const voidIt = ({ id }: Shipment) =>
  scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })

const after = (days: number) => new Date(Date.now() + days * 24 * 3600_000)

/** A user with a notice about their account in the outbox. */
async function changedUser() {
  const user = await getUser(scene.context.db, (await signInto(scene, scene.buyer.organisation)).user)
  await notifyOfChange(scene.context.db, user, 'password_changed')
  return user
}

describe('a queued notice', () => {
  it('is sent once by several processes, and leaves nothing behind', async () => {
    await refused('sent-by-one')
    await Promise.all(Array.from({ length: 5 }, send))
    expect(mails).toHaveLength(1)
    expect(await queued()).toEqual([])
  })

  it('is one of ten at most that a process sends at once', async () => {
    const user = await changedUser()
    for (let n = 0; n < 10; n++) await notifyOfChange(scene.context.db, user, 'email_changed')
    await send()
    expect(mails).toHaveLength(10)
    await send()
    expect(mails).toHaveLength(11)
  })

  it('is retried after a minute when the mail fails, then after two, and delays no other', async () => {
    const first = await refused('mail-that-fails')
    await refused('mail-that-leaves')
    const { mailer } = scene.context
    scene.context.mailer = {
      send: (mail) =>
        mail.subject.endsWith(first.meta_data.tracking)
          ? Promise.reject(new Error('no mail today'))
          : mailer.send(mail),
    }
    for (const delay_s of [60, 120]) {
      await send()
      expect(mails).toHaveLength(1)
      const { rows } = await asOwner(scene.database.url, 'select extract(epoch from due_at - now()) as s from outbox')
      expect(Math.abs(Number((rows as { s: string }[])[0]!.s) - delay_s)).toBeLessThan(10)
      await send() // not due yet
      await makeDue()
    }
    scene.context.mailer = mailer
    await send()
    expect(mails.map(({ subject }) => subject.endsWith(first.meta_data.tracking))).toEqual([false, true])
  })

  it('is retried every hour at most, and the failure is logged without an address', async () => {
    const { id } = await changedUser()
    await asOwner(scene.database.url, 'update outbox set attempts = 40')
    const err = new Error('no mail today')
    scene.context.mailer = { send: () => Promise.reject(err) }
    const { log, lines } = aLog()
    await sendNotices(scene.context, log)
    expect(lines).toEqual([['warn', { err, user: id, event: 'password_changed' }, 'could not notify a user']])
    const { rows } = await asOwner(scene.database.url, 'select extract(epoch from due_at - now()) as s from outbox')
    expect(Math.abs(Number((rows as { s: string }[])[0]!.s) - 3600)).toBeLessThan(10)
    await asOwner(scene.database.url, 'delete from outbox')
  })

  it('that cannot be written is logged, retried after a minute, and delays no other', async () => {
    await changedUser()
    const { rows } = await asOwner(
      scene.database.url,
      `insert into outbox (organisation_id, notice, due_at) values
       ('${scene.buyer.organisation}', '{"event": "refund_refused", "purchase_id": "none"}', now() - interval '1 hour')
       returning id::int`,
    )
    const notice = (rows as { id: number }[])[0]!.id
    const { log, lines } = aLog()
    await sendNotices(scene.context, log)
    const facts = { notice, event: 'refund_refused', attempts: 1, err: expect.any(Error) as unknown }
    expect(lines).toEqual([['warn', facts, 'could not send a notice; it is retried']])
    expect(mails).toHaveLength(1)
    const left = await asOwner(
      scene.database.url,
      'select id::int, extract(epoch from due_at - now()) as s from outbox',
    )
    expect(left.rows).toEqual([{ id: notice, s: expect.stringMatching(/^(?:5\d|60)\./) as unknown }])
    await asOwner(scene.database.url, 'delete from outbox')
  })

  it('is sent before any mail about delivery, however many wait', async () => {
    await asOwner(
      scene.database.url,
      `insert into outbox (organisation_id, notice, due_at)
       select '${scene.buyer.organisation}', '{"event": "delivery"}', now() - interval '1 hour' from generate_series(1, 50)`,
    )
    await changedUser()
    const claimed = await claimNotices(scene.context.db, 1)
    expect(claimed.map(({ notice }) => notice.event)).toEqual(['password_changed'])
    await asOwner(scene.database.url, 'delete from outbox')
  })

  it('is sent by another process when the one that claimed it dies', async () => {
    await changedUser()
    expect(await claimNotices(scene.context.db, 10)).toHaveLength(1)
    await send()
    expect(mails).toEqual([])
    await makeDue() // the lease has ended
    await send()
    expect(mails).toHaveLength(1)
  })

  it('is not queued when the transaction of its event rolls back', async () => {
    const user = await changedUser()
    await send()
    const changing = await scene.context.db.startTransaction().execute()
    await notifyOfChange(changing, user, 'email_changed')
    await changing.rollback().execute()
    expect(await queued()).toEqual([])
  })

  it('goes to the address the user had at the event', async () => {
    const { id, email } = await changedUser()
    await asOwner(scene.database.url, `update app_user set email = 'thief@example.com' where id = '${id}'`)
    await send()
    expect(mails.map(({ to }) => to)).toEqual([email])
  })

  it('is deleted with the user whose address it holds', async () => {
    const { id, organisation_id } = await changedUser()
    await eraseMember(scene.context.db, { organisation_id, now: new Date() }, id)
    expect(await queued()).toEqual([])
  })
})

describe('a refused refund', () => {
  it('notifies the requesting user with the number, the amount and the carrier’s words, and no address', async () => {
    const { meta_data, to } = await refused('refused-refund')
    await send()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toMatch(/^user-\w+@example\.com$/)
    expect(mails[0]?.subject).toBe(`Postroom: Refund refused / Remboursement refusé\u202f: ${meta_data.tracking}`)
    for (const part of ['£3.20', '3,20\u00a0£', 'The item is already in the post.'])
      expect(mails[0]?.text).toContain(part)
    for (const part of [to.name, to.address1, to.postal_code]) expect(mails[0]?.text).not.toContain(part)
  })

  it('is not sent for a shipment that was voided before the mail left', async () => {
    const shipment = await refused('granted-since')
    expect((await voidIt(shipment)).json()).toMatchObject({ status: 'voided' })
    await send()
    expect(mails).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('notifies again of the next refusal, and never of a void that was granted', async () => {
    const shipment = await refused('refused-twice')
    await send()
    await carrier('refused')
    await voidIt(shipment)
    await send()
    expect(mails).toHaveLength(2)
    await voidIt(shipment)
    await send()
    expect(mails).toHaveLength(2)
  })

  it('notifies also when the carrier refuses long after the request', async () => {
    const shipment = (await scene.buyer.buy('refused-late')).json<Shipment>()
    await carrier('failing')
    await carrier('refused')
    await voidIt(shipment)
    await send()
    expect(mails).toEqual([])
    await drain(scene.context)
    await send()
    expect(mails).toHaveLength(1)
  })

  it('does not notify a disabled user', async () => {
    await refused('asked-by-one-who-left')
    await asOwner(scene.database.url, 'update app_user set disabled_at = now()')
    await send()
    expect(mails).toEqual([])
    expect(await queued()).toEqual([])
  })
})

// last: retention ends the sessions of the scene too
it('gives up a notice after a week', async () => {
  await changedUser()
  await deleteExpired(scene.context.db, 365, after(6.9))
  expect(await queued()).toHaveLength(1)
  await deleteExpired(scene.context.db, 365, after(7.1))
  expect(await queued()).toEqual([])
})

import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { quietLog } from '../../../testing/quiet-log.ts'
import { setSandboxSwitch } from '../../../carriers/sandbox/sandbox.store.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { drain } from '../../../testing/after-the-drain.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { claimNotices } from './refusal-notice.store.ts'
import { notifyRefundRefused } from './notify-refund-refused.ts'

let scene: PurchaseScene
let mails: Mail[]
beforeAll(async () => {
  scene = await purchaseScene(100_00, { carrier_ms: 250, lease_ms: 400, wait_ms: 300 })
})
beforeEach(() => {
  mails = []
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
})
afterAll(() => scene.close())

const look = () => notifyRefundRefused(scene.context, quietLog)
const endLease = () => asOwner(scene.database.url, 'update void_request set tell_after = now()')
const carrier = (answer: 'refused' | 'failing') =>
  setSandboxSwitch(scene.context.db, { call: 'void', answer, delay_ms: 0, remaining: 1 })
async function refused(key: string): Promise<Shipment> {
  await carrier('refused')
  const shipment = (await scene.buyer.buy(key)).json<Shipment>()
  await voidIt(shipment)
  return shipment
}
const voidIt = ({ id }: Shipment) =>
  scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong address' })

it('tells who asked, once, with the number, the amount and the carrier’s words, and no address', async () => {
  const { meta_data, to } = await refused('refused-refund')
  for (let looks = 0; looks < 3; looks++) await look()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toMatch(/^user-\w+@example\.com$/)
  expect(mails[0]?.subject).toBe(`Postroom: Refund refused / Remboursement refusé: ${meta_data.tracking}`)
  for (const part of ['£3.20', '3,20 £', 'The item is already in the post.']) expect(mails[0]?.text).toContain(part)
  for (const part of [to.name, to.address1, to.postal_code]) expect(mails[0]?.text).not.toContain(part)
  await endLease()
  await look()
  expect(mails).toHaveLength(1)
})

it('does not say that a label is good which was taken back before the mail left', async () => {
  const shipment = await refused('granted-since')
  expect((await voidIt(shipment)).json()).toMatchObject({ status: 'voided' })
  await look()
  expect(mails).toEqual([])
  await endLease()
  expect(await claimNotices(scene.context.db, 10)).toEqual([])
})

it('tells of the next refusal again, and never of a void that was granted', async () => {
  const shipment = await refused('refused-twice')
  await look()
  await carrier('refused')
  await voidIt(shipment)
  await look()
  expect(mails).toHaveLength(2)
  await voidIt(shipment)
  await look()
  expect(mails).toHaveLength(2)
})

it('one of several processes tells', async () => {
  await refused('told-by-one')
  await Promise.all(Array.from({ length: 5 }, look))
  expect(mails).toHaveLength(1)
})

it('a mail that does not leave is sent later, and stops no other', async () => {
  const first = await refused('mail-that-fails')
  await refused('mail-that-leaves')
  const { mailer } = scene.context
  scene.context.mailer = {
    send: (mail) =>
      mail.subject.endsWith(first.meta_data.tracking) ? Promise.reject(new Error('no mail today')) : mailer.send(mail),
  }
  await look()
  expect(mails).toHaveLength(1)
  scene.context.mailer = mailer
  await look()
  expect(mails).toHaveLength(1) // its lease lasts
  await endLease()
  await look()
  expect(mails.map(({ subject }) => subject.endsWith(first.meta_data.tracking))).toEqual([false, true])
})

it('a process that is killed with the mail in its hands is followed by another', async () => {
  await refused('killed-while-telling')
  expect(await claimNotices(scene.context.db, 10)).toHaveLength(1)
  await look()
  expect(mails).toEqual([])
  await endLease()
  await look()
  expect(mails).toHaveLength(1)
})

it('tells also when the carrier refuses long after it was asked', async () => {
  const shipment = (await scene.buyer.buy('refused-late')).json<Shipment>()
  await carrier('failing')
  await carrier('refused')
  await voidIt(shipment)
  await look()
  expect(mails).toEqual([])
  await drain(scene.context)
  await look()
  expect(mails).toHaveLength(1)
})

it('writes to nobody who has left', async () => {
  await refused('asked-by-one-who-left')
  await asOwner(scene.database.url, 'update app_user set disabled_at = now()')
  await look()
  await endLease()
  await look()
  expect(mails).toEqual([])
})

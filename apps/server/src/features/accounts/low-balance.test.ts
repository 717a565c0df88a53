import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../mail/mailer.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { aManager, changeAccount, topUp } from '../../testing/account-manager.ts'
import { purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { asOwner } from '../../testing/test-database.ts'
import { listManagers } from '../administration/member.store.ts'
import { insertUser } from '../identity/user.store.ts'
import { queueLowBalanceNotices } from './watch-balances.ts'

let scene: PurchaseScene
let stranger: Buyer
beforeAll(async () => {
  scene = await purchaseScene(0)
  stranger = await aManager(scene)
})
afterAll(() => scene.close())

const managersOf = async ({ organisation }: Buyer) =>
  (await listManagers(scene.context.db, organisation)).map(({ email }) => email)

const retryNow = () => asOwner(scene.database.url, 'update outbox set due_at = now()')

describe('a low balance', () => {
  const mails: Mail[] = []
  const look = async (send: (mail: Mail) => Promise<void> = async (mail) => void mails.push(mail)) => {
    await queueLowBalanceNotices(scene.context)
    await sendNotices({ ...scene.context, mailer: { send } }, quietLog)
  }
  const sentSubjects = async () => {
    mails.length = 0
    await look()
    return mails.map(({ subject }) => subject)
  }

  const sentTexts = async () => {
    await sentSubjects()
    expect(mails).toHaveLength(2)
    return mails.map(({ text }) => text)
  }

  it('notifies the managers once each time it falls below the threshold', async () => {
    await sentSubjects() // discards notices of earlier tests
    const who = await aManager(scene)
    await topUp(who, { amount: 10_00, reference: 'first' })
    expect((await changeAccount(who, { low_balance: 10_00 })).json()).toMatchObject({
      low_balance: 10_00,
      name: 'Royal Mail',
    })
    expect(await sentSubjects()).toEqual([]) // not below
    await who.buy('makes-it-fall-below')
    expect(await sentSubjects()).toEqual(['Low balance / Solde bas\u202f: Royal Mail'])
    expect(mails[0]?.text).toContain('is £6.80.')
    await who.buy('makes-it-fall-further')
    expect(await sentSubjects()).toEqual([]) // already notified
    await topUp(who, { amount: 10_00, reference: 'second' })
    expect(await sentSubjects()).toEqual([])
    for (const key of ['falls-again-1', 'falls-again-2']) await who.buy(key)
    expect(await sentSubjects()).toEqual(['Low balance / Solde bas\u202f: Royal Mail'])
    await changeAccount(who, { low_balance: null })
    expect(await sentSubjects()).toEqual([])
  })

  it('mails the managers when a user asks for a top-up, a few times a quarter of an hour', async () => {
    await sentSubjects() // discards notices of earlier tests
    const who = await aManager(scene)
    const ask = (account = who.account) => who.post(`/stamp/v1/carrieraccount/${account}/ask-top-up`, { missing: 2_05 })
    expect((await ask()).json()).toEqual({ account_id: who.account })
    expect(await sentSubjects()).toEqual(['Top-up requested / Demande d’approvisionnement\u202f: Royal Mail'])
    expect(mails[0]?.text).toContain('Angharad Kendall cannot buy postage from Royal Mail: £2.05 is missing.')
    const { db } = scene.context
    const users = db.updateTable('app_user').where('organisation_id', '=', who.organisation)
    const { username } = await users.set({ fullname: '' }).returning('username').executeTakeFirstOrThrow()
    expect(mails[0]?.text).toContain('il manque 2,05\u00a0£')
    expect((await ask(stranger.account)).statusCode).toBe(404)
    await ask()
    await ask()
    expect(await sentTexts()).toContainEqual(expect.stringContaining(`${username} cannot buy`))
    expect((await ask()).statusCode).toBe(429)
    expect(await sentSubjects()).toHaveLength(0)
  })

  it('is notified by one of several servers only, and again when the mail failed', async () => {
    const who = await aManager(scene)
    await changeAccount(who, { low_balance: toPence(1) })
    await look(() => Promise.reject(new Error('no mail today')))
    await retryNow()
    mails.length = 0
    await Promise.all([look(), look(), look()])
    expect(mails).toHaveLength(1)
  })

  it("a manager's failing address does not keep the notice from the others, and nobody is notified twice", async () => {
    const [office, other] = [await aManager(scene), await aManager(scene)]
    await insertUser(scene.context.db, {
      organisation_id: office.organisation,
      username: 'mair',
      email: 'mair@example.com',
      fullname: 'Mair Prosser',
      password_hash: 'none',
      plan: 'full',
      permissions: ['administration'],
      roles: ['manager'],
    })
    const emails = (await Promise.all([office, other].map(managersOf))).flat()
    expect(emails).toHaveLength(3)
    for (const who of [office, other]) await changeAccount(who, { low_balance: toPence(1) })

    for (const refused of emails) {
      await asOwner(scene.database.url, 'update carrier_account set low_since = null')
      const reached: string[] = []
      const send = async ({ to }: Mail) => {
        if (to === refused) throw new Error('no such person')
        if (emails.includes(to)) reached.push(to)
      }
      for (let looks = 0; looks < 3; looks++) {
        await look(send)
        await retryNow()
      }
      expect(reached.toSorted()).toEqual(emails.filter((email) => email !== refused).toSorted())
    }
  })
})

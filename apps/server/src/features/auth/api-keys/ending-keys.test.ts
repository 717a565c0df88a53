import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Mail } from '../../../mail/mailer.ts'
import { sendNotices } from '../../../notices/send-notices.ts'
import { aKey } from '../../../testing/made-things.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { quietLog } from '../../../testing/quiet-log.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { queueEndingKeys } from './watch-ending-keys.ts'

let scene: PurchaseScene
let now: Date
let mails: Mail[]
beforeAll(async () => {
  scene = await purchaseScene(0)
  scene.context.now = () => now
  scene.context.mailer = { send: async (mail) => void mails.push(mail) }
})
afterAll(() => scene.close())

/** The notices to managers on a day, when two processes look at once. */
async function noticesOn(day: string): Promise<string[]> {
  now = new Date(`${day}T12:00:00Z`)
  mails = []
  await Promise.all([queueEndingKeys(scene.context), queueEndingKeys(scene.context)])
  await sendNotices(scene.context, quietLog)
  return mails.map(({ subject }) => subject.split(': ')[1]!).toSorted()
}

it('managers get one notice two weeks before a key ends, another after it was renewed, and none of a revoked key', async () => {
  now = new Date('2026-11-20T12:00:00Z')
  const { organisation } = scene.buyer
  const manager = await signInto(scene, organisation, { permissions: ['administration'] })
  await signInto(scene, organisation, { permissions: ['mod_shipping'] })
  const key = (name: string, last_day: string) => aKey(scene, organisation, manager.user, { name, last_day })
  const { id } = await key('Web shop', '2026-12-04')
  await key('Later', '2026-12-05')
  await key('Over', '2026-11-18')
  const revoked = await key('Revoked', '2026-12-04')
  const end = `secret_hash = null, revoked_at = now() where id = '${revoked.id}'`
  await asOwner(scene.database.url, `update api_key set ${end}`)
  expect(await noticesOn('2026-11-19')).toEqual([])
  expect(await noticesOn('2026-11-20')).toEqual(['Web shop'])
  expect(mails[0]!.text).toMatch(/valid until 4 December 2026[^]*valable jusqu’au 4 décembre 2026/)
  expect(await noticesOn('2026-11-20')).toEqual([])
  expect(await noticesOn('2026-11-21')).toEqual(['Later'])
  await asOwner(scene.database.url, `update api_key set last_day = '2027-05-01' where id = '${id}'`)
  expect(await noticesOn('2026-12-04')).toEqual([])
  expect(await noticesOn('2027-04-17')).toEqual(['Web shop'])
  expect(mails[0]!.text).toContain('jusqu’au 1er mai 2027')
})

it('managers get one notice of a key whose maker is disabled, and another when that happens again', async () => {
  const { organisation } = scene.buyer
  now = new Date('2027-06-01T12:00:00Z')
  await signInto(scene, organisation, { permissions: ['administration'] })
  const maker = await signInto(scene, organisation, { permissions: ['administration'] })
  await aKey(scene, organisation, maker.user, { name: 'Okta', last_day: '2027-12-01' })
  await aKey(scene, organisation, maker.user, { name: 'Over', last_day: '2027-05-30' })
  const disable = (to: string) =>
    asOwner(scene.database.url, `update app_user set disabled_at = ${to} where id = '${maker.user}'`)
  expect(await noticesOn('2027-06-01')).toEqual([])
  await disable('now()')
  expect(await noticesOn('2027-06-01')).toEqual(['Okta', 'Okta'])
  expect(mails[0]!.text).toMatch(/API key Okta is disabled\. Programs[^]*clé d’API Okta est désactivé/)
  expect(await noticesOn('2027-06-02')).toEqual([])
  await disable('null')
  expect(await noticesOn('2027-06-02')).toEqual([])
  await disable('now()')
  expect(await noticesOn('2027-06-02')).toEqual(['Okta', 'Okta'])
})

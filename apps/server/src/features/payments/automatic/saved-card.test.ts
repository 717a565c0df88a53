import { toPence } from '@postroom/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { saveTerms } from './automatic-topup.store.ts'
import { askForCard, beginCardLook, deleteCard, unwantCards } from './saved-card.store.ts'

let scene: PurchaseScene
beforeAll(async () => {
  scene = await purchaseScene(0)
})
afterAll(() => scene.close())

it('a saved card is neither looked at nor deleted, and one that is unwanted already is left alone', async () => {
  const { db } = scene.context
  const { organisation: organisation_id, account: carrier_account_id } = scene.buyer
  const agreed_by = (await signInto(scene, organisation_id)).user
  const of = { organisation_id, carrier_account_id }
  const { id } = await inTransaction(db, async (tx) => {
    await saveTerms(tx, { ...of, threshold: toPence(1), amount: toPence(500), most_a_day: 1, agreed_by })
    return askForCard(tx, of)
  })
  expect(await beginCardLook(db, id)).toMatchObject({ id, state: 'asked' })
  const change = (set: string) => asOwner(scene.database.url, `update saved_card set ${set} where id = '${id}'`)
  await change(
    `state = 'saved', session_id = 's', payment_method_id = 'pm', brand = 'visa', last4 = '4242', expires = '2036-01', look_at = null`,
  )
  expect(await beginCardLook(db, id)).toBeUndefined()
  await deleteCard(db, id)
  await change(`state = 'unwanted', look_at = '2036-01-01'`)
  await inTransaction(db, (tx) => unwantCards(tx, carrier_account_id))
  const cards = () => db.selectFrom('saved_card').select(['id', 'look_at']).execute()
  expect(await cards()).toEqual([{ id, look_at: new Date('2036-01-01T00:00:00Z') }])
  await deleteCard(db, id)
  expect(await cards()).toEqual([])
})

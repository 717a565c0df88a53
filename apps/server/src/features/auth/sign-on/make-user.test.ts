import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../db/in-transaction.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { signInto } from '../../../testing/sign-into.ts'
import { asOwner } from '../../../testing/test-database.ts'
import { handleOf } from '../../identity/user.store.ts'
import { makeUser } from './make-user.ts'
import { findByMail } from './subject.store.ts'

let scene: PurchaseScene
let handle: string
let some: string
beforeAll(async () => {
  scene = await purchaseScene(0)
  handle = await inTransaction(scene.context.db, (tx) => handleOf(tx, scene.buyer.organisation))
  some = (await signInto(scene, scene.buyer.organisation)).user
})
afterAll(() => scene.close())

const made = (email: string, fullname?: string) =>
  inTransaction(scene.context.db, (tx) => {
    const rights = { organisation_id: scene.buyer.organisation, plan: 'lite', role: 'sender' } as const
    return makeUser(tx, rights, { email, fullname })
  })

/** Gives a username and its numbers up to this one to others. */
const take = (name: string, upTo: number) =>
  asOwner(
    scene.database.url,
    `set session_replication_role = replica;
     insert into app_user select (jsonb_populate_record(original, jsonb_build_object(
       'id', gen_random_uuid(), 'username', '${name}' || case n when 1 then '' else '-' || n end || '@${handle}'))).*
     from app_user original, generate_series(1, ${upTo}) n where original.id = '${some}'
     on conflict do nothing`,
  )

it.each([
  ['nia.rees', 'nia-rees'],
  ['..nia..', 'nia'],
  ['...', 'user'],
  ['x'.repeat(50), 'x'.repeat(36)],
])('the address %s gives the username %s', async (local, username) => {
  expect(await made(`${local}@office.example`)).toMatchObject({
    username: `${username}@${handle}`,
    fullname: local,
    plan: 'lite',
    roles: ['sender'],
    password_hash: null,
  })
})

it.each([
  ['Nia Rees', 'Nia Rees'],
  ['N'.repeat(120), 'N'.repeat(100)],
  ['N', 'N'],
  ['', 'named'],
  ['Nia\nRees', 'named'],
])('the name %j is kept as %j', async (fullname, kept) => {
  expect(await made('named@office.example', fullname)).toMatchObject({ fullname: kept })
})

it('a username has a number where it is taken, up to a hundred', async () => {
  await take('taken', 1)
  expect(await made('taken@office.example')).toMatchObject({ username: `taken-2@${handle}` })
  await take('taken', 99)
  expect(await made('taken@office.example')).toMatchObject({ username: `taken-100@${handle}` })
  expect(await made('taken@office.example')).toBeUndefined()
})

it('of the users with a mail address two are enough, since it then names nobody', async () => {
  const { db } = scene.context
  const organisation = scene.buyer.organisation
  const names = async (email: string) => (await findByMail(db, organisation, email)).map((user) => user.username)
  expect(await names('Shared@Example.com')).toEqual([])
  const first = (await made('shared@example.com'))!
  expect(await names('Shared@Example.com')).toEqual([first.username])
  for (let n = 0; n < 3; n++) await made('SHARED@example.com')
  expect(await names('shared@example.com')).toHaveLength(2)
})

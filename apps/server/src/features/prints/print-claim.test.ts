import { randomBytes } from 'node:crypto'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Shipment } from '@postroom/contract/shipment'
import { afterAll, beforeAll, beforeEach, expect, it, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { signInto } from '../../testing/sign-into.ts'
import { aBuyer, purchaseScene, type Buyer, type PurchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { saveHub } from '../hubs/hub.store.ts'

let scene: PurchaseScene
let buyer: Buyer
let front: string
let back: string
let shipment: Shipment
let bought = 0
beforeAll(async () => {
  scene = await purchaseScene(100_00)
  buyer = scene.buyer
  const hubs = await Promise.all(['Front', 'Back'].map((alias) => hubOf(buyer, alias)))
  front = hubs[0]!
  back = hubs[1]!
})
afterAll(() => scene.close())
beforeEach(async () => {
  shipment = (await buyer.buy(`label-of-its-own-${bought++}`)).json<Shipment>()
})

const hubOf = ({ organisation: organisation_id }: Buyer, alias: string): Promise<string> =>
  inTransaction(scene.context.db, (tx) =>
    saveHub(tx, { organisation_id, alias, public_key: randomBytes(32), paired_by: null }),
  )

type Printed = 'label' | 'receipt'
const links = async () => (await buyer.get(`/stamp/v1/shipment/${shipment.id}`)).json<Shipment>()
const documentsOf = ({ docs }: Shipment, ...documents: Printed[]) =>
  documents.map((document) => {
    const { type, url, sha256, width_mm, height_mm, pages } = docs.find(({ type: known }) => known === document)!
    return { type, url, sha256, width_mm, height_mm, pages }
  })

const sign = (hub: string, job_id: string, documents: object[]) => {
  const args = { job_id, kind: 'mailing', title: 'Label', documents }
  return buyer.post(`/iot/v1/hub/${hub}/request`, { op: 'print', args, expires_in_ms: 15_000 })
}
async function print(hub: string, job_id: string, ...documents: Printed[]): Promise<string> {
  const answer = await sign(hub, job_id, documentsOf(await links(), ...documents))
  return answer.statusCode === 200 ? 'signed' : answer.json<ErrorBody>().code
}
async function reprint(...documents: Printed[]): Promise<string> {
  const answer = await buyer.post(`/stamp/v1/shipment/${shipment.id}/reprint`, { documents })
  expect(answer.statusCode).toBe(200)
  return 'allowed'
}

const FRONT_FIRST = () => print(front, 'job-first', 'label')
const FRONT_AGAIN = () => print(front, 'job-again', 'label')
const BACK_FIRST = () => print(back, 'job-first', 'label')
const BACK_OTHER = () => print(back, 'job-other', 'label')
const REPRINT = () => reprint('label')
const SIGNED = 'signed'
const CLAIMED = 'print_claimed'
const ALLOWED = 'allowed'

test.each<[what: string, ...steps: [() => Promise<string>, answer: string][]]>([
  ['the same job on another device', [FRONT_FIRST, SIGNED], [BACK_FIRST, CLAIMED]],
  ['another job on another device', [FRONT_FIRST, SIGNED], [BACK_OTHER, CLAIMED]],
  ['another job on the same device', [FRONT_FIRST, SIGNED], [FRONT_AGAIN, CLAIMED]],
  ['the same job on the same device, whose answer was lost', [FRONT_FIRST, SIGNED], [FRONT_FIRST, SIGNED]],
  ['after a reprint another device prints', [FRONT_FIRST, SIGNED], [REPRINT, ALLOWED], [BACK_OTHER, SIGNED]],
  ['a reprint is one print', [REPRINT, ALLOWED], [FRONT_AGAIN, SIGNED], [BACK_OTHER, CLAIMED]],
  [
    'two reprints before the print are one',
    [REPRINT, ALLOWED],
    [REPRINT, ALLOWED],
    [FRONT_AGAIN, SIGNED],
    [BACK_OTHER, CLAIMED],
  ],
  [
    'a reprint before anything was printed is the first print',
    [REPRINT, ALLOWED],
    [FRONT_FIRST, SIGNED],
    [BACK_OTHER, CLAIMED],
  ],
  [
    'a repeated job leaves the reprint to others',
    [FRONT_FIRST, SIGNED],
    [REPRINT, ALLOWED],
    [FRONT_FIRST, SIGNED],
    [BACK_OTHER, SIGNED],
  ],
  [
    'a job stays on its device, also after a reprint',
    [FRONT_FIRST, SIGNED],
    [REPRINT, ALLOWED],
    [BACK_FIRST, CLAIMED],
    [BACK_OTHER, SIGNED],
  ],
  [
    'each reprint is one more print',
    [FRONT_FIRST, SIGNED],
    [REPRINT, ALLOWED],
    [FRONT_AGAIN, SIGNED],
    [REPRINT, ALLOWED],
    [BACK_OTHER, SIGNED],
  ],
  ['a reprint of another document', [FRONT_FIRST, SIGNED], [() => reprint('receipt'), ALLOWED], [BACK_OTHER, CLAIMED]],
  ['another document of the same shipment', [FRONT_FIRST, SIGNED], [() => print(back, 'job-other', 'receipt'), SIGNED]],
  [
    'a job whose other document is claimed',
    [() => print(front, 'job-first', 'receipt'), SIGNED],
    [() => print(back, 'job-other', 'label', 'receipt'), CLAIMED],
    [FRONT_AGAIN, SIGNED],
  ],
])('%s', async (_, ...steps) => {
  const answers: string[] = []
  for (const [step] of steps) answers.push(await step())
  expect(answers).toEqual(steps.map(([, answer]) => answer))
})

it.each([
  ['with the links of one look', async () => documentsOf(shipment, 'label', 'label')],
  [
    'with a link of its own for each',
    async () => [...documentsOf(shipment, 'label'), ...documentsOf(await links(), 'label')],
  ],
  [
    'with another digest',
    async () => documentsOf(shipment, 'label', 'label').map((document, n) => ({ ...document, sha256: String(n) })),
  ],
])('a job that lists a document twice is not signed: %s', async (_, documents) => {
  const answer = await sign(front, 'job-twice', await documents())
  expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([400, 'invalid_request'])
  expect(await FRONT_FIRST()).toBe(SIGNED)
})

it('of twenty concurrent devices and jobs exactly one prints; repeats of one job are all signed', async () => {
  const document = documentsOf(await links(), 'label')
  const race = async (id: (n: number) => string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => sign(n % 2 ? front : back, id(n), document)))
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    return { signed: count(200), claimed: count(409) }
  }
  expect(await race((n) => `job-race-${n}`)).toEqual({ signed: 1, claimed: 19 })
  await REPRINT()
  expect(await race(() => 'job-race-same')).toEqual({ signed: 10, claimed: 10 })
})

it('a refused print is not recorded as requested, and a reprint is recorded', async () => {
  await FRONT_FIRST()
  await BACK_FIRST()
  await REPRINT()
  const events = await scene.context.db
    .selectFrom('audit_event')
    .where('subject', '=', shipment.id)
    .where('event', 'in', ['print_requested', 'shipment_reprinted'])
    .orderBy('seq')
    .select(['event', 'details'])
    .execute()
  expect(events).toEqual([
    { event: 'print_requested', details: { hub: front, job_id: 'job-first', copies: 1, document: 'label' } },
    { event: 'shipment_reprinted', details: { documents: 'label' } },
  ])
})

it('a claim binds colleagues too; other organisations neither see nor release it', async () => {
  await FRONT_FIRST()
  const { authorization } = await signInto(scene, buyer.organisation)
  const headers = { authorization }
  const seen = await scene.app.inject({ url: `/api/stamp/v1/shipment/${shipment.id}`, headers })
  const args = { job_id: 'job-colleague', kind: 'mailing', title: 'L', documents: documentsOf(seen.json(), 'label') }
  const payload = { op: 'print', args, expires_in_ms: 15_000 }
  const answer = await scene.app.inject({ method: 'POST', url: `/api/iot/v1/hub/${back}/request`, headers, payload })
  expect(answer.json<ErrorBody>().code).toBe(CLAIMED)
  const stranger = await aBuyer(scene, 0)
  const foreign = await stranger.post(`/stamp/v1/shipment/${shipment.id}/reprint`, { documents: ['label'] })
  expect(foreign.statusCode).toBe(404)
  expect(await BACK_OTHER()).toBe(CLAIMED)
})

it('the database rejects changes of a claim', async () => {
  await FRONT_FIRST()
  const taken = asOwner(scene.database.url, `update print_claim set job_id = 'job-taken'`)
  await expect(taken).rejects.toThrow('print_claim is append only')
})

import type { Manifest } from '@postroom/contract/manifest'
import type { Shipment } from '@postroom/contract/shipment'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInto } from '../../testing/sign-into.ts'
import { clickAndDropScene, type ClickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import type { Fault } from '../../testing/click-and-drop/faults.ts'
import { purchaseScene } from '../../testing/purchase-scene.ts'
import { asOwner } from '../../testing/test-database.ts'
import { followManifests } from './follow-manifests.ts'

interface Listed {
  data: Manifest[]
  is_wanted: boolean
  waiting: number
}

let scene: ClickAndDropScene
let mailroom: string
beforeEach(async () => {
  scene = await clickAndDropScene(50_00)
  mailroom = (await signInto(scene, scene.buyer.organisation)).authorization
})
afterEach(() => scene.close())

function call(method: 'GET' | 'POST', rest = '', authorization = mailroom) {
  const url = `/api/stamp/v1/carrieraccount/${scene.buyer.account}/manifest${rest}`
  return scene.app.inject({ method, url, headers: { authorization } })
}
const make = async () => (await call('POST')).json<Manifest>()
const listed = async () => (await call('GET')).json<Listed>()
const newest = async () => (await listed()).data[0]!
const plan = (...faults: Fault[]) => scene.stub.faults.plan('manifest', ...faults)
/** All that is open is due now. */
async function look(): Promise<void> {
  await asOwner(scene.database.url, 'update manifest set look_at = clock_timestamp() where look_at is not null')
  await followManifests(scene.context)
}

const at = (time: string) =>
  asOwner(
    scene.database.url,
    `update carrier_account set manifest_at = (${time})::time where id = '${scene.buyer.account}'`,
  )
const change = (manifest_at: string | null) =>
  scene.app.inject({
    method: 'PUT',
    url: `/api/stamp/v1/carrieraccount/${scene.buyer.account}`,
    headers: { authorization: mailroom },
    payload: { manifest_at },
  })

describe('the end of a day', () => {
  it('has a manifest of what was bought since the last one, which is downloaded', async () => {
    await scene.buyer.buy('the-first-item')
    await scene.buyer.buy('the-second-item')
    expect(await listed()).toMatchObject({ is_wanted: true, waiting: 2, data: [] })
    const made = await make()
    expect(made).toMatchObject({ state: 'made', number: '501' })
    expect(await listed()).toMatchObject({ waiting: 0, data: [{ id: made.id, state: 'made' }] })
    const pdf = await call('GET', `/${made.id}/pdf`)
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(scene.stub.violations).toEqual([])
  })

  it('is asked for thirty times in a quarter of an hour at most', async () => {
    const { organisation, account } = scene.buyer
    await asOwner(
      scene.database.url,
      `insert into manifest (organisation_id, carrier_account_id) values ('${organisation}', '${account}')`,
    )
    for (let times = 0; times < 30; times++) expect(await make()).toMatchObject({ state: 'asked' })
    expect((await call('POST')).json()).toMatchObject({ code: 'too_many_requests' })
  })

  it('counts each time it is asked for again as one of the thirty', async () => {
    await scene.buyer.buy('the-only-item')
    const made = await make()
    const again = async () => (await call('POST', `/${made.id}/retry`)).json()
    for (let times = 1; times < 30; times++) expect(await again()).toEqual(made)
    expect(await again()).toMatchObject({ code: 'too_many_requests' })
  })

  it('without anything bought fails in the words of the carrier', async () => {
    expect(await make()).toMatchObject({ state: 'failed', reason: 'There are no orders to manifest.' })
  })

  it('ends what can be voided', async () => {
    const { id } = (await scene.buyer.buy('a-listed-item')).json<Shipment>()
    await make()
    const voided = await scene.app.inject({
      method: 'PUT',
      url: `/api/stamp/v1/shipment/${id}/void`,
      headers: { authorization: scene.buyer.authorization },
      payload: { cancellation_reason: 'Wrong' },
    })
    expect(voided.json()).toMatchObject({ status: 'void_rejected' })
  })
})

describe('a manifest that the carrier makes later (fault 5)', () => {
  beforeEach(() => scene.buyer.buy('an-item-to-list'))

  it('is pending, is looked at until it is made, and is asked for once meanwhile', async () => {
    plan({ kind: 'in_progress', looks: 2 })
    const asked = await make()
    expect(asked).toMatchObject({ state: 'pending', number: '501' })
    expect(await make()).toEqual(asked)
    expect((await call('GET', `/${asked.id}/pdf`)).statusCode).toBe(404)
    await look()
    await look()
    expect(await newest()).toMatchObject({ state: 'pending' })
    await look()
    expect(await newest()).toEqual({ ...asked, state: 'made' })
    expect(scene.account.manifests.count).toBe(1)
  })

  it('that fails says why, and is made when it is asked for again', async () => {
    plan({ kind: 'in_progress', looks: 1, failure: 'No collection is booked.' })
    const { id } = await make()
    await look()
    await look()
    expect(await newest()).toMatchObject({ state: 'failed', number: '501', reason: 'No collection is booked.' })
    expect(await listed()).toMatchObject({ waiting: 1 })
    const again = (await call('POST', `/${id}/retry`)).json<Manifest>()
    expect(again).toMatchObject({ id, state: 'made', number: '501' })
    expect(again).not.toHaveProperty('reason')
    expect((await call('POST', `/${id}/retry`)).json()).toEqual(again)
  })

  it('stays pending while looks are not answered', async () => {
    plan({ kind: 'in_progress', looks: 1 })
    await make()
    plan({ kind: 'down' }, { kind: 'gibberish' })
    await look()
    await look()
    expect(await newest()).toMatchObject({ state: 'pending' })
    await look()
    await look()
    expect(await newest()).toMatchObject({ state: 'made' })
  })
})

describe('a manifest whose answer is lost', () => {
  beforeEach(() => scene.buyer.buy('an-item-to-list'))

  it('is unknown; the next one takes what the carrier did not', async () => {
    plan({ kind: 'dropped' })
    expect(await make()).toMatchObject({ state: 'unknown' })
    expect(await make()).toMatchObject({ state: 'made' })
  })

  it('that was made all the same lists nothing twice', async () => {
    plan({ kind: 'lost' })
    expect(await make()).toMatchObject({ state: 'unknown' })
    expect(await make()).toMatchObject({ state: 'failed', reason: 'There are no orders to manifest.' })
    expect(scene.account.manifests.count).toBe(1)
  })

  it('because the process died is unknown after a minute', async () => {
    const { organisation, account } = scene.buyer
    await asOwner(
      scene.database.url,
      `insert into manifest (organisation_id, carrier_account_id) values ('${organisation}', '${account}')`,
    )
    expect(await make()).toMatchObject({ state: 'asked' })
    await followManifests(scene.context)
    expect(await newest()).toMatchObject({ state: 'asked' })
    await look()
    expect(await newest()).toMatchObject({ state: 'unknown' })
  })
})

describe('the schedule of an account', () => {
  it('asks once a day after its time, when something was bought', async () => {
    await at(`'00:00'`)
    await followManifests(scene.context)
    expect((await listed()).data).toEqual([])
    await scene.buyer.buy('an-item-to-list')
    await followManifests(scene.context)
    await followManifests(scene.context)
    expect((await listed()).data).toMatchObject([{ state: 'made' }])
    await scene.buyer.buy('another-item')
    await followManifests(scene.context)
    expect(await listed()).toMatchObject({ waiting: 1, data: [{ state: 'made' }] })
  })

  it('asks for nothing before its time', async () => {
    await at(`'23:59:59.999'`)
    await scene.buyer.buy('an-item-to-list')
    await followManifests(scene.context)
    expect(await listed()).toMatchObject({ waiting: 1, data: [] })
  })

  it('is set by a manager', async () => {
    expect((await change('17:30')).json()).toMatchObject({ manifest_at: '17:30' })
    expect((await change('24:00')).json()).toMatchObject({ code: 'invalid_request' })
    expect((await change(null)).json()).not.toHaveProperty('manifest_at')
  })
})

it('is out of reach for other organisations and for senders, and not wanted where specimens are sold', async () => {
  await scene.buyer.buy('an-item-to-list')
  const { id } = await make()
  const stranger = await purchaseScene(0)
  const { authorization } = await signInto(stranger, stranger.buyer.organisation)
  const sandbox = { url: `/api/stamp/v1/carrieraccount/${stranger.buyer.account}/manifest`, headers: { authorization } }
  expect((await stranger.app.inject({ ...sandbox, method: 'GET' })).json()).toMatchObject({ is_wanted: false })
  expect((await stranger.app.inject({ ...sandbox, method: 'POST' })).json()).toMatchObject({
    code: 'manifest_not_wanted',
  })
  await stranger.close()
  scene.context.settings.projectVariant = 'other' // the variant that checks module permissions
  const { authorization: sender } = await signInto(scene, scene.buyer.organisation, { permissions: ['mod_shipping'] })
  for (const [method, rest] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${id}/pdf`],
    ['POST', `/${id}/retry`],
  ] as const)
    expect((await call(method, rest, sender)).statusCode).toBe(403)
})

const opened = () =>
  asOwner(
    scene.database.url,
    `insert into manifest (organisation_id, carrier_account_id)
     values ('${scene.buyer.organisation}', '${scene.buyer.account}')`,
  )

describe('a manifest that failed', () => {
  it('without a number is made when it is asked for again, but not while another is open', async () => {
    const failed = await make()
    expect(failed).toMatchObject({ state: 'failed' })
    await scene.buyer.buy('an-item-to-list')
    await opened()
    expect((await call('POST', `/${failed.id}/retry`)).json()).toEqual(failed)
    await asOwner(scene.database.url, `delete from manifest where state = 'asked'`)
    expect((await call('POST', `/${failed.id}/retry`)).json()).toMatchObject({ id: failed.id, state: 'made' })
    const asked = scene.context.db.selectFrom('audit_event').select('subject').where('event', '=', 'manifest_asked')
    expect(await asked.execute()).toEqual([{ subject: failed.id }, { subject: failed.id }])
  })

  it('is not found where there is none', async () => {
    const nobody = scene.buyer.account
    for (const [method, rest] of [
      ['GET', 'pdf'],
      ['POST', 'retry'],
    ] as const)
      expect((await call(method, `/${nobody}/${rest}`)).json()).toMatchObject({ code: 'not_found' })
  })
})

it('neither test prints nor voided items wait for a manifest, and each item of a shipment does', async () => {
  await scene.buyer.buy('only-a-test', scene.buyer.draft(), { test: true })
  const { id } = (await scene.buyer.buy('taken-back')).json<Shipment>()
  await scene.buyer.put(`/stamp/v1/shipment/${id}/void`, { cancellation_reason: 'Wrong' })
  await scene.buyer.buy('two-at-once', scene.buyer.draft({ meta_data: { quantity: 2 } }))
  expect(await listed()).toMatchObject({ waiting: 2 })
})

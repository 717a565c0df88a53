import type { AuthUser } from '@postroom/contract/auth'
import type { ErrorBody } from '@postroom/contract/errors'
import { OWN_MAILING_KEY } from '@postroom/contract/organisation-settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anOffice, type Office } from '../administration/testing/an-office.ts'

const SETTINGS = '/identity/v1/organisation/settings'
const SHEET = { letters: 'L7163', parcels: '4x6', first_position: { index: 0, row: 2 }, continues: true }
const ADDRESS = {
  company_name: 'Llewellyn Bindery Ltd',
  address1: '4 Bute Street',
  city: 'Cardiff',
  postal_code: 'CF10 5AL',
}

let office: Office
let clerk: AuthUser
beforeAll(async () => {
  office = await anOffice()
  clerk = await office.server.signIn('lite')
})
afterAll(() => office.server.close())

const save = (settings: object) => office.asManager('PUT', SETTINGS, settings)
const keepOwn = (user: AuthUser, value: object) =>
  office.server.as(user, 'PUT', `/identity/v1/user/data?key=${OWN_MAILING_KEY}`, value)
const owns = async () => (await office.asManager('GET', `${SETTINGS}/own`)).json<{ data: object[]; total: number }>()
const audited = async () => {
  const audit = await office.asManager('GET', '/identity/v1/organisation/audit?length=1')
  return audit.json<{ data: object[] }>().data[0]
}

it('answers without a section until a manager saves it, then to every user', async () => {
  expect((await office.server.as(clerk, 'GET', SETTINGS)).json()).toEqual({})
  expect((await save({ sheet: SHEET })).json()).toEqual({ sheet: SHEET })
  expect((await office.server.as(clerk, 'GET', SETTINGS)).json()).toEqual({ sheet: SHEET })
})

it('replaces the sections it is given, keeps the others, and names them in the audit log', async () => {
  const delivery_mails = { addressee: ['dispatched'], sender: [] }
  const slogans = [{ text: 'Bound by hand', until: '2026-12-06', is_default: true }]
  expect((await save({ slogans, delivery_mails })).json()).toEqual({ sheet: SHEET, slogans, delivery_mails })
  expect((await save({ slogans: [] })).json()).toEqual({ sheet: SHEET, slogans: [], delivery_mails })
  expect(await audited()).toMatchObject({ event: 'settings_saved', details: { sections: 'slogans' } })
  expect((await save({})).statusCode).toBe(200)
})

it('offers a sender of the organisation only, and none once it is deleted', async () => {
  const { id } = (await office.asManager('POST', '/stamp/v1/shipper', { alias: 'Office', address: ADDRESS })).json<{
    id: string
  }>()
  expect((await save({ sender: { id } })).json()).toMatchObject({ sender: { id } })
  const unknown = await save({ sender: { id: office.stranger } })
  expect(unknown.json<ErrorBody>().fields).toMatchObject([{ field: 'sender.id', code: 'not_allowed' }])
  await office.asManager('DELETE', `/stamp/v1/shipper/${id}`)
  expect((await save({})).json()).not.toHaveProperty('sender')
  expect((await save({ sender: { id: null } })).json()).toMatchObject({ sender: { id: null } })
})

it('lists who has preferences of their own, and gives them those of the organisation again', async () => {
  expect(await owns()).toMatchObject({ data: [], total: 0 })
  const own = { sheet: { letters: 'DK-22205', continues: false } }
  await keepOwn(clerk, own)
  await keepOwn(office.manager, { columns: 3 })
  const { data, total } = await owns()
  expect(total).toBe(2)
  expect(data).toContainEqual(expect.objectContaining({ own }))
  expect(data).toContainEqual(expect.objectContaining({ own: {} }))
  const { user_id } = data.find((row) => 'sheet' in (row as { own: object }).own) as { user_id: string }
  const remove = () => office.asManager('DELETE', `${SETTINGS}/own/${user_id}`)
  expect((await remove()).json()).toEqual({ user_id })
  expect(await audited()).toMatchObject({ event: 'own_settings_deleted', subject: user_id })
  expect((await remove()).statusCode).toBe(404)
  const left = await office.server.as(clerk, 'GET', `/identity/v1/user/data?key=${OWN_MAILING_KEY}`)
  expect(left.json()).toEqual({ key: OWN_MAILING_KEY })
})

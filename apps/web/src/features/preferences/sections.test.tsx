import { getPermission, getUserData, putUserData } from '@postroom/contract/identity'
import {
  deleteOwnSettings,
  getOrganisationSettings,
  listOwnSettings,
  saveOrganisationSettings,
  type OrganisationSettings,
} from '@postroom/contract/organisation-settings'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { FROM } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const PATH = '/app/mailing-system-setting'
const SHIPPER = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', alias: 'Bindery', address: { ...FROM, name: 'Ann' } }
const PRESS = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae8',
  alias: 'Press',
  address: { ...FROM, name: '', company_name: 'Gomer Press' },
}

let office: OrganisationSettings
const rights = (...permissions: string[]) =>
  server.on(getPermission, () => ({ permissions, roles: [], products: [], custom_data: {} }))
beforeEach(() => {
  office = {}
  rights('mod_mailing', 'administration')
  server.on(getOrganisationSettings, () => office)
  server.on(listOwnSettings, () => pageOf([]))
  server.on(listShippers, () => pageOf([SHIPPER, PRESS]))
})
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const saves = () => server.on(saveOrganisationSettings, ({ body }) => (office = { ...office, ...body }))
/** Whether a button looks like the next thing to do. */
const isMain = (button: HTMLElement) => /primary/.test(button.className)

it('offers each place of the chosen sheet, begins at its top on request, and returns to the printer', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Default sheet or roll')
  const save = card.getByRole('button', { name: 'Save the sheet' })
  expect(isMain(save)).toBe(false)
  const choose = async (of: RegExp, option: RegExp) => {
    await user.click(card.getByRole('button', { name: of }))
    await user.click(screen.getByRole('option', { name: option }))
  }
  expect(card.queryByRole('img')).toBeNull()
  expect(card.getByRole('checkbox', { name: /^Remember/ })).toBeChecked()
  await choose(/Letters$/, /^L7163/)
  expect(isMain(save)).toBe(true)
  expect(card.getByText(/^4 places before it stay free/)).toBeVisible()
  await user.click(card.getByRole('button', { name: /First row$/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
  ])
  await user.keyboard('{Escape}')
  await choose(/First column$/, /^2$/)
  expect(card.getByRole('img', { name: 'L7163, first label in row 3, column 2' })).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Start at the top' }))
  expect(card.getByText('14 labels on the first sheet')).toBeVisible()
  const places = [...card.getByRole('img').querySelectorAll('rect')]
  expect(places.map((place) => ['x', 'y', 'width', 'height'].map((side) => place.getAttribute(side)))[3]).toEqual([
    '106270',
    '53250',
    '99060',
    '38100',
  ])
  expect(card.getByRole('img')).toHaveAttribute('viewBox', '0 0 210000 297000')
  await user.click(save)
  await waitFor(() => expect(calls.at(-1)?.body.sheet?.first_position).toEqual({ index: 0, row: 0 }))
  // another sheet begins at its usual place again
  await choose(/Letters$/, /^L7166/)
  expect(card.getByRole('img', { name: 'L7166, first label in row 3, column 1' })).toBeVisible()
  await choose(/Letters$/, /^Hovat/)
  expect(card.getByText('5 labels on the first sheet')).toBeVisible()
  for (const single of [/^4x4/, /^DK-22205/]) {
    await choose(/Letters$/, single)
    expect(card.queryByRole('button', { name: /First row$/ })).toBeNull()
    expect(card.queryByText(/on the first sheet$/)).toBeNull()
    expect(card.getByRole('img', { name: /first label in row 1, column 1$/ })).toBeVisible()
  }
  await choose(/Letters$/, /^As the letter printer/)
  expect(card.queryByRole('img')).toBeNull()
  await user.click(save)
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ sheet: { continues: true } }))
}, 20_000)

it('marks the places before the first label', async () => {
  office = { sheet: { letters: 'L7163', first_position: { index: 1, row: 0 }, continues: false } }
  openPage(PATH)
  const card = await region('Default sheet or roll')
  expect(card.getByRole('checkbox', { name: /^Remember/ })).not.toBeChecked()
  const looks = [...card.getByRole('img').querySelectorAll('rect')].map(({ classList }) => [...classList].join(' '))
  expect(looks.slice(0, 3).map((look) => [/before/, /first/].map((name) => name.test(look)))).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})

it('takes twenty slogans of sixty characters, each once; the first is the default', async () => {
  office = { slogans: Array.from({ length: 19 }, (_, at) => ({ text: `Slogan ${at}`, is_default: at === 3 })) }
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Slogans')
  const [field, add] = [card.getByLabelText(/^New slogan/), card.getByRole('button', { name: 'Add' })]
  const save = card.getByRole('button', { name: 'Save the slogans' })
  expect(field).toHaveAttribute('maxlength', '60')
  expect(field).toHaveAttribute('spellcheck', 'true')
  expect([isMain(save), card.queryByText('There is no slogan yet.')]).toEqual([false, null])
  expect(add).toBeDisabled()
  await user.type(field, ' Slogan 4 ')
  expect(add).toBeDisabled()
  await user.clear(field)
  await user.type(field, ' Another ')
  await user.click(add)
  expect(field).toHaveValue('')
  expect(isMain(save)).toBe(true)
  await user.type(field, 'One more')
  expect(add).toBeDisabled()
  const marked = () => card.getAllByRole('listitem').filter((row) => within(row).queryByText('default'))
  expect(marked().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Slogan 3/)])
  await user.click(save)
  await waitFor(() => expect(calls[0]?.body.slogans?.[19]).toEqual({ text: 'Another', is_default: false }))
  await waitFor(() => expect(isMain(save)).toBe(false))
})

it('makes the first slogan the default', async () => {
  const user = openPage(PATH)
  const card = await region('Slogans')
  expect(card.getByText('There is no slogan yet.')).toBeVisible()
  await user.type(card.getByLabelText(/^New slogan/), 'Nadolig llawen')
  await user.click(card.getByRole('button', { name: 'Add' }))
  expect(card.getByText('default')).toBeVisible()
  expect(card.queryByRole('button', { name: /^Make default/ })).toBeNull()
})

it('keeps the return address off the letters, and shows it on one line', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Return address')
  const lines = card.getAllByRole('textbox')
  expect(lines.map((line) => line.getAttribute('maxlength'))).toEqual(['48', '48', '48', '48'])
  const box = card.getByRole('checkbox', { name: /^Print it on franking labels/ })
  expect(box).toBeChecked()
  await user.click(box)
  await user.type(lines[0]!, 'Kiln ')
  await user.type(lines[3]!, 'Truro')
  expect(card.getByText('Kiln, Truro')).toBeVisible()
  const save = card.getByRole('button', { name: 'Save the address' })
  expect(isMain(save)).toBe(true)
  await user.click(save)
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([{ return_address: { lines: 'Kiln\nTruro', on_letters: false } }]),
  )
  await waitFor(() => expect(isMain(save)).toBe(false))
})

it('saves a sender, shows its address, and names the price list that the account pays by', async () => {
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Price list and sender')
  expect(await card.findByText(/^Online price list, from \d+ \w+ \d{4}$/)).toBeVisible()
  expect(card.getByText('The account ‘Office’ pays by it.')).toBeVisible()
  const save = card.getByRole('button', { name: 'Save the sender' })
  const sender = () => card.getByRole('button', { name: /Sender$/ })
  expect(sender()).toHaveAccessibleDescription('Senders are saved where an item is sent.')
  expect(isMain(save)).toBe(false)
  for (const [alias, words] of [
    ['Bindery', 'Ann, 3 Stryd y Bont, Machynlleth, SY20 8AE'],
    ['Press', 'Gomer Press, 3 Stryd y Bont, Machynlleth, SY20 8AE'],
  ] as const) {
    await user.click(sender())
    await user.click(await screen.findByRole('option', { name: alias }))
    expect(sender()).toHaveAccessibleDescription(words)
  }
  expect(isMain(save)).toBe(true)
  await user.click(save)
  expect(await card.findByText(/^Saved at/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ sender: { id: PRESS.id } }])
})

it('saves the mails to both at once, and looks saved afterwards', async () => {
  office = { delivery_mails: { addressee: ['delivered'], sender: ['problem'] } }
  const calls = saves()
  const user = openPage(PATH)
  const card = await region('Mails about delivery')
  const save = card.getByRole('button', { name: 'Save the mails' })
  expect(isMain(save)).toBe(false)
  const sender = within(card.getByRole('group', { name: /^To the person/ }))
  await user.click(sender.getByRole('checkbox', { name: 'Problem on the way' }))
  await user.click(sender.getByRole('checkbox', { name: 'Delivered' }))
  expect(isMain(save)).toBe(true)
  await user.click(save)
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([
      { delivery_mails: { addressee: ['delivered'], sender: ['delivered'] } },
    ]),
  )
  await waitFor(() => expect(isMain(save)).toBe(false))
})

const person = (fullname: string, own: object) => ({ user_id: crypto.randomUUID(), fullname, own })

it('names what each colleague has of their own, and ends one at a time', async () => {
  const all = {
    sheet: { continues: true },
    slogans: [],
    return_address: { lines: '', on_letters: true },
    sender: { id: null },
  }
  const people = [person('Ann', all), person('Ben', {}), person('Cai', { slogans: [] })]
  const asked = server.on(listOwnSettings, () => pageOf(people))
  server.on(deleteOwnSettings, () => new Promise<never>(() => {}))
  const user = openPage(PATH)
  const card = await region('Who has their own')
  expect((await card.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Annsheet, slogans, return address and senderUse the default',
    'CaislogansUse the default',
  ])
  expect(card.queryByText('Everybody uses these.')).toBeNull()
  expect(asked[0]?.query).toMatchObject({ length: 100, orderBy: 'fullname', orderAsc: 'true' })
  await user.click(card.getByRole('button', { name: 'Use the default: Cai' }))
  await waitFor(() =>
    expect(card.getByRole('button', { name: /^Use the default: Cai/ })).toHaveAttribute('data-pending', 'true'),
  )
  expect(card.getByRole('button', { name: 'Use the default: Ann' })).not.toHaveAttribute('data-pending')
})

it('lists the colleagues again after a failure', async () => {
  server.on(listOwnSettings, () => new Refusal('invalid_request'))
  const user = openPage(PATH)
  const card = await region('Who has their own')
  expect(await card.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.queryByText(/Error ID/)).toBeNull()
  server.on(listOwnSettings, () => pageOf([]))
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('Everybody uses these.')).toBeVisible()
})

const line = async () => (await region('Return address')).getByLabelText('Line 1')

it('lets a manager save for themselves, beginning with what applies to them', async () => {
  office = { return_address: { lines: 'Office', on_letters: true } }
  let own: object = {}
  server.on(getUserData, ({ query: { key } }) => ({ key, value: key === 'mailing' ? own : undefined }))
  server.on(putUserData, ({ query: { key }, body }) => {
    own = body as object
    return { key }
  })
  const listed = server.on(listOwnSettings, () => pageOf([{ user_id: USER.id, fullname: 'Demo', own }]))
  const user = openPage(PATH)
  await user.type(await line(), '!')
  await user.click(screen.getByRole('radio', { name: 'For me' }))
  // what was typed for everybody is not meant for the user
  expect(await line()).toHaveValue('Office')
  expect(screen.queryByRole('region', { name: 'Mails about delivery' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use the default' })).toBeNull()
  await user.type(await line(), ' 2')
  await user.click(screen.getByRole('button', { name: 'Save the address' }))
  await waitFor(() => expect(own).toEqual({ return_address: { lines: 'Office 2', on_letters: true } }))
  expect(await screen.findByRole('button', { name: 'Use the default' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'For everybody' }))
  expect(await line()).toHaveValue('Office')
  expect(await screen.findByRole('button', { name: 'Use the default: Demo' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Use the default' })).toBeNull()
  expect(listed.length).toBeGreaterThan(0)
})

it('says while it loads, and that the connection failed', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof UNREACHABLE>()
  server.on(getOrganisationSettings, () => promise)
  openPage(PATH)
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeVisible()
  resolve(UNREACHABLE)
  expect(await screen.findByText('This could not be loaded.')).toBeVisible()
  expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull()
})

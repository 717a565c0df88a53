import { countAddresses, searchAddresses } from '@postroom/contract/address-book'
import { searchShipments } from '@postroom/contract/shipment-search'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, test } from 'vitest'
import { FROM } from '../../../testing/a-shipment.ts'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { heads, pagesOf, tablesAreWide } from '../../../testing/tables.ts'
import { openToast } from '../../../ui/toast-queue.ts'

const HEADS = 'Recipient,Street,Place,PC,Ref'
const LINE = 'Osric Fenn,27 Castle Street,Hereford,HR1 2LX,W-1'
const COUNTS = { unchecked: 0, difference: 0, wrong: 0, returned: 0, twice: 0 }
const tagged = (...tags: { tag: string; count: number }[]) =>
  server.on(countAddresses, () => ({ all: 0, states: COUNTS, tags }))
const anAddress = (number: number) => ({
  ...FROM,
  name: `Person ${number}`,
  id: `0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c${String(1000 + number)}`,
  code: '',
  isResidential: false,
  visibility: 'Public' as const,
  tags: ['Catalogue'],
  correction_status: 'unverified' as const,
  invalid_reason: null,
  suggested: null,
  sent: 0,
  last_sent_at: null,
  is_twice: false,
  addressee: 'an addressee',
})

beforeEach(() => {
  server.on(searchShipments, () => pageOf([]))
  tagged({ tag: 'Catalogue', count: 1_100 }, { tag: 'One', count: 1 })
})
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!
async function open() {
  const user = openPage('/app/ship-by-address')
  await screen.findByText('Who do you send to?')
  return user
}
async function choose(...lines: string[]) {
  const user = await open()
  await user.upload(input(), new File([lines.join('\n')], 'winter.csv'))
  await screen.findByRole('region', { name: 'winter.csv' })
  return user
}
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('[role=gridcell],[role=rowheader]')].map(({ textContent }) => textContent))

test.each([
  [1024, ['Row 75', 'To 223', 'Address 334', 'Your reference 132', 'State 260']],
  [899, ['Row 75', 'To 226', 'Address 338', 'State 260']],
  [719, ['Row 75', 'To 384', 'State 260']],
])('the addressees have room for these columns in %i pixels', async (pixels, columns) => {
  tablesAreWide(pixels)
  await choose(HEADS, LINE)
  await screen.findByRole('rowheader')
  expect(heads()).toEqual(columns)
})

test.each([
  [900, 4],
  [720, 3],
])('the addressees have room in %i pixels for one column more', async (pixels, count) => {
  tablesAreWide(pixels)
  await choose(HEADS, LINE)
  await screen.findByRole('rowheader')
  expect(heads()).toHaveLength(count + 1)
})

it('shows an addressee on two lines on a phone', async () => {
  tablesAreWide(400)
  await choose(HEADS, LINE)
  expect(await screen.findByRole('row', { name: /Osric/ })).toHaveTextContent(/^Osric Fenn, HerefordReady$/)
})

it('writes number, name, street, reference and state of each row, with the first thing that is wrong', async () => {
  const user = await choose(HEADS, LINE, ' , 2 Quay Street , , TR1 3 ,', 'Ines,11 Lion Yard,,LD3 7HL,')
  await screen.findAllByRole('rowheader')
  expect(cells()).toEqual([
    ['2', 'Osric Fenn, Hereford', '27 Castle Street, Hereford, HR1 2LX', 'W-1', 'Ready'],
    ['3', 'No name', '', '', expect.stringMatching(/^[A-Z][^:]+: .+/)],
    ['4', 'Ines', '', '', expect.stringMatching(/^Town or city: /)],
  ])
  const chips = screen.getAllByRole('radio').map((chip) => chip.textContent)
  expect(chips).toEqual(['All 3', 'Ready 1', 'To correct 2'])
  expect(screen.getByText('2 rows are left out until they are corrected.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: /^To correct/ }))
  expect(cells()).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: /^Ready/ }))
  expect(cells()).toHaveLength(1)
})

it('says that there is no row behind a chip', async () => {
  const user = await choose(HEADS, LINE)
  await user.click(screen.getByRole('radio', { name: /^To correct/ }))
  expect(await screen.findByText('No rows here')).toBeVisible()
})

it('names the columns, also one without a name, and chooses another file', async () => {
  const user = await choose('Recipient,Street,,PC,Remarks', 'Osric Fenn,27 Castle Street,Hereford,HR1 2LX,')
  const card = within(screen.getByRole('region', { name: 'winter.csv' }))
  expect(card.getByText('1 rows and 5 columns, 3 of them recognised.')).toBeVisible()
  const columns = card.getAllByRole('button').map(({ textContent }) => textContent)
  expect(columns).toEqual([
    'Choose another file',
    expect.stringMatching(/^Name/),
    'Address',
    'Not used',
    'Postcode',
    'Not used',
  ])
  await user.click(card.getByRole('button', { name: /Column 3$/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Not used',
    expect.stringMatching(/^Name/),
    'Company',
    'Address',
    expect.any(String),
    expect.any(String),
    'Town or city',
    expect.any(String),
    'Postcode',
    'Country',
    expect.any(String),
    expect.any(String),
    'Your reference',
  ])
  await user.click(screen.getByRole('option', { name: 'Town or city' }))
  expect(await screen.findByRole('button', { name: /^Go on with 1/ })).toBeEnabled()
  expect(card.queryByText(/were read\. Send the rest/)).toBeNull()
  await user.click(card.getByRole('button', { name: 'Choose another file' }))
  expect(await screen.findByText('Who do you send to?')).toBeVisible()
})

it('says that a file is too long to be read whole', async () => {
  await choose(HEADS, ...Array.from({ length: 1_001 }, () => LINE))
  expect(screen.getByText('Only the first 1,000 rows were read. Send the rest as another mailing.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Go on with 1,000/ })).toBeEnabled()
})

it.each([
  [20, 0],
  [21, 1],
])('of %i rows to correct, %i follow later', async (count, later) => {
  await choose(HEADS, ...Array.from({ length: count }, (_, number) => `Person ${number},2 Quay Street,Truro,TR1 3,`))
  const card = within(screen.getByRole('region', { name: `${count} rows to correct` }))
  expect(card.getAllByRole('listitem')).toHaveLength(20)
  expect(card.queryAllByText(/more row follows/)).toHaveLength(later)
  expect(card.getAllByRole('listitem')[0]).toHaveTextContent(/^Row 2 Person 0, Truro/)
})

it('keeps what is typed until it is taken, field by field, and forgets it with another file', async () => {
  const user = await choose(HEADS, 'Perran,2 Quay Street,,TR1 3,W')
  const card = within(screen.getByRole('region', { name: '1 row to correct' }))
  const [town, postcode] = [card.getByLabelText('Town or city'), card.getByLabelText('Postcode')]
  expect(postcode).toHaveValue('TR1 3')
  await user.type(town, 'Truro')
  await user.type(postcode, 'Q')
  expect([town, postcode]).toEqual([
    expect.objectContaining({ value: 'Truro' }),
    expect.objectContaining({ value: 'TR1 3Q' }),
  ])
  await user.click(card.getByRole('button', { name: 'Take this' }))
  expect(card.queryByLabelText('Town or city')).toBeNull()
  expect(postcode).toHaveValue('TR1 3Q')
  await user.type(postcode, 'P{Enter}')
  await waitFor(() => expect(screen.queryByText('1 row to correct')).toBeNull())
  expect(cells()[0]?.slice(0, 4)).toEqual(['2', 'Perran, Truro', '2 Quay Street, Truro, TR1 3QP', 'W'])
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  await user.upload(input(), new File([`${HEADS}\nPerran,2 Quay Street,,TR1 3,W`], 'winter.csv'))
  expect(await screen.findByText('1 row to correct')).toBeVisible()
})

it('takes everybody with a tag, by a hundred at a time and a thousand at most, by name', async () => {
  const all = Array.from({ length: 1_100 }, (_, number) => anAddress(number))
  const asked = server.on(searchAddresses, pagesOf(all))
  const user = await open()
  const tags = await screen.findByRole('button', { name: /From the address book/ })
  await waitFor(() => expect(tags).toBeEnabled())
  expect(tags).toHaveTextContent('Choose a tag')
  expect(screen.getByText('Everybody with this tag gets one item.')).toBeVisible()
  await user.click(tags)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Catalogue, 1,100 addresses',
    'One, 1 address',
  ])
  await user.click(screen.getByRole('option', { name: /^Catalogue/ }))
  expect(await screen.findByText('1,000 addresses with the tag Catalogue.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Go on with 1,000/ })).toBeEnabled()
  expect(asked.map(({ query, body }) => [query.start, query.length, query.orderBy, body.tags])).toEqual(
    Array.from({ length: 10 }, (_, page) => [page * 100, 100, 'name', ['Catalogue']]),
  )
  await user.click(screen.getByRole('button', { name: 'Choose others' }))
  expect(await screen.findByText('Who do you send to?')).toBeVisible()
})

it.each([
  [100, 1],
  [101, 2],
])('asks for %i addresses in %i calls', async (count, calls) => {
  const asked = server.on(searchAddresses, pagesOf(Array.from({ length: count }, (_, number) => anAddress(number))))
  const user = await open()
  await waitFor(() => expect(screen.getByRole('button', { name: /From the address book/ })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: /From the address book/ }))
  await user.click(await screen.findByRole('option', { name: /^Catalogue/ }))
  expect(await screen.findByText(`${count} addresses with the tag Catalogue.`)).toBeVisible()
  expect(asked).toHaveLength(calls)
  await screen.findAllByRole('rowheader')
  expect(cells()[0]?.slice(0, 3)).toEqual(['1', 'Person 0, Machynlleth', '3 Stryd y Bont, Machynlleth, SY20 8AE'])
})

it('sends one item to an address that moves to the next page while the addresses are read', async () => {
  const all = Array.from({ length: 101 }, (_, number) => anAddress(number))
  server.on(searchAddresses, ({ query: { start, length } }) => ({
    data: start === 0 ? all.slice(0, 100) : all.slice(99),
    total: 101,
    start,
    length,
  }))
  const user = await open()
  await waitFor(() => expect(screen.getByRole('button', { name: /From the address book/ })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: /From the address book/ }))
  await user.click(await screen.findByRole('option', { name: /^Catalogue/ }))
  expect(await screen.findByText('101 addresses with the tag Catalogue.')).toBeVisible()
})

it('says that addresses could not be loaded, and lets them be chosen again', async () => {
  const asked = server.on(searchAddresses, () => new Refusal('try_again'))
  const user = await open()
  const tags = await screen.findByRole('button', { name: /From the address book/ })
  await waitFor(() => expect(tags).toBeEnabled())
  await user.click(tags)
  await user.click(await screen.findByRole('option', { name: /^One/ }))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error' }))
  expect(asked).toHaveLength(1)
  await waitFor(() => expect(tags).toHaveTextContent('One, 1 address'))
  await waitFor(() => expect(tags).toBeEnabled())
})

it('lets no other tag be chosen while the addresses of one are loading', async () => {
  server.on(searchAddresses, () => new Promise<never>(() => {}))
  const user = await open()
  const tags = await screen.findByRole('button', { name: /From the address book/ })
  await waitFor(() => expect(tags).toBeEnabled())
  await user.click(tags)
  await user.click(await screen.findByRole('option', { name: /^One/ }))
  await waitFor(() => expect(tags).toBeDisabled())
})

it('says that no address has a tag', async () => {
  tagged()
  await open()
  expect(await screen.findByText('No address has a tag yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: /From the address book/ })).toBeDisabled()
  expect(screen.queryByText('Everybody with this tag gets one item.')).toBeNull()
})

it('takes CSV files, says that one cannot be opened, and reads the next one', async () => {
  const user = await open()
  expect(input()).toHaveAttribute('accept', '.csv,text/csv,text/plain')
  const file = new File([HEADS], 'winter.csv')
  file.arrayBuffer = () => Promise.reject(new Error('gone'))
  await user.upload(input(), file)
  expect(await screen.findByText(/^This file could not be read\. Save it as CSV/)).toBeVisible()
  expect(openToast()).toBeUndefined()
  await user.upload(input(), new File([`${HEADS}\n${LINE}`], 'winter.csv'))
  expect(await screen.findByRole('region', { name: 'winter.csv' })).toBeVisible()
})

it('shows that a file is being read', async () => {
  const user = await open()
  const file = new File([HEADS], 'winter.csv')
  file.arrayBuffer = () => new Promise<never>(() => {})
  const button = screen.getByRole('button', { name: 'Choose a CSV file' })
  expect(button).not.toHaveAttribute('data-pending')
  await user.upload(input(), file)
  await waitFor(() => expect(button).toHaveAttribute('data-pending'))
})

/** Drags something over the place for a file, and drops it. @returns what the pointer shows */
function drop(kind: 'file' | 'string', type: string) {
  const file = new File([`${HEADS}\n${LINE}`], 'winter.csv', { type })
  const item = { kind, type, getAsFile: () => file }
  const types = kind === 'file' ? ['Files'] : [type]
  const dataTransfer = {
    types,
    items: [item],
    files: [file],
    effectAllowed: 'all',
    dropEffect: '',
    getData: () => LINE,
  }
  const place = screen.getByText('From a file').parentElement!
  for (const name of ['dragEnter', 'dragOver', 'drop'] as const) {
    const event = createEvent[name](place)
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    fireEvent(place, event)
  }
  return dataTransfer.dropEffect
}

it.each(['text/csv', 'text/plain'])('reads a file of the type %s that is dropped', async (type) => {
  await open()
  expect(drop('file', type)).toBe('copy')
  expect(await screen.findByRole('region', { name: 'winter.csv' })).toBeVisible()
})

it('takes no picture, and no text without a file', async () => {
  await open()
  expect(drop('file', 'image/png')).toBe('none')
  drop('string', 'text/plain')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose a CSV file' })).not.toHaveAttribute('data-pending'),
  )
  expect(screen.getByText('Who do you send to?')).toBeVisible()
})

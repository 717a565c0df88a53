import type { Printer, ResultOf } from '@postroom/contract/device-messages'
import { listHubs } from '@postroom/contract/hub'
import type { PageCode } from '@postroom/contract/page-code'
import { createRulerPage } from '@postroom/contract/ruler-page'
import { getServerTime } from '@postroom/contract/server-time'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairDevice, PRINTER, type FakeDevice } from '../../testing/fake-device.ts'
import { aJob } from '../../testing/a-job.ts'
import { server, UNREACHABLE } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const SLOW = { timeout: 12_000 }
const open = () => openPage('/app/system-check')
const rowOf = (name: string) =>
  screen.getAllByRole('listitem').find((item) => item.querySelector('strong')?.textContent === name)!
/** The row of a link, once it has found what is wrong; it has this remedy and no other. */
async function badRow(name: string, fault: string, remedy: string): Promise<HTMLElement> {
  await expect.poll(() => rowOf(name).textContent, SLOW).toContain(fault)
  const row = within(rowOf(name))
  const remedies = [...row.queryAllByRole('button'), ...row.queryAllByRole('link')]
  expect(remedies.map((one) => one.getAttribute('aria-label'))).toEqual([`${remedy}: ${name}`])
  return remedies[0]!
}
const allFine = () => expect.poll(() => screen.queryAllByText('fine'), SLOW).toHaveLength(9)

const status = (changes: Partial<ResultOf<'status'>> = {}): ResultOf<'status'> => ({
  alias: 'Reception PC',
  version: '1.0.0',
  printers: [PRINTER],
  scales: [],
  config: CONFIGS,
  ...changes,
})
const report = (device: FakeDevice, changes: Partial<ResultOf<'status'>>) => device.on('status', () => status(changes))

it('runs by itself and finds every link fine, without a remedy', async () => {
  pairDevice()
  open()
  await screen.findByText('From this browser to the paper')
  await allFine()
  const list = within(rowOf('Browser').closest('ol')!)
  expect(list.queryByRole('button')).toBeNull()
  expect(list.queryByRole('link')).toBeNull()
  expect(rowOf('Device manager')).toHaveTextContent('Reception PC has version 1.0.0')
  expect(rowOf('Mailing printer')).toHaveTextContent('Virtual printer, 300 dpi')
  expect(screen.getByText('9 fine')).toBeVisible()
})

const label = { name: 'label', width_mm: 102, height_mm: 152 }
it.each<[string, Partial<Printer>, string, string, RegExp]>([
  ['without paper', { state: 'stopped', reasons: ['media-empty'] }, 'Out of paper', 'Ask the printer again', /Load/],
  ['with a jam', { state: 'stopped', reasons: ['media-jam'] }, 'Not ready', 'Ask the printer again', /jammed/],
  ['that is off', { state: 'offline' }, 'No answer', 'Ask the printer again', /does not answer/],
  ['with 203 dpi', { resolutions_dpi: [203] }, 'Too coarse', 'Choose a printer', /300 dots/],
  [
    'with paper of no known format',
    { media_ready: [{ name: 'custom', width_mm: 55, height_mm: 29 }] },
    'Wrong paper',
    'Ask the printer again',
    /55 × 29 mm/,
  ],
])('a printer %s has one remedy', async (_what, change, fault, remedy, words) => {
  const device = pairDevice()
  report(device, { printers: [{ ...PRINTER, ...change }] })
  open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Mailing printer', fault, remedy)
  expect(rowOf('Mailing printer')).toHaveTextContent(words)
  if (button.tagName === 'A') expect(button).toHaveAttribute('href', '/app/device-preferences')
})

it('asks a printer again that has new paper', async () => {
  const device = pairDevice()
  report(device, { printers: [{ ...PRINTER, state: 'stopped', reasons: ['media-empty'] }] })
  const user = open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Shipping printer', 'Out of paper', 'Ask the printer again')
  report(device, {})
  await user.click(button)
  await allFine()
})

it('sets the format of a printer to the roll that is loaded', async () => {
  const device = pairDevice()
  const roll = { name: 'DK-22205', width_mm: 62, height_mm: 1000, endless: true as const }
  const twoPrinters = [
    { ...PRINTER, media_ready: [roll] },
    { ...PRINTER, id: 'other', media_ready: [] },
  ]
  const other = { ...CONFIGS.form, printerId: 'other' }
  const config = { mailing: CONFIGS.mailing, shipping: other, form: other }
  report(device, { printers: twoPrinters, config })
  device.on('config.get', () => ({ config }))
  const saves = device.on('config.set', ({ config: saved }) => ({ config: saved }))
  const user = open()
  await screen.findByText('From this browser to the paper')
  await user.click(await badRow('Mailing printer', 'Wrong paper', 'Use: Endless roll, 62 mm (2.4 in)'))
  await allFine()
  expect(saves[0]?.config).toEqual({
    ...config,
    mailing: { ...config.mailing, defaultOrSpecific: 'specific', paperFormat: 'roll_62' },
  })
})

it('offers no labels for customs documents', async () => {
  const device = pairDevice()
  report(device, { printers: [{ ...PRINTER, media_ready: [label] }] })
  open()
  await screen.findByText('From this browser to the paper')
  await badRow('Form printer', 'Wrong paper', 'Ask the printer again')
})

it('leads to the newer version of an old device manager', async () => {
  const device = pairDevice()
  report(device, { update_available: { version: '2.3.1', url: 'https://example.com/postroom-2.3.1.deb' } })
  open()
  await screen.findByText('From this browser to the paper')
  const link = await badRow('Device manager', 'Old version', 'Update to 2.3.1')
  expect(link).toHaveAttribute('href', 'https://example.com/postroom-2.3.1.deb')
})

it('asks a device manager again that did not answer; its printers wait', async () => {
  const device = pairDevice()
  device.isThere = false
  const user = open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Device manager', 'No answer', 'Ask it again')
  expect(rowOf('Mailing printer')).toHaveTextContent('waiting')
  device.isThere = true
  await user.click(button)
  await allFine()
}, 20_000)

it('opens the line to the hub again', async () => {
  const device = pairDevice()
  const user = open()
  await screen.findByText('From this browser to the paper')
  await allFine()
  device.connection('reconnecting')
  const button = await badRow('Live line', 'Closed', 'Open the line again')
  expect(rowOf('Hub')).toHaveTextContent('waiting')
  const calls = server.on(listHubs, () => pageOf([{ ...device.hub, auth_key: 'a-fresh-grant' }]))
  await user.click(button)
  await allFine()
  expect(calls).toHaveLength(1)
})

it('finds a hub that does not answer over an open line, and asks it again', async () => {
  const device = pairDevice()
  device.answersTime = false
  const user = open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Hub', 'No answer', 'Ask the hub again')
  device.answersTime = true
  await user.click(button)
  await allFine()
}, 20_000)

it('offers to pair when no device manager is paired', async () => {
  open()
  await screen.findByText('From this browser to the paper')
  const link = await badRow('Device manager', 'Not paired', 'Pair a device manager')
  expect(link).toHaveAttribute('href', '/app/device-preferences')
})

it('asks a server again that did not answer', async () => {
  pairDevice()
  server.on(getServerTime, () => UNREACHABLE)
  const user = open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Server', 'No answer', 'Ask the server again')
  expect(rowOf('Clock')).toHaveTextContent('waiting')
  server.on(getServerTime, () => ({ now: new Date().toISOString(), version: '1.8.2' }))
  await user.click(button)
  await allFine()
  expect(rowOf('Server')).toHaveTextContent('version 1.8.2')
})

it.each([
  [-600_000, 'ten minutes ahead', 'This computer is 10 minutes ahead'],
  [600_000, 'ten minutes behind', 'This computer is 10 minutes behind'],
  [-125_000, 'just over two minutes ahead', 'This computer is 2 minutes ahead'],
])('finds a clock off by %i ms, %s', async (offset, _what, words) => {
  server.on(getServerTime, () => ({ now: new Date(Date.now() + offset).toISOString(), version: '0.1.0' }))
  const user = open()
  await screen.findByText('From this browser to the paper')
  const button = await badRow('Clock', 'Wrong time', 'Compare the clocks again')
  expect(rowOf('Clock')).toHaveTextContent(words)
  server.on(getServerTime, () => ({ now: new Date(Date.now() + 110_000).toISOString(), version: '0.1.0' }))
  await user.click(button)
  await expect.poll(() => rowOf('Clock').textContent).toContain('fine')
})

it('copies a report without names, addresses and keys', async () => {
  const device = pairDevice()
  const printers = [{ ...PRINTER, name: 'Angharad’s Brother', state: 'stopped' as const, reasons: ['media-empty'] }]
  report(device, { printers, alias: device.hub.alias })
  const user = open()
  await screen.findByText('From this browser to the paper')
  await badRow('Mailing printer', 'Out of paper', 'Ask the printer again')
  // a link that answers later changes the report
  await waitFor(() => expect(screen.queryByText(/waiting$/)).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Copy the report' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(screen.getByText('Copied', { selector: 'output' })).toBeInTheDocument()
  const text = await navigator.clipboard.readText()
  expect(text).toContain('Device manager: fine; version 1.0.0')
  expect(text).toContain('Mailing printer: Out of paper; virtual, stopped, media-empty, 300 dpi; media_empty')
  expect(text.split('\n')).toHaveLength(10)
  for (const secret of ['Angharad', 'Reception', device.hub.id, device.hub.auth_key, 'localhost', 'ws:'])
    expect(text).not.toContain(secret)
})

const PAGE = {
  type: 'ruler' as const,
  url: '/iot/v1/ruler-page.pdf?access_token=x',
  sha256: 'ab'.repeat(32),
  width_mm: 102,
  height_mm: 152,
  pages: 1,
}
const CODES: PageCode[] = [
  { format: 'DataMatrix', text: 'PAGE' },
  { format: 'Code128', text: 'TEST' },
]
const DOTS = { dpi: 300, width_dots: 1205, height_dots: 1795 }

/** Prints a test page with these codes; the device manager answers with what it reads. */
async function printTestPage(codes: PageCode[], read: () => ResultOf<'print.read_back'> | 'request_invalid') {
  const device = pairDevice()
  server.on(createRulerPage, () => ({ ...PAGE, codes }))
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  const asked = device.on('print.read_back', read)
  const user = open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print a test page' })).toBeEnabled(), SLOW)
  await user.click(screen.getByRole('button', { name: 'Print a test page' }))
  await expect.poll(() => asked, SLOW).toHaveLength(1)
  expect(asked[0]?.job_id).toBe(prints[0]?.job_id)
  expect(prints[0]).toMatchObject({ kind: 'shipping', documents: [{ type: 'ruler' }] })
  return user
}

it('prints a test page, and shows that every code was read back', async () => {
  await printTestPage(CODES, () => ({ page: { ...DOTS, codes: CODES } }))
  expect(await screen.findByText('readable')).toBeVisible()
  expect(screen.getAllByText('4 characters, all the same')).toHaveLength(2)
  expect(screen.getByText('102 × 152 mm')).toBeVisible()
  expect(rowOf('Test page')).toHaveTextContent(/2 of 2 codes read back/)
  expect(await screen.findByText('10 fine')).toBeVisible()
})

it('finds a code that cannot be read, with one remedy that prints the page again', async () => {
  let codes = [{ ...CODES[0]!, text: 'PAG' }, CODES[1]!]
  const user = await printTestPage(CODES, () => ({ page: { ...DOTS, codes } }))
  const again = await badRow('Test page', 'Not readable', 'Print it again')
  expect(screen.getByText('not readable')).toBeVisible()
  codes = CODES
  await user.click(again)
  await expect.poll(() => rowOf('Test page')?.textContent, SLOW).toContain('2 of 2 codes read back')
})

it.each([
  ['a printer that draws pages itself', () => ({}), /draws it itself/],
  ['a device manager that does not know the request', () => 'request_invalid' as const, /Update it/],
  ['paper without room for a code', () => ({ page: { ...DOTS, codes: [] } }), /no room on this paper/],
])('claims nothing about the codes for %s', async (_what, read, words) => {
  await printTestPage([], read)
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByText('readable')).toBeNull()
  expect(rowOf('Test page')).toHaveTextContent('fine')
})

it('reports a test page that was not printed, and reads nothing back', async () => {
  const device = pairDevice()
  server.on(createRulerPage, () => ({ ...PAGE, codes: CODES }))
  device.on('print', ({ job_id }) => ({
    job: aJob({ job_id, state: 'failed', error: { code: 'media_empty', description: '' } }),
  }))
  const asked = device.on('print.read_back', () => ({}))
  const user = open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print a test page' })).toBeEnabled(), SLOW)
  await user.click(screen.getByRole('button', { name: 'Print a test page' }))
  expect(await screen.findByText(/out of paper/)).toBeVisible()
  expect(asked).toEqual([])
  expect(screen.queryByText('Test page', { selector: 'strong' })).toBeNull()
})

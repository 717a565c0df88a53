import type { ResultOf } from '@postroom/contract/device-messages'
import { createRulerPage } from '@postroom/contract/ruler-page'
import { getServerTime } from '@postroom/contract/server-time'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { CONFIGS, pairDevice, PRINTER } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const open = async () => {
  const user = openPage('/app/system-check')
  await screen.findByText('From this browser to the paper')
  return user
}
const rowOf = (name: string) =>
  screen.getAllByRole('listitem').find((item) => item.querySelector('strong')?.textContent === name)!
const again = () => screen.getByRole('button', { name: /Check again/ })
const allFine = () => waitFor(() => expect(screen.getByText('9 fine')).toBeVisible())

it('asks everything again on request, and says when it was checked', async () => {
  const device = pairDevice()
  const user = await open()
  await allFine()
  expect(screen.getByText(/^Checked at \d\d:\d\d$/)).toBeVisible()
  const times = server.on(getServerTime, () => ({ now: new Date().toISOString(), version: '1.8.2' }))
  const asked = device.on('status', (): ResultOf<'status'> => ({
    alias: '',
    version: '1.0.9',
    printers: [{ ...PRINTER, state: 'offline' }],
    scales: [],
    config: CONFIGS,
  }))
  device.answersTime = false
  await user.click(again())
  await waitFor(() => expect(rowOf('Device manager')).toHaveTextContent('version 1.0.9'))
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('version 1.8.2'))
  expect([times.length, asked.length]).toEqual([1, 1])
  // the hub is asked too, which takes as long as it does not answer
  expect(again()).toHaveAttribute('data-pending', 'true')
  expect(screen.getByText('3 need something')).toBeVisible()
})

it('waits for nothing but the server while no line is open', async () => {
  const user = await open()
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('fine'))
  expect(screen.getByText('5 waiting')).toBeVisible()
  const times = server.on(getServerTime, () => ({ now: new Date().toISOString(), version: '1.8.2' }))
  await user.click(again())
  await waitFor(() => expect(times).toHaveLength(1))
  await waitFor(() => expect(again()).not.toHaveAttribute('data-pending'))
})

it('takes the server to read its clock half way through the call', async () => {
  // both clocks stand still, except while the server answers
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  server.on(getServerTime, () => {
    vi.advanceTimersByTime(2_000)
    return { now: new Date(Date.now() - 1_000).toISOString(), version: '1.8.2' }
  })
  await open()
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('answers in 2,000 ms'))
  expect(rowOf('Clock')).toHaveTextContent('differs by 0 s from the server')
})

it('says that the server refuses to answer in its row only', async () => {
  server.on(getServerTime, () => new Refusal('internal_error'))
  await open()
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('No answer'))
  expect(screen.queryByText(/Error ID/)).toBeNull()
})

it('finds a browser that keeps nothing, and tests it again', async () => {
  const user = await open()
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('fine'))
  const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await user.click(again())
  expect(rowOf('Browser')).toHaveTextContent(/Storage is off.*keeps nothing for this site/)
  store.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Test the storage again: Browser' }))
  await waitFor(() => expect(rowOf('Browser')).toHaveTextContent(/storage allowed.*fine/))
  expect(localStorage.getItem('postroom.check')).toBeNull()
})

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0', 'Firefox 149, storage allowed'],
  ['curl/8', 'An unknown browser, storage allowed'],
])('names the browser %s: %s', async (userAgent, words) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await open()
  expect(rowOf('Browser')).toHaveTextContent(words)
})

it('says that the browser did not allow to copy the report', async () => {
  const user = await open()
  await waitFor(() => expect(rowOf('Server')).toHaveTextContent('fine'))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copy the report' }))
  expect(await screen.findByText('The browser did not allow copying.')).toBeVisible()
  expect(screen.queryByText('Copied')).toBeNull()
})

it('copies no report before anything was checked', async () => {
  server.on(getServerTime, () => new Promise<never>(() => {}))
  await open()
  expect(screen.getByRole('button', { name: 'Copy the report' })).toBeDisabled()
  expect(screen.queryByText(/^Checked at/)).toBeNull()
})

const printButton = () => screen.getByRole('button', { name: /^Print a test page|^Print it again$/ })
const PAGE = { type: 'ruler' as const, url: '/iot/v1/ruler-page.pdf?access_token=x', sha256: 'ab'.repeat(32), pages: 1 }

it('prints a test page on the chosen printer, and shows its size and offset', async () => {
  const device = pairDevice()
  const LABEL = { width_mm: 102, height_mm: 152 }
  const shipping = { ...CONFIGS.mailing, offsets: [{ printerId: PRINTER.id, ...LABEL, x_mm: 1.5, y_mm: -0.5 }] }
  const config = { mailing: CONFIGS.mailing, shipping }
  const printers = [{ ...PRINTER, media_ready: [{ name: '', ...LABEL }] }]
  device.on('status', () => ({ alias: '', version: '1.0.0', printers, scales: [], config }))
  const codes = [{ format: 'Code128' as const, text: 'TEST' }]
  server.on(createRulerPage, () => ({ ...PAGE, ...LABEL, codes }))
  device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  const user = await open()
  await waitFor(() => expect(printButton()).toBeEnabled())
  await user.click(screen.getByRole('button', { name: /Shipping printer Printer$/ }))
  await user.click(screen.getByRole('option', { name: 'Form printer' }))
  // no printer is set for forms
  expect(printButton()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: /Form printer Printer$/ }))
  await user.click(screen.getByRole('option', { name: 'Shipping printer' }))
  device.on('print.read_back', () => ({ page: { dpi: 300, width_dots: 1205, height_dots: 1795, codes: [] } }))
  await user.click(printButton())
  expect(await screen.findByText('Not readable', { selector: '[class*=badge]' })).toBeVisible()
  const findings = within(document.querySelector('dl')!)
  const [code] = findings.getAllByText('not readable')
  expect(code?.parentElement).toHaveAttribute('data-bad', 'true')
  expect(findings.getByText('1.5 mm right, -0.5 mm down')).toBeVisible()
  expect(findings.getByText('102 × 152 mm').parentElement).not.toHaveAttribute('data-bad')
})

it('waits half a minute for what is read back from a test page', async () => {
  useMovedClock()
  const device = pairDevice()
  server.on(createRulerPage, () => ({ ...PAGE, width_mm: 102, height_mm: 152, codes: [] }))
  device.on('print', ({ job_id }) => {
    device.isThere = false
    return { job: aJob({ job_id, state: 'printed' }) }
  })
  const user = await open()
  await waitFor(() => expect(printButton()).toBeEnabled())
  await user.click(printButton())
  expect(await screen.findByRole('progressbar', { name: 'Decoding what was sent' })).toBeVisible()
  expect(printButton()).toHaveAttribute('data-pending', 'true')
  await pass(28)
  expect(screen.getByRole('progressbar', { name: 'Decoding what was sent' })).toBeVisible()
  await pass(3)
  await waitFor(() => expect(rowOf('Test page')).toHaveTextContent(/not read back/))
})

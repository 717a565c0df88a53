import { createRulerPage } from '@postroom/contract/ruler-page'
import type { Printer, PrinterConfigs } from '@postroom/contract/device-messages'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { listHubs } from '@postroom/contract/hub'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairDevice, pairTwoDevices, PRINTER, type FakeDevice } from '../../testing/fake-device.ts'
import { server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'

const SHEET = { width_mm: 210, height_mm: 297 }
const LABEL = { width_mm: 101.6, height_mm: 152.4 }
const SECOND: Printer = { ...PRINTER, id: 'second', name: 'Second printer', state: 'offline' }

const answer = (device: FakeDevice, config: PrinterConfigs, printers: Printer[] = [PRINTER, SECOND]) => {
  device.on('status', () => ({ alias: '', version: '1', printers, scales: [], config }))
  device.on('config.get', () => ({ config }))
}
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const optionsOf = async (user: ReturnType<typeof openPage>, control: HTMLElement) => {
  await user.click(control)
  return screen.getAllByRole('option').map(({ textContent }) => textContent)
}
const openWith = async (config: PrinterConfigs, printers?: Printer[]) => {
  const device = pairDevice()
  answer(device, config, printers)
  const user = openPage('/app/device-preferences')
  return { device, user, mailing: await group('Mailing printer'), form: await group('Form printer') }
}
const button = (within_: Awaited<ReturnType<typeof group>>, name: RegExp) => within_.getByRole('button', { name })

it('says that printers appear with a device manager', async () => {
  openPage('/app/device-preferences')
  expect(await screen.findByText('Printers appear when the device manager is connected.')).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Mailing printer' })).toBeNull()
})

it('offers the printers with their state, and the formats of each kind', async () => {
  const { user, mailing, form } = await openWith({ mailing: CONFIGS.mailing })
  expect(await optionsOf(user, button(mailing, /Printer$/))).toEqual([
    'None',
    'Virtual printer · ready',
    'Second printer · offline',
  ])
  await user.keyboard('{Escape}')
  const formats = await optionsOf(user, button(mailing, /Paper$/))
  expect(formats).toHaveLength(9)
  await user.keyboard('{Escape}')
  expect(button(form, /Paper$/)).toBeDisabled()
  expect(button(mailing, /Paper$/)).toHaveTextContent('Printer default')
  await user.click(button(form, /Printer$/))
  await user.click(screen.getByRole('option', { name: /^Virtual/ }))
  const ofForm = await optionsOf(user, button(form, /Paper$/))
  expect(ofForm.filter((format) => format?.startsWith('Endless'))).toEqual([])
  expect(ofForm).toHaveLength(5)
  // only one workstation is paired
  expect(screen.queryByRole('button', { name: /Print at/ })).toBeNull()
})

it('saves the changed kinds only, merged into the current configuration', async () => {
  const { device, user, mailing, form } = await openWith({ mailing: CONFIGS.mailing })
  const theirs = { ...CONFIGS.shipping, printerId: 'second' }
  device.on('config.get', () => ({ config: { ...CONFIGS, shipping: theirs } }))
  const saves = device.on('config.set', ({ config }) => ({ config }))
  await user.click(button(form, /Printer$/))
  await user.click(screen.getByRole('option', { name: /^Second/ }))
  await user.click(button(form, /Paper$/))
  await user.click(screen.getByRole('option', { name: 'A4 sheet' }))
  // a changed printer cannot be tested before it is saved
  expect(button(form, /^Print a test page/)).toBeDisabled()
  expect(button(mailing, /^Print a test label/)).toBeDisabled()
  await user.click(button(mailing, /Printer$/))
  await user.click(screen.getByRole('option', { name: 'None' }))
  expect(button(mailing, /Paper$/)).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Save printers' }))
  expect(await screen.findByText('The printers are saved.')).toBeVisible()
  expect(saves).toEqual([
    { config: { shipping: theirs, form: { printerId: 'second', defaultOrSpecific: 'specific', paperFormat: 'A4' } } },
  ])
  await waitFor(() => expect(button(form, /^Print a test page/)).toBeEnabled())
  expect(button(mailing, /^Print a test label/)).toBeDisabled()
})

it('keeps the format of a kind when it returns to the printer default', async () => {
  const { device, user, mailing } = await openWith({ mailing: { ...CONFIGS.mailing, defaultOrSpecific: 'specific' } })
  const saves = device.on('config.set', ({ config }) => ({ config }))
  expect(button(mailing, /Paper$/)).toHaveTextContent('4 × 6 in label')
  await user.click(button(mailing, /Paper$/))
  await user.click(screen.getByRole('option', { name: 'Printer default' }))
  await user.click(screen.getByRole('button', { name: 'Save printers' }))
  await waitFor(() => expect(saves).toEqual([{ config: { mailing: CONFIGS.mailing } }]))
})

it('disables saving while the device manager is away, and test prints too', async () => {
  const { device, mailing } = await openWith(CONFIGS)
  expect(screen.getByRole('button', { name: 'Save printers' })).toBeEnabled()
  await waitFor(() => expect(button(mailing, /^Print a test label/)).toBeEnabled())
  device.isThere = false
  device.connection('reconnecting')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save printers' })).toBeDisabled())
  expect(button(mailing, /^Print a test label/)).toBeDisabled()
  expect(button(mailing, /^Print ruler page/)).toBeDisabled()
})

it('disables test labels without an account to make them for', async () => {
  server.on(listCarrierAccounts, () => pageOf([]))
  const { mailing } = await openWith(CONFIGS)
  await waitFor(() => expect(button(mailing, /^Print ruler page/)).toBeEnabled())
  expect(button(mailing, /^Print a test label/)).toBeDisabled()
})

it.each<[string, Printer[], string | RegExp, boolean]>([
  ['loaded media', [{ ...PRINTER, media_ready: [{ ...LABEL, name: '' }] }], 'In the printer: 102 × 152 mm', true],
  ['unknown media', [PRINTER], 'The printer does not report which paper it holds.', true],
  ['a stopped printer', [{ ...PRINTER, state: 'stopped' }], /stopped/i, true],
  ['a printer that is gone', [SECOND], /no longer available/, false],
])('shows %s', async (_what, printers, words, hasRuler) => {
  const { mailing } = await openWith({ mailing: CONFIGS.mailing }, printers)
  expect((await mailing.findAllByText(words))[0]).toBeVisible()
  if (hasRuler) await waitFor(() => expect(button(mailing, /^Print ruler page/)).toBeEnabled())
  else {
    expect(button(mailing, /^Print ruler page/)).toBeDisabled()
    expect(button(mailing, /Printer$/)).toHaveTextContent('virtual')
    expect(mailing.queryByText('The printer does not report which paper it holds.')).toBeNull()
  }
})

it('shows at the paper that the loaded media are the wrong ones, and nothing about media of no printer', async () => {
  const { mailing, form } = await openWith({ mailing: CONFIGS.mailing }, [
    { ...PRINTER, media_ready: [{ name: '', width_mm: 50, height_mm: 30 }] },
  ])
  expect(await mailing.findByText(/Needed: 102 × 152 mm\.$/)).toBeVisible()
  expect(form.queryByText(/In the printer/)).toBeNull()
  expect(form.queryByText(/does not report/)).toBeNull()
})

it('prints a ruler page for the loaded media, and says what it is for', async () => {
  const page = {
    type: 'ruler' as const,
    url: '/iot/v1/ruler-page.pdf?access_token=x',
    sha256: 'ab'.repeat(32),
    ...SHEET,
    pages: 1,
    codes: [],
  }
  const pages = server.on(createRulerPage, () => page)
  const { device, user, form } = await openWith(CONFIGS, [{ ...PRINTER, media_ready: [{ ...SHEET, name: '' }] }])
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id }) }))
  await waitFor(() => expect(button(form, /^Print ruler page/)).toBeEnabled())
  await user.click(button(form, /^Print ruler page/))
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(pages.map(({ body }) => body)).toEqual([SHEET])
  expect(prints[0]).toMatchObject({ kind: 'form', title: 'Ruler page', documents: [{ type: 'ruler' }] })
  expect(prints[0]?.job_id).toMatch(/^ruler:/)
  expect(button(form, /^Print ruler page/)).toBeDisabled()
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  expect(await screen.findByText(/^The ruler page is printed\./)).toBeVisible()
  expect(localStorage.getItem('postroom.jobs_sent')).toBeNull()
})

it('prints a sample label of the kind on its own printer', async () => {
  useMovedClock()
  const test = aShipment({ status: 'test' })
  const drafts = server.on(processShipment, () => test)
  server.on(getShipment, () => test)
  const { device, user, form } = await openWith(CONFIGS)
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
  await waitFor(() => expect(button(form, /^Print a test page/)).toBeEnabled())
  await user.click(button(form, /^Print a test page/))
  await waitFor(() => expect(drafts).toHaveLength(1))
  await pass(4)
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(drafts[0]).toMatchObject({
    query: { test: 'true' },
    body: {
      service: '1SF',
      options: [{ code: 'signed_for' }],
      parcels: [{ packaging: 'small_parcel', weight: { value: 50, units: 'G' } }],
      label: { size: 'A4' },
    },
  })
  expect(prints[0]).toMatchObject({ kind: 'form' })
  expect(await screen.findByText('The test label is printed.')).toBeVisible()
})

const openTwo = async () => {
  const both = pairTwoDevices()
  localStorage.setItem('postroom.device', both.reception.hub.id)
  localStorage.setItem('postroom.device.form', both.office.hub.id)
  answer(both.office, CONFIGS, [{ ...PRINTER, name: 'Office printer', media_ready: [{ ...SHEET, name: '' }] }])
  const user = openPage('/app/device-preferences')
  // the groups are shown again when this workstation is connected
  await screen.findByRole('button', { name: 'Save printers' })
  return { ...both, user, form: await group('Form printer'), mailing: await group('Mailing printer') }
}

it('shows the printer at another workstation read-only, and returns to this one', async () => {
  const { user, form } = await openTwo()
  expect(await form.findByText('Printer: Office printer · ready')).toBeVisible()
  expect(form.getByText('In the printer: 210 × 297 mm')).toBeVisible()
  expect(form.queryByRole('button', { name: /Paper$/ })).toBeNull()
  await waitFor(() => expect(button(form, /^Print a test page/)).toBeEnabled())
  expect(await optionsOf(user, button(form, /Print at/))).toEqual(['This workstation (Reception PC)', 'Back office'])
  await user.click(screen.getByRole('option', { name: /^This/ }))
  expect(await form.findByRole('button', { name: /Paper$/ })).toBeVisible()
  expect(localStorage.getItem('postroom.device.form')).toBeNull()
  await user.click(button(form, /Print at/))
  await user.click(screen.getByRole('option', { name: 'Back office' }))
  expect(await form.findByText('Printer: Office printer · ready')).toBeVisible()
})

it('shows the problem of a printer at another workstation', async () => {
  const { office, form } = await openTwo()
  await form.findByText('Printer: Office printer · ready')
  office.report({ type: 'printers', printers: [{ ...PRINTER, name: 'Office printer', state: 'stopped' }] })
  expect(await form.findByText('Printer: Office printer · stopped')).toBeVisible()
  expect(form.getAllByText(/stopped/)).toHaveLength(2)
  office.isThere = false
  office.connection('reconnecting')
  expect(
    await form.findByText(/^The form printer at Back office is unavailable.*Start the device manager/),
  ).toBeVisible()
  expect(form.getByText('Printer: Office printer')).toBeVisible()
  expect(button(form, /^Print a test page/)).toBeDisabled()
  office.isThere = true
  form.getByRole('button', { name: 'Try now' }).click()
  expect(await form.findByText('Printer: Office printer · ready')).toBeVisible()
})

it('says that another workstation has no printer of the kind', async () => {
  const both = pairTwoDevices()
  localStorage.setItem('postroom.device', both.reception.hub.id)
  localStorage.setItem('postroom.device.form', both.office.hub.id)
  answer(both.office, {})
  openPage('/app/device-preferences')
  await screen.findByRole('button', { name: 'Save printers' })
  const form = await group('Form printer')
  expect(await form.findByText(/^Back office has no form printer/)).toBeVisible()
  expect(form.queryByText(/^Printer:/)).toBeNull()
  expect(button(form, /^Print a test page/)).toBeDisabled()
})

it('shows the printers read-only to a user who may not manage the device manager', async () => {
  const { hub } = pairDevice()
  server.on(listHubs, () => pageOf([{ ...hub, can_manage: false }]))
  openPage('/app/device-preferences')
  const mailing = await group('Mailing printer')
  expect(await mailing.findByText('Printer: Virtual printer · ready')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save printers' })).toBeNull()
  expect(screen.getAllByText(/^Only a manager/)).toHaveLength(2)
})

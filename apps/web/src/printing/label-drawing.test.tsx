import type { Printer } from '@postroom/contract/device-messages'
import { listCarrierAccounts } from '@postroom/contract/carrier'
import { createLabelDrawing } from '@postroom/contract/label-drawing'
import { createRulerPage } from '@postroom/contract/ruler-page'
import { reprintShipment } from '@postroom/contract/shipment-change'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { aJob } from '../testing/a-job.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { account, pageOf } from '../testing/answers.ts'
import { CONFIGS, pairDevice, PRINTER, type FakeDevice } from '../testing/fake-device.ts'
import { Refusal, server } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { openPage } from '../testing/open-page.tsx'
import { inSummary, readyToBuy } from '../testing/ready-to-buy.ts'
import { fillLargeLetter, pressBuy } from '../testing/shipping-form.ts'

const LABEL = { width_mm: 101.6, height_mm: 152.4 }
const THERMAL: Printer = {
  ...PRINTER,
  model: 'ZTC ZD421-203dpi ZPL',
  language: 'zpl',
  resolutions_dpi: [203],
  thermal_dpi: 203,
  media_ready: [{ ...LABEL, name: '' }],
}
const DRAWING = {
  type: 'label' as const,
  drawn_for_dpi: 203 as const,
  url: 'http://postroom.test/the-drawing',
  sha256: 'cd'.repeat(32),
  ...LABEL,
  pages: 1,
}

beforeEach(() => {
  useMovedClock()
  server.on(searchShipments, () => pageOf([aShipment()]))
  server.on(reprintShipment, () => aShipment())
})

const withPrinter = (device: FakeDevice, printer: Printer) => {
  device.on('status', () => ({ alias: '', version: '1', printers: [printer], scales: [], config: CONFIGS }))
  return device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'printed' }) }))
}
const reprint = async () => {
  const user = openPage('/app/home')
  await user.click(await screen.findByRole('button', { name: /^Reprint/ }))
}

describe('a reprinted label', () => {
  it('is the drawing for its printer on a thermal printer with 203 dots per inch', async () => {
    const prints = withPrinter(pairDevice(), THERMAL)
    const asked = server.on(createLabelDrawing, () => DRAWING)
    await reprint()
    await waitFor(() => expect(prints).toHaveLength(1))
    expect(asked.map(({ params, body }) => [params.id, body])).toEqual([[aShipment().id, { dpi: 203 }]])
    expect(prints[0]?.documents).toEqual([DRAWING])
    expect(await screen.findByText('The label is printed.')).toBeVisible()
  })

  it.each<[string, Partial<Printer>]>([
    ['an office printer', { resolutions_dpi: [600] }],
    ['a thermal printer with 300 dots per inch', { resolutions_dpi: [300], thermal_dpi: 300 }],
  ])('is the stored label on %s', async (_, change) => {
    const prints = withPrinter(pairDevice(), { ...PRINTER, ...change })
    await reprint()
    await waitFor(() => expect(prints).toHaveLength(1))
    expect(prints[0]?.documents).toMatchObject([{ type: 'label', sha256: aShipment().docs[0]!.sha256 }])
    expect(prints[0]?.documents[0]).not.toHaveProperty('drawn_for_dpi')
  })

  it('is not sent to a printer that cannot print it at all, which is explained', async () => {
    const prints = withPrinter(pairDevice(), { ...PRINTER, resolutions_dpi: [203] })
    await reprint()
    expect(await screen.findByText(/too few for the marks on a label\. Choose another printer/)).toBeVisible()
    expect(prints).toEqual([])
  })

  it('is not sent when it has no drawing for its printer, which says what to do', async () => {
    const prints = withPrinter(pairDevice(), THERMAL)
    server.on(createLabelDrawing, () => new Refusal('label_drawing_unavailable'))
    await reprint()
    expect(await screen.findByText(/Print it on a printer with at least 300\.$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Print again' })).toBeVisible()
    expect(prints).toEqual([])
  })
})

const group = async (name: string) => within(await screen.findByRole('group', { name }))

describe('the printers page', () => {
  it('shows model, dots, language and loaded media of a thermal printer in one line', async () => {
    withPrinter(pairDevice(), THERMAL)
    openPage('/app/device-preferences')
    const mailing = await group('Mailing printer')
    const media = await mailing.findByText('In the printer: 102 × 152 mm')
    expect(media.parentElement).toHaveTextContent(
      'ZTC ZD421-203dpi ZPL · 203 dpi, labels are drawn for it · ZPL · In the printer: 102 × 152 mm',
    )
    const form = await group('Form printer')
    expect(await form.findByText(/too few for the marks on a label/)).toBeVisible()
    expect(mailing.queryByText(/too few for the marks on a label/)).toBeNull()
  })

  it('prints the test label and the ruler page in the drawing for the printer', async () => {
    const prints = withPrinter(pairDevice(), THERMAL)
    const test = aShipment({ status: 'test' })
    server.on(processShipment, () => test)
    server.on(getShipment, () => test)
    server.on(createLabelDrawing, () => DRAWING)
    const ruler = { ...DRAWING, type: 'ruler' as const, codes: [] }
    const pages = server.on(createRulerPage, () => ruler)
    const user = openPage('/app/device-preferences')
    const mailing = await group('Mailing printer')
    const button = (name: string) => mailing.getByRole('button', { name })
    await waitFor(() => expect(button('Print a test label: mailing printer')).toBeEnabled())
    await user.click(button('Print a test label: mailing printer'))
    await pass(4)
    await waitFor(() => expect(prints).toHaveLength(1))
    expect(prints[0]?.documents).toEqual([DRAWING])
    await waitFor(() => expect(button('Print ruler page: mailing printer')).toBeEnabled())
    await user.click(button('Print ruler page: mailing printer'))
    await waitFor(() => expect(prints).toHaveLength(2))
    expect(pages.map(({ body }) => body)).toEqual([{ ...LABEL, dpi: 203 }])
    expect(prints[1]?.documents).toMatchObject([{ type: 'ruler', drawn_for_dpi: 203 }])
  })
})

describe('before anything is bought', () => {
  it('a label that its carrier supplies finished is refused on a thermal printer with 203 dots per inch', async () => {
    const { device, purchases } = readyToBuy()
    withPrinter(device, THERMAL)
    server.on(listCarrierAccounts, () => pageOf([{ ...account, finished_labels: true as const }]))
    await fillLargeLetter()
    pressBuy()
    const alert = await inSummary().findByRole('alert')
    expect(alert).toHaveTextContent(/^Nothing was bought/)
    expect(alert).toHaveTextContent(/Print it on a printer with at least 300\./)
    expect(purchases).toEqual([])
  })
})

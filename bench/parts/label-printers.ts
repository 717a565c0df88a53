import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { renderLabel } from '@postroom/documents/label/label'
import { aLabel } from '../../packages/documents/src/testing/label-builder.ts'
import { renderDots } from '../../apps/device-manager/src/documents/read-pdf.ts'
import { jobQueue } from '../../apps/device-manager/src/jobs/job-queue.ts'
import { openJournal } from '../../apps/device-manager/src/jobs/journal.ts'
import { dotRows } from '../../apps/device-manager/src/printers/thermal/dot-rows.ts'
import { LANGUAGES } from '../../apps/device-manager/src/printers/thermal/label-setting.ts'
import { tcpLabelPrinter } from '../../apps/device-manager/src/printers/thermal/named-label-printers.ts'
import { fakeZpl, fakeZplOnTcp } from '../../apps/device-manager/src/testing/fake-zpl.ts'
import { inMemory } from '../../apps/device-manager/src/testing/in-memory.ts'
import { printerOnTcp } from '../../apps/device-manager/src/testing/printer-on-tcp.ts'
import { percentile, type Figure, type Part } from '../figure.ts'
import { medianTimes } from '../measure.ts'

const ORDERS = 60
const LABELS = 150
const SIZE = { width_mm: 101.6, height_mm: 152.4 }
const { zpl } = LANGUAGES

/** The way of a label from its PDF to a ZPL printer, which is the fake one of the device manager's tests. */
export const measureLabelPrinters: Part = async () => {
  const { pdf } = await renderLabel(aLabel())
  return [...(await bytesOf(pdf)), ...(await lastByte(pdf)), ...(await twoPrinters(pdf))]
}

async function bytesOf(pdf: Uint8Array): Promise<Figure[]> {
  const [page] = await renderDots(pdf, 300)
  const zebra = { answers: new Set<string>(), isZebra: true }
  const encode = (drawn: typeof page, facts = zebra) => zpl.encode(dotRows(drawn!), 300, {}, facts)
  const [dots, bytes, letters, both, coarse] = await medianTimes([
    () => renderDots(pdf, 300),
    () => encode(page),
    () => encode(page, { ...zebra, isZebra: false }),
    async () => encode((await renderDots(pdf, 300))[0]),
    async () => encode((await renderDots(pdf, 203))[0]),
  ])
  return [
    { row: 17, name: 'PDF to ZPL at 300 dpi, warm', value: both!, unit: 'ms', target: { atMost: 12 } },
    { row: 17, name: 'PDF to ZPL at 203 dpi, warm', value: coarse!, unit: 'ms', target: { atMost: 12 } },
    { name: 'of these, PDF to dots at 300 dpi', value: dots!, unit: 'ms' },
    { name: 'of these, dots to compressed ZPL', value: bytes!, unit: 'ms' },
    { name: 'dots to ZPL in run letters, for other makers', value: letters!, unit: 'ms' },
  ]
}

/** From the order to the last byte: the questions before a label, its drawing, its bytes. */
async function lastByte(pdf: Uint8Array): Promise<Figure[]> {
  const fake = fakeZpl({ model: 'ZD421-300', busyFor: 0, forgets: true })
  let arrived = 0
  const server = await printerOnTcp((say, turnOff) => {
    const take = fake.connect(say, turnOff)
    return (part) => {
      const before = fake.received()
      take(part)
      if (fake.received() > before) arrived = performance.now()
    }
  })
  const printer = tcpLabelPrinter({ host: '127.0.0.1', port: server.port }, { language: zpl })
  const order = {
    job_id: 'j',
    kind: 'mailing',
    type: 'label',
    title: 'Label',
    copies: 1,
    labels: 1,
    media: '4x6',
  } as const
  const times: number[] = []
  for (let count = 0; count < ORDERS; count++) {
    const began = performance.now()
    await printer.describe()
    const { state } = await printer.print({ ...order, ...SIZE, pdf }, () => {}, new AbortController().signal)
    if (state !== 'printed') throw new Error(`The label is ${state}`)
    times.push(arrived - began)
  }
  await server.stop()
  const name = 'order to the last byte at a ZPL printer'
  return [
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { row: 17, name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms', target: { atMost: 200 } },
  ]
}

/** Two printers that print at once whatever they get, without the device manager's limit of 60 labels a minute for each. */
async function twoPrinters(pdf: Uint8Array): Promise<Figure[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-labels-'))
  const setting = { model: 'ZD421-300', forgets: true } as const
  const fakes = [await fakeZplOnTcp(setting), await fakeZplOnTcp(setting)]
  const printers = fakes.map(({ port }) => tcpLabelPrinter({ host: '127.0.0.1', port }, { language: zpl }))
  const [mailing, shipping] = printers.map(({ id }) => ({
    printerId: id,
    defaultOrSpecific: 'default' as const,
    paperFormat: '4x6' as const,
  }))
  const journal = openJournal(folder)
  const queue = jobQueue({
    journal,
    config: () => ({ ...(mailing && { mailing }), ...(shipping && { shipping }) }),
    printer: (id) => printers.find((printer) => printer.id === id),
    fetch: inMemory(() => pdf),
    limitRate: async () => {},
    pause: { resumed: async () => {} },
    now: () => new Date(),
    onJob: () => {},
  })
  const began = performance.now()
  const document = { type: 'label', url: '', sha256: '', ...SIZE, pages: 1 } as const
  for (let label = 0; label < LABELS; label++)
    for (const kind of ['mailing', 'shipping'] as const)
      queue.submit({ job_id: `${kind}-${label}`, kind, title: 'Label', copies: 1, documents: [document] })
  const printed = () => journal.all().filter(({ state }) => state === 'printed').length
  while (printed() < 2 * LABELS) await new Promise((resolve) => setTimeout(resolve, 50))
  const minutes = (performance.now() - began) / 60_000
  await queue.stop()
  journal.close()
  await Promise.all(fakes.map((fake) => fake.stop()))
  fs.rmSync(folder, { recursive: true })
  const name = 'labels to two ZPL printers, each seen to come out'
  return [{ row: 17, name, value: (2 * LABELS) / minutes, unit: 'a minute', target: { atLeast: 300 } }]
}

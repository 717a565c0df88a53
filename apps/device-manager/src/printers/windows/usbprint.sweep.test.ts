import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPdf } from '../../testing/a-pdf.ts'
import { fakeBrother } from '../../testing/fake-brother.ts'
import type { UsbprintReport, UsbprintTask } from '../../testing/usbprint-program.ts'
import { runOnWindows, whyNoWindows } from '../../testing/wine.ts'

const A_MINUTE_MS = 60_000

const dir = path.join(os.tmpdir(), `postroom-usbprint-${process.pid}`)
let printer: Awaited<ReturnType<typeof fakeBrother>>
let report: UsbprintReport

describe.skipIf(whyNoWindows() !== undefined)('a port of usbprint.sys, under Wine', () => {
  beforeAll(async () => {
    fs.mkdirSync(dir)
    printer = await fakeBrother()
    const files = {
      pdf: path.join(dir, 'label.pdf'),
      task: path.join(dir, 'task.json'),
      report: path.join(dir, 'report.json'),
    }
    const registry = { plugged: path.join(dir, 'plugged.reg'), unplugged: path.join(dir, 'unplugged.reg') }
    const order = { job_id: 'job-00001', kind: 'mailing', type: 'label', title: 'Label', copies: 1, labels: 1 } as const
    const size = { width_mm: 101.6, height_mm: 152.4, media: undefined }
    const task: UsbprintTask = {
      brother: Number(new URL(printer.address).port),
      registry,
      order: { ...order, ...size, pdf: files.pdf },
    }
    fs.writeFileSync(files.pdf, aPdf())
    for (const state of ['plugged', 'unplugged'] as const) fs.writeFileSync(registry[state], REGISTRY[state])
    fs.writeFileSync(files.task, JSON.stringify(task))
    const program = path.resolve(import.meta.dirname, '../../testing/usbprint-program.ts')
    await runOnWindows(program, [files.task, files.report], {})
    report = JSON.parse(fs.readFileSync(files.report, 'utf8')) as UsbprintReport
  }, 2 * A_MINUTE_MS)
  afterAll(async () => {
    await printer.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  })

  test('is listed with the port of its queue, while there is one; one that is not there cannot be opened', () => {
    expect(report.before).toEqual([])
    const link = String.raw`\\?\usb#vid_04f9&pid_20a8#b1z000001#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}`
    expect(report.ports).toEqual([{ path: link, queuePort: 'USB007', id1284: '' }])
    expect(report.missing).toBe('ENODEV')
  })

  test('a label printer reports its roll, and that it has printed', () => {
    expect(report.printer).toEqual({ state: 'ready', reasons: [], media: ['DK-11247'] })
    expect(report).toMatchObject({ outcome: { state: 'printed' }, printed: 1 })
    expect(printer.printed).toHaveLength(1)
    expect(printer.wrongs).toEqual([])
  })

  test('waits for a silent printer until its time is up, loses nothing, and closes during a read', () => {
    expect(report).toMatchObject({ silent: true, echoed: true, late: 'late', closed: true })
  })
})

const GUID = '{28d78fad-5a12-11d1-ae5b-0000f803a8c2}'
const CONTROL = String.raw`HKEY_LOCAL_MACHINE\System\CurrentControlSet`
const DEVICE = `${CONTROL}\\Control\\DeviceClasses\\${GUID}\\##?#USB#VID_04F9&PID_20A8#B1Z000001#${GUID}`
/** A printer as Windows writes it down. */
const REGISTRY = {
  unplugged: `REGEDIT4\r\n\r\n[-${DEVICE}]\r\n`,
  plugged: String.raw`REGEDIT4

[${CONTROL}\Enum\USB\VID_04F9&PID_20A8\B1Z000001]
"ClassGUID"="{4d36e979-e325-11ce-bfc1-08002be10318}"

[${DEVICE}]
"DeviceInstance"="USB\\VID_04F9&PID_20A8\\B1Z000001"

[${DEVICE}\#\Control]
"Linked"=dword:00000001

[${DEVICE}\#\Device Parameters]
"Port Number"=dword:00000007
"Base Name"="USB"
`,
}

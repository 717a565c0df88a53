import type { PrintJob } from '@postroom/contract/device-messages'
import type { Shipment } from '@postroom/contract/shipment'
import { DeviceError, DeviceSilentError } from '@postroom/hub/device-client'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureOf, printDocument, type PrintingDevice } from './print-document.ts'

const order = { document: 'cn22', kind: 'form', jobId: 'shipment-1:first:cn22' } as const
const shipment = (status: 'ready' | 'pending') =>
  ({
    service_name: 'International Tracked',
    meta_data: { tracking: 'ZZ000000005GB' },
    docs: [
      { type: 'label', status: 'ready', url: 'the label', width_mm: 101.6, height_mm: 152.4, pages: 1, sha256: 'a' },
      { type: 'cn22', status, url: 'the form', width_mm: 210, height_mm: 297, pages: 1, sha256: 'b' },
    ],
  }) as unknown as Shipment

const job = (state: PrintJob['state'], job_id: string = order.jobId): PrintJob => {
  const at = '2026-11-21T09:00:00Z'
  return { job_id, title: 'CN22', kind: 'form', printer_id: 'p', state, created_at: at, updated_at: at }
}

/** A device manager that answers print requests with `answer`, and job requests with `known`. */
function aDevice(answer: () => Promise<{ job: PrintJob }>, known: PrintJob[] = []) {
  const asked: unknown[] = []
  const listeners = new Set<(job: PrintJob) => void>()
  const request = (op: string, args: unknown) => {
    asked.push({ op, args })
    return op === 'print' ? answer() : Promise.resolve({ jobs: known })
  }
  const device: PrintingDevice = {
    printers: [],
    config: undefined,
    request: request as PrintingDevice['request'],
    onJob: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    device,
    asked,
    listeners,
    report: (reported: PrintJob) => listeners.forEach((listener) => listener(reported)),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('printing one document', () => {
  it('requests the document on its kind of printer, and is DONE when its own job is reported as printed', async () => {
    const { device, asked, listeners, report } = aDevice(async () => ({ job: job('queued') }))
    const shown: string[] = []
    const end = printDocument(device, shipment('ready'), order, ({ phase }) => shown.push(phase))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toMatchObject([
      {
        op: 'print',
        args: {
          job_id: order.jobId,
          kind: 'form',
          title: 'CN22 ZZ000000005GB',
          documents: [{ type: 'cn22', url: 'the form' }],
        },
      },
    ])
    report(job('failed', 'shipment-1:first:label'))
    report(job('spooled'))
    expect(shown).toEqual(['PRINTING', 'PRINTING'])
    report(job('printed'))
    expect(await end).toEqual({ phase: 'DONE' })
    expect(listeners.size).toBe(0)
  })

  it('requests nothing while the document is not drawn', async () => {
    const { device, asked } = aDevice(async () => ({ job: job('printed') }))
    const end = await printDocument(device, shipment('pending'), order, () => {})
    expect(end).toMatchObject({ phase: 'ERROR', code: 'document_unreachable', uncertain: false })
    expect(asked).toEqual([])
  })

  it.each<[string, PrintJob[], object]>([
    [
      'was not accepted if the device manager does not know the job',
      [],
      { code: 'device_not_connected', uncertain: false },
    ],
    ['is DONE if the device manager has printed it', [job('printed')], { phase: 'DONE' }],
    ['is uncertain if its job is unknown', [job('unknown')], { code: 'outcome_unknown', uncertain: true }],
  ])('without a response it %s', async (_case, known, expected) => {
    const { device } = aDevice(() => Promise.reject(new DeviceSilentError()), known)
    expect(await printDocument(device, shipment('ready'), order, () => {})).toMatchObject(expected)
  })

  it.each<[string, PrintJob[], object]>([
    ['was not accepted', [], { code: 'device_not_connected', uncertain: false }],
    ['was printed meanwhile', [job('printed')], { phase: 'DONE' }],
  ])('waits while the connection is lost, then reports that it %s', async (_case, known, expected) => {
    const line = { isCut: true }
    const { device } = aDevice(() => Promise.reject(new DeviceSilentError()))
    const cut: PrintingDevice = {
      printers: [],
      config: undefined,
      onJob: device.onJob,
      request: ((op: string) =>
        op === 'print' || line.isCut
          ? Promise.reject(new DeviceSilentError())
          : Promise.resolve({ jobs: known })) as PrintingDevice['request'],
    }
    const ends: unknown[] = []
    const end = printDocument(cut, shipment('ready'), order, () => {}).then((progress) => ends.push(progress))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ends).toEqual([])
    line.isCut = false
    await vi.advanceTimersByTimeAsync(3_000)
    await end
    expect(ends).toMatchObject([expected])
  })

  it('is uncertain when the device manager stops reporting during the job', async () => {
    const { device } = aDevice(async () => ({ job: job('spooled') }))
    const end = printDocument(device, shipment('ready'), order, () => {})
    await vi.advanceTimersByTimeAsync(210_000)
    expect(await end).toMatchObject({ phase: 'ERROR', code: 'outcome_unknown', uncertain: true })
  })

  it.each<[string, unknown, string]>([
    ['the server is unreachable', new NetworkError(new TypeError('failed')), 'server_unreachable'],
    ['a proxy answers instead', new ApiError(502, 'Bad Gateway'), 'server_unreachable'],
    ['the server refuses', new ApiError(404, '', { code: 'not_found', description: 'Gone.' }), 'not_found'],
    ['the connection to the device manager is lost', new Error('Not subscribed'), 'device_not_connected'],
  ])('reports that nothing was printed when %s', async (_case, cause, code) => {
    const { device } = aDevice(() => Promise.reject(cause))
    const end = await printDocument(device, shipment('ready'), order, () => {}).catch(failureOf)
    expect(end).toMatchObject({ phase: 'ERROR', code, uncertain: false })
  })

  it('is uncertain when the server has already signed this print', () => {
    const body = { code: 'print_claimed', description: 'This was given to a printer already.' }
    const refused = new ApiError(409, 'Conflict', body)
    expect(failureOf(refused)).toMatchObject({ phase: 'ERROR', code: 'print_claimed', uncertain: true })
  })

  it('keeps the code and description of a refusal by the device manager', async () => {
    const refusal = new DeviceError({ code: 'printer_not_set', description: 'No printer is set.' })
    const { device } = aDevice(() => Promise.reject(refusal))
    const end = await printDocument(device, shipment('ready'), order, () => {}).catch(failureOf)
    expect(end).toEqual({
      phase: 'ERROR',
      code: 'printer_not_set',
      description: 'No printer is set.',
      uncertain: false,
    })
  })
})

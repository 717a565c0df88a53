import { getShipment, type Shipment } from '@postroom/contract/shipment'
import { packagingOf, type PrinterKind } from '@postroom/domain/packaging'
import { DeviceError, DeviceSilentError } from '@postroom/hub/device-client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useDevice, type Device } from '../device/device-context.tsx'
import { nextPrintId, type PrintProgress } from './print-progress.ts'
import { watchJob } from './watch-job.ts'

/** A request that the device manager has not taken by then has expired. */
const REQUEST_TIMEOUT_MS = 15_000

export interface Print {
  progress: PrintProgress
  /**
   * Prints the label of a shipment with fresh links and follows the job to its end. Without `jobId` it is a reprint:
   * free, as often as needed. What a printer or a network does wrong is an answer, never thrown.
   * @param options.kind another printer than that of the packaging, to test it
   */
  printShipment: (
    shipment: Pick<Shipment, 'id'>,
    options?: { test?: boolean; jobId?: string; kind?: PrinterKind },
  ) => Promise<PrintProgress>
  reset: () => void
}

/** Printing through the device manager, with the states of spec §4. */
export function usePrint(): Print {
  const device = useDevice()
  const [progress, setProgress] = useState<PrintProgress>({ phase: 'IDLE' })
  // the device manager may come back while a job is followed: always talk to the one of now
  const current = useRef(device)
  useEffect(() => {
    current.current = device
  })

  const printShipment = useCallback<Print['printShipment']>(async ({ id }, { test = false, jobId, kind } = {}) => {
    setProgress({ phase: test ? 'TEST' : 'PRINTING' })
    const end = await printLabel({
      device: () => current.current,
      shipmentId: id,
      jobId: jobId ?? nextPrintId(id, crypto.randomUUID()),
      kind,
      test,
      show: setProgress,
    }).catch(failureOf)
    setProgress(end)
    return end
  }, [])
  const reset = useCallback(() => setProgress({ phase: 'IDLE' }), [])
  return { progress, printShipment, reset }
}

async function printLabel(run: {
  device: () => Device
  shipmentId: string
  jobId: string
  kind: PrinterKind | undefined
  test: boolean
  show: (progress: PrintProgress) => void
}): Promise<PrintProgress> {
  const { device, jobId } = run
  const shipment = await call(getShipment, { params: { id: run.shipmentId } })
  if (!shipment.docs.some(({ status }) => status === 'ready')) return NO_LABEL_YET
  const watch = watchJob(device, jobId, run.show, run.test)
  try {
    const args = printArgsOf(shipment, jobId, run.kind)
    const { job } = await device().request('print', args, { timeoutMs: REQUEST_TIMEOUT_MS })
    watch.hear(job)
    return await watch.ended
  } catch (cause) {
    if (!(cause instanceof DeviceSilentError)) throw cause
    await watch.unanswered()
    return await watch.ended
  } finally {
    watch.stop()
  }
}

function printArgsOf(shipment: Shipment, jobId: string, kind: PrinterKind | undefined) {
  const [parcel] = shipment.parcels
  if (!parcel) throw new RangeError('A shipment has one parcel')
  return {
    job_id: jobId,
    kind: kind ?? packagingOf(parcel.packaging).printer,
    title: [shipment.service_name, shipment.meta_data.tracking].filter(Boolean).join(' ').slice(0, 120),
    documents: shipment.docs.map(({ type, url, sha256, width_mm, height_mm, pages }) => ({
      type,
      url,
      sha256,
      width_mm,
      height_mm,
      pages,
    })),
  }
}

/** The server draws a label that is missing at every look: the next attempt may find it. */
const NO_LABEL_YET: PrintProgress = { phase: 'ERROR', code: 'document_unreachable', description: '', uncertain: false }

/** Nothing has reached a printer when the server or the device manager refuses; a lost line is found out by asking. */
function failureOf(cause: unknown): PrintProgress {
  if (cause instanceof DeviceError || (cause instanceof ApiError && cause.code !== undefined))
    return { phase: 'ERROR', code: cause.code ?? '', description: cause.message, uncertain: false }
  return { phase: 'ERROR', code: 'device_not_connected', description: '', uncertain: false }
}

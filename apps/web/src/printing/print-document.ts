import type { ArgsOf } from '@postroom/contract/device-messages'
import { createLabelDrawing } from '@postroom/contract/label-drawing'
import type { Shipment } from '@postroom/contract/shipment'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { DeviceError, DeviceSilentError } from '@postroom/hub/device-client'
import { ApiError, isUnreachable } from '../api/api-error.ts'
import type { DeviceState } from '../device/device-state.ts'
import { call } from '../api/call.ts'
import { jobTitle, type PrintedDocument } from './printed-documents.ts'
import { drawingFor } from './chosen-printer.ts'
import { COARSE } from './printer-problem.ts'
import type { JobProgress } from './print-progress.ts'
import { watchJob, type Watched } from './watch-job.ts'

/** A print request expires after this time. */
const REQUEST_TIMEOUT_MS = 15_000

interface DocumentOrder {
  document: PrintedDocument
  kind: PrinterKind
  jobId: string
}

/** A device manager that prints, with the printers that it reported. */
export type PrintingDevice = Watched & Pick<DeviceState, 'config' | 'printers'>

/**
 * Prints one document, in the drawing for its printer, and follows its job to the end.
 * @param shipment with fresh links
 * @throws ApiError, NetworkError, DeviceError, HubError when nothing reached a printer: see `failureOf`
 */
export async function printDocument(
  device: PrintingDevice,
  shipment: Shipment,
  order: DocumentOrder,
  show: (progress: JobProgress) => void,
): Promise<JobProgress> {
  const dpi = drawingFor(device, order.kind, order.document === 'label')
  if (!dpi) return TOO_COARSE
  const document = shipment.docs.find(({ type }) => type === order.document)
  if (document?.status !== 'ready') return NOT_DRAWN_YET
  const { type, url, sha256, width_mm, height_mm, pages } = document
  const drawing =
    dpi === 300
      ? { type, url, sha256, width_mm, height_mm, pages }
      : await call(createLabelDrawing, { params: { id: shipment.id }, body: { dpi } })
  const args = {
    job_id: order.jobId,
    kind: order.kind,
    title: jobTitle(order.document, shipment),
    documents: [drawing],
  }
  return printDocuments(device, args, show)
}

/** Has documents printed, and follows their job to its end. @throws as `printDocument` */
export async function printDocuments(
  device: Watched,
  args: ArgsOf<'print'>,
  show: (progress: JobProgress) => void,
): Promise<JobProgress> {
  const watch = watchJob(device, args.job_id, show)
  try {
    const { job } = await device.request('print', args, { timeoutMs: REQUEST_TIMEOUT_MS })
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

/** Each request makes the server try to draw a missing document: the next attempt may succeed. */
const NOT_DRAWN_YET = notSent('document_unreachable')
const TOO_COARSE = notSent(COARSE)
/** Nothing was sent. */
export const NOT_CONNECTED = notSent('device_not_connected')
const SERVER_UNREACHABLE = notSent('server_unreachable')

/**
 * When the server or the device manager refuses, nothing reached a printer, unless the server signed this print before.
 * A lost connection is not a failure: the job is polled.
 */
export function failureOf(cause: unknown): JobProgress {
  if (cause instanceof ApiError && cause.code === 'print_claimed')
    return { phase: 'ERROR', code: cause.code, description: cause.message, uncertain: true }
  if (cause instanceof DeviceError || (cause instanceof ApiError && cause.code !== undefined))
    return notSent(cause.code ?? '', cause.message)
  return isUnreachable(cause) ? SERVER_UNREACHABLE : NOT_CONNECTED
}

function notSent(code: string, description = ''): JobProgress {
  return { phase: 'ERROR', code, description, uncertain: false }
}

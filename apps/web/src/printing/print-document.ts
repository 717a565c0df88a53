import type { ArgsOf } from '@postroom/contract/device-messages'
import type { Shipment } from '@postroom/contract/shipment'
import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { DeviceError, DeviceSilentError } from '@postroom/hub/device-client'
import { ApiError, isUnreachable } from '../api/api-error.ts'
import { jobTitle, type PrintedDocument } from './printed-documents.ts'
import type { JobProgress } from './print-progress.ts'
import { watchJob, type Watched } from './watch-job.ts'

/** A print request expires after this time. */
const REQUEST_TIMEOUT_MS = 15_000

interface DocumentOrder {
  document: PrintedDocument
  kind: PrinterKind
  jobId: string
}

/**
 * Prints one document and follows its job to the end.
 * @param shipment with fresh links
 * @throws ApiError, NetworkError, DeviceError, HubError when nothing reached a printer: see `failureOf`
 */
export async function printDocument(
  device: Watched,
  shipment: Shipment,
  order: DocumentOrder,
  show: (progress: JobProgress) => void,
): Promise<JobProgress> {
  const document = shipment.docs.find(({ type }) => type === order.document)
  if (document?.status !== 'ready') return NOT_DRAWN_YET
  const { type, url, sha256, width_mm, height_mm, pages } = document
  const args = {
    job_id: order.jobId,
    kind: order.kind,
    title: jobTitle(order.document, shipment),
    documents: [{ type, url, sha256, width_mm, height_mm, pages }],
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

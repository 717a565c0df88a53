import type { PrinterConnection } from '../printer-connection.ts'
import type { NextStatus } from './status-reader.ts'
import { QL_MODELS, type QlModel } from './models.ts'
import { ASK_STATUS } from './raster.ts'
import { rollIn, type Roll } from './rolls.ts'
import type { LoadedMedia, QlStatus } from './status.ts'

/** A printer that sends no status: the user names its model and roll, and sees for themselves whether it has printed. */
export interface OneWayPrinter {
  model: QlModel
  roll: Roll
}

/** The loaded roll, or the reasons why nothing can be printed. */
export type Condition =
  | { isReady: true; model: QlModel; media: LoadedMedia; roll: Roll | undefined; isOneWay: boolean }
  | { isReady: false; model?: QlModel; reasons: string[] }

/** Requests the status once, before a page: a request disturbs the printer while it prints. */
export async function askCondition(
  connection: PrinterConnection,
  next: NextStatus,
  { limitMs, oneWay }: { limitMs: number; oneWay: OneWayPrinter | undefined },
): Promise<Condition> {
  await connection.write(ASK_STATUS)
  const status = await next(limitMs)
  if (status) return conditionOf(status)
  if (!oneWay) return { isReady: false, reasons: ['status-unknown'] }
  const { kind, width_mm, length_mm, twoColour = false } = oneWay.roll
  return { isReady: true, ...oneWay, media: { kind, width_mm, length_mm, twoColour }, isOneWay: true }
}

function conditionOf({ modelCode, reasons, media }: QlStatus): Condition {
  const model = QL_MODELS.find(({ statusCode }) => statusCode === modelCode)
  if (!model) return { isReady: false, reasons: ['model-unsupported'] }
  if (reasons.length > 0) return { isReady: false, model, reasons }
  if (media.kind === 'none') return { isReady: false, model, reasons: ['media-empty'] }
  return { isReady: true, model, media, roll: rollIn(media, model), isOneWay: false }
}

import type { PrinterConnection, NextStatus } from './printer-connection.ts'
import { QL_MODELS, type QlModel } from './models.ts'
import { ASK_STATUS } from './raster.ts'
import { rollIn, type Roll } from './rolls.ts'
import type { LoadedMedia, QlStatus } from './status.ts'

/** A printer that only takes data: the user says what it is and what is in it, and looks himself whether it has printed. */
export interface OneWayPrinter {
  model: QlModel
  roll: Roll
}

/** What can be printed on, or why nothing can. */
export type Condition =
  | { isReady: true; model: QlModel; media: LoadedMedia; roll: Roll | undefined; isOneWay: boolean }
  | { isReady: false; model?: QlModel; reasons: string[] }

/** Asks a printer how it is. Once, before a page: it does not bear the question while it prints. */
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

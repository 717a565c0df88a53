import { DeviceRefusal, faultOf } from '../../device-refusal.ts'
import { DOTS_PER_INCH } from '../../documents/pdf-to-dots.ts'
import { renderDots } from '../../documents/read-pdf.ts'
import { QL_MODELS, type QlModel } from '../brother/models.ts'
import { prepareOrder } from '../brother/prepare-order.ts'
import { INITIALISE } from '../brother/raster.ts'
import { rollMedia, rollsFor } from '../brother/rolls.ts'
import type { PrinterPort } from '../printer.ts'
import { windowsQueue } from './windows-printer.ts'
import type { JobTimings } from './follow-job.ts'
import type { Spooler } from './spooler.ts'

/** The model that a Windows driver is for, by its name: `Brother QL-1110NWB`. */
export const brotherModelOf = (driver: string): QlModel | undefined =>
  QL_MODELS.find(({ name }) => new RegExp(`${name}$`, 'i').test(driver.trim()))

/**
 * A QL printer behind the Windows spooler, which forwards its raster unchanged and returns no status. The page names its
 * roll, and a printer with another roll rejects it, so only the user can see whether a label was printed.
 */
export function windowsBrother(
  spooler: Spooler,
  queue: string,
  model: QlModel,
  limits?: Partial<JobTimings>,
): PrinterPort {
  return windowsQueue(
    spooler,
    queue,
    {
      driver: 'brother',
      isReported: false,
      about: async () => ({
        media: rollsFor(model).map((roll) => rollMedia(roll, model)),
        resolutions_dpi: [DOTS_PER_INCH],
      }),
      send: async (order, signal) => {
        const roll = rollsFor(model).find(({ name }) => name === order.media)
        if (!roll) throw new DeviceRefusal(faultOf('printer_silent'))
        const { kind, width_mm, length_mm, twoColour = false } = roll
        const media = { kind, width_mm, length_mm, twoColour }
        const pages = await renderDots(order.pdf)
        const prepared = prepareOrder(order, pages, { isReady: true, model, roll, media, isOneWay: true })
        if (!prepared.ok) throw new DeviceRefusal(prepared.fault)
        signal.throwIfAborted()
        return spooler.sendRaw(queue, order.title, Buffer.concat([INITIALISE, ...prepared.pages]))
      },
    },
    limits,
  )
}

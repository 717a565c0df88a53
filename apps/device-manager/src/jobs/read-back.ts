import type { ReadBack } from '@postroom/contract/device-messages'
import { reportBug } from '../device-refusal.ts'
import type { DotPage } from '../documents/pdf-to-dots.ts'
import { readCodes } from '../documents/read-codes.ts'
import type { PrintOrder } from '../printers/printer.ts'

const KEPT = 10

/** What a decoder reads on the newest ruler pages, from the dots that went to the printer. */
export function readBacks() {
  const kept = new Map<string, Promise<ReadBack | undefined>>()
  return {
    /** The part of an order that has its first page read while it is printed. */
    reading: (jobId: string): Pick<PrintOrder, 'onDots'> => ({
      onDots: (page, dpi) => {
        kept.set(jobId, read(page, dpi))
        for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest)
      },
    }),
    /** Undefined when no dots were sent, or reading them failed. */
    of: async (jobId: string) => kept.get(jobId),
  }
}

async function read(page: DotPage, dpi: number): Promise<ReadBack | undefined> {
  try {
    return { dpi: Math.round(dpi), width_dots: page.width, height_dots: page.height, codes: await readCodes(page) }
  } catch (error) {
    reportBug(error)
    return undefined
  }
}

import { createHash } from 'node:crypto'
import type { Printer } from '@postroom/contract/device-messages'
import fs from 'node:fs'
import path from 'node:path'
import { PNG } from 'pngjs'
import { writeFileDurably } from '../../durable-file.ts'
import type { DotPage } from '../../documents/pdf-to-dots.ts'
import { drawOrder } from '../move-ink.ts'
import type { PrinterPort, PrintOrder } from '../printer.ts'

const LABEL = { name: 'na_index-4x6_4x6in', width_mm: 101.6, height_mm: 152.4 }
const OFFICE_PRINTER = {
  id: 'virtual',
  name: 'Virtual printer',
  media: [
    LABEL,
    { name: 'iso_a4_210x297mm', width_mm: 210, height_mm: 297 },
    { name: 'na_letter_8.5x11in', width_mm: 215.9, height_mm: 279.4 },
  ],
  resolutions_dpi: [300],
}
/** A thermal label printer, which prints the dots of a label that is drawn for it. */
const LABEL_PRINTER = {
  id: 'virtual-label',
  name: 'Virtual label printer',
  media: [LABEL, { name: 'oe_square_4x4in', width_mm: 101.6, height_mm: 101.6 }],
  resolutions_dpi: [203],
  thermal_dpi: 203,
}

/** Prints into a folder: the PDF unchanged, and a picture of the dots that a 300 dpi printer would print. */
export const virtualPrinter = (folder: string, now: () => Date): PrinterPort => inFolder(folder, now, OFFICE_PRINTER)

/** The same, with the dots of a thermal label printer of 203 dpi. */
export const virtualLabelPrinter = (folder: string, now: () => Date): PrinterPort =>
  inFolder(folder, now, LABEL_PRINTER)

function inFolder(
  folder: string,
  now: () => Date,
  model: typeof OFFICE_PRINTER & Pick<Printer, 'thermal_dpi'>,
): PrinterPort {
  fs.mkdirSync(folder, { recursive: true })
  const { id, media: known } = model
  return {
    id,
    describe: async () => ({
      ...model,
      driver: 'virtual',
      state: 'ready',
      reasons: [],
      media_ready: known,
      can_offset: true,
    }),
    print: async (order, onSpooled, _signal, onPrinted = () => {}) => {
      const media = known.find(({ name }) => name === order.media)
      const pages = (await drawOrder(order, model.resolutions_dpi[0]!, media)).map(pictureOf)
      onSpooled()
      for (let copy = 1; copy <= order.copies; copy++) {
        const name = path.join(folder, fileNameOf(now(), order, copy))
        pages.forEach((png, page) => writeFileDurably(`${name}${page === 0 ? '' : `-page${page + 1}`}.png`, png, 0o644))
        writeFileDurably(`${name}.pdf`, order.pdf, 0o644)
        if (copy < order.copies) onPrinted(copy * pages.length)
      }
      return { state: 'printed' }
    },
  }
}

const GREYSCALE = 0
/** One dot is one pixel, in the memory of the page itself. */
function pictureOf({ width, height, black }: DotPage): Buffer {
  for (let at = 0; at < black.length; at++) black[at] = black[at] === 1 ? 0 : 255
  const data = Buffer.from(black.buffer)
  // `new PNG` allocates four more bytes for each dot, and filters gain nothing for black and white
  const options = { colorType: GREYSCALE, inputColorType: GREYSCALE, inputHasAlpha: false, filterType: 0 } as const
  return PNG.sync.write({ width, height, data } as PNG, options)
}

/**
 * `20261121-093015-form-cn22-CN22-ZZ000000005GB-1b4e28ba`: sorts by time, names the printer kind and the document type, and is
 * unique for each job. The title is untrusted.
 */
function fileNameOf(now: Date, { kind, type, title, job_id }: PrintOrder, copy: number): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const words = title
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  const job = createHash('sha256').update(job_id).digest('hex').slice(0, 8)
  const parts = [time, kind, type, words, job, copy === 1 ? '' : `copy${copy}`]
  return parts.filter((part) => part !== '').join('-')
}

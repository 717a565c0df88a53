/**
 * A label printer of Brother's QL series. Facts from the maker's raster command references for QL-600, QL-800 and
 * QL-1100/1110NWB; the USB numbers also from public driver projects. We have run none of these models.
 */
export interface QlModel {
  name: string
  /** Byte 4 of its status. */
  statusCode: number
  /** USB product numbers under the maker's number; with those of `editorLite` the printer appears as a disk. */
  usb: readonly string[]
  editorLite: readonly string[]
  /** Dots across the head: what one row of a page holds. */
  pins: 720 | 1296
  compresses: boolean
  /** Rows of a page on an endless roll. */
  rows_min: number
  rows_max: number
}

const NARROW = { pins: 720, compresses: false, rows_min: 150, rows_max: 11_811 } as const
const WIDE = { pins: 1296, compresses: true, rows_min: 301, rows_max: 35_434 } as const

export const QL_MODELS: readonly QlModel[] = [
  { name: 'QL-600', statusCode: 0x47, usb: ['20c0', '2100'], editorLite: [], ...NARROW }, // sources differ on the number
  { name: 'QL-800', statusCode: 0x38, usb: ['209b'], editorLite: ['209e'], ...NARROW },
  { name: 'QL-1100', statusCode: 0x43, usb: ['20a7'], editorLite: ['20a9'], ...WIDE },
  { name: 'QL-1110NWB', statusCode: 0x44, usb: ['20a8'], editorLite: ['20aa'], ...WIDE },
]

export const USB_VENDOR = '04f9'

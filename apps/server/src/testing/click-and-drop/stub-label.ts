import { code128, dataMatrix, drawSymbol } from '@postroom/documents/pdf/barcode'
import { finish, newPdf } from '@postroom/documents/pdf/pdf'

/** The size of labels that an account has chosen. */
export interface LabelFormat {
  width_mm: number
  height_mm: number
}

/** What a label says. */
interface Labelled {
  orderIdentifier: number | string
  createdOn: string
  packages: readonly { trackingNumber?: string | undefined }[]
}

/** A label with a page for each package: its number as a bar code, or another code where it has none. */
export async function stubLabel(
  { orderIdentifier, createdOn, packages }: Labelled,
  format: LabelFormat,
): Promise<Buffer> {
  const doc = newPdf('Label of the stub', new Date(createdOn), format)
  for (const [index, { trackingNumber }] of packages.entries()) {
    if (index > 0) doc.addPage()
    doc.font('bold', 16).text('STUB, NO POSTAGE', 20, 20)
    if (trackingNumber === undefined)
      drawSymbol(doc, dataMatrix(`STUB ${orderIdentifier} ${index + 1}`), { x: 40, y: 60, moduleDots: 8 })
    else drawSymbol(doc, code128(trackingNumber), { x: 40, y: 60, moduleDots: 4, heightDots: 300 })
    doc.font('regular', 10).text(trackingNumber ?? `Order ${orderIdentifier}`, 40, 300)
  }
  return Buffer.from(await finish(doc))
}

import { paragraph, setText } from '../pdf/fit-text.ts'
import { MM, type Doc } from '../pdf/pdf.ts'

/** The seller or buyer on an account document, with the address as lines, empty when it is unknown. */
export interface Party {
  name: string
  address: readonly string[]
}

/** The seller of the postage. Without a VAT number their documents are not VAT documents. */
export interface Seller extends Party {
  vat_number?: string
}

interface Place {
  caption: string
  x: number
  y: number
  width: number
}

const TEXT = { largest: 10, smallest: 5 }
const HEIGHT = 26 * MM

/** Draws a party below its caption: name, address, VAT number. @throws TextDoesNotFit */
export function drawParty(doc: Doc, party: Seller, { caption, x, y, width }: Place): void {
  doc.font('regular', 7.5).text(caption, x, y)
  const lines = [
    paragraph(party.name, 'bold'),
    ...party.address.map((line) => paragraph(line)),
    ...(party.vat_number ? [paragraph(`VAT number ${party.vat_number}`)] : []),
  ]
  setText(doc, lines, { x, y: y + 3.6 * MM, width, height: HEIGHT, block: `receipt: ${caption}` }, TEXT)
}

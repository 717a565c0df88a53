import { code128, drawSymbol, qrCode } from '@postroom/documents/pdf/barcode'
import { finish, newPdf } from '@postroom/documents/pdf/pdf'
import { trackingNumber } from '@postroom/domain/post/s10'
import { pageImage } from '../../documents/page-image.ts'
import type { CreateReturnRequest } from './description.ts'
import type { Fault } from './faults.ts'
import type { LabelFormat } from './stub-label.ts'

interface StubReturn {
  number: string
  request: CreateReturnRequest
}

/** The return labels of one account, in memory. There is no call that finds one. */
export class Returns {
  readonly made: StubReturn[] = []
  static #nextSerial = 20_000_000

  services = () => ({
    body: {
      services: [
        { serviceName: 'Tracked Returns 24', serviceCode: 'TSN' },
        { serviceName: 'Tracked Returns 48', serviceCode: 'TSS' },
      ],
    },
  })

  async make(request: CreateReturnRequest, format: LabelFormat, fault: Fault | undefined) {
    if (fault?.kind === 'failed') return { body: { errors: [{ code: 'Failed', description: fault.message }] } }
    const number = trackingNumber(Returns.#nextSerial++).replace(/^ZZ/, 'RT')
    this.made.push({ number, request })
    const label = fault?.kind === 'not_a_pdf' ? Buffer.from('<html>') : await returnLabel(number, format)
    const body = {
      shipment: { trackingNumber: number, uniqueItemId: `0B${number}` },
      label: label.toString('base64'),
      ...(fault?.kind !== 'no_qr' && { qrCode: Buffer.from(await returnQr(number, fault)).toString('base64') }),
    }
    return { body }
  }
}

async function returnLabel(number: string, format: LabelFormat): Promise<Buffer> {
  const doc = newPdf('Return label of the stub', new Date(0), format)
  doc.font('bold', 16).text('STUB, RETURN', 20, 20)
  drawSymbol(doc, code128(number), { x: 40, y: 60, moduleDots: 4, heightDots: 300 })
  return Buffer.from(await finish(doc))
}

async function returnQr(number: string, fault: Fault | undefined): Promise<Uint8Array> {
  const doc = newPdf('QR code of the stub', new Date(0), { width_mm: 50, height_mm: 50 })
  if (fault?.kind === 'odd_qr') doc.font('bold', 16).text('no code', 20, 20)
  else drawSymbol(doc, qrCode(`STUB ${number}`), { x: 20, y: 20, moduleDots: 12 })
  return pageImage({ pdf: await finish(doc), page: 1 })
}

import { renderLabel } from '@postroom/documents/label/label'
import { drawingOfReturnCode } from '@postroom/documents/label/return-code'
import { render } from '@postroom/documents/pdf/pdf'
import type { Db } from '../../db/database.ts'
import { pageImage } from '../../documents/page-image.ts'
import type { CarrierReturns } from '../carrier-port.ts'
import { rememberReference, takeSwitch } from './sandbox.store.ts'

const SERVICES = [
  { code: 'TSN', name: 'Tracked Returns 24', like: 'TR24' },
  { code: 'TSS', name: 'Tracked Returns 48', like: 'TR48' },
] as const

/** Specimens of return labels and of their QR codes. A repeated `ref` gets the same number again. */
export const sandboxReturns = (db: Db): CarrierReturns => ({
  services: async () => ({ kind: 'listed', services: SERVICES.map(({ code, name }) => ({ code, name })) }),

  async make(ref, { service, content }) {
    const fault = await takeSwitch(db, 'return')
    if (fault?.answer === 'refused') return { kind: 'refused', reason: 'The address is not served.' }
    if (fault) return { kind: 'unknown' }
    const known = SERVICES.find(({ code }) => code === service)
    if (!known) return { kind: 'refused', reason: 'There is no such return service.' }
    const { carrier_no } = await rememberReference(db, ref, { live: 1 })
    const number = carrier_no!
    const label = await renderLabel({ ...content, service: known.like, service_name: known.name, numbers: [number] })
    const { pdf } = await render(drawingOfReturnCode({ number, created_at: content.created_at }))
    // a page may take too long to draw on a busy machine; the label counts without its code
    const qr = await pageImage({ pdf, page: 1 }).catch(() => undefined)
    return { kind: 'made', number, label, ...(qr && { qr }) }
  },
})

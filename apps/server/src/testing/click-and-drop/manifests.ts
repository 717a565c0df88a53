import { finish, newPdf } from '@postroom/documents/pdf/pdf'
import type { Fault } from './faults.ts'
import type { Orders } from './orders.ts'

interface StubManifest {
  number: number
  /** Looks after which it is ready, or fails. */
  looksLeft: number
  failure: string | undefined
}

interface Answer {
  status: number
  body: unknown
}

/** The manifests of one account, in memory. An order is on one at most; one that fails gives its orders back. */
export class Manifests {
  readonly #made = new Map<number, StubManifest>()
  #nextNumber = 501
  readonly #orders: Orders

  constructor(orders: Orders) {
    this.#orders = orders
  }

  get count(): number {
    return this.#made.size
  }

  make(fault: Fault | undefined): Promise<Answer> {
    const number = this.#nextNumber++
    return this.#begin({ number, ...progressOf(fault) })
  }

  retry(number: number, fault: Fault | undefined): Promise<Answer> {
    if (!this.#made.has(number)) return refused('NotFound', 'There is no such manifest.')
    return this.#begin({ number, ...progressOf(fault) })
  }

  async look(number: number): Promise<Answer> {
    const manifest = this.#made.get(number)
    if (!manifest) return { status: 404, body: undefined }
    if (manifest.looksLeft-- > 0) return { status: 200, body: { manifestNumber: number, status: 'In Progress' } }
    const { failure } = manifest
    if (failure === undefined) return { status: 200, body: { ...(await completed(number)), status: 'Completed' } }
    this.#orders.takeBack()
    const errors = [{ code: 'Failed', description: failure }]
    return { status: 200, body: { manifestNumber: number, status: 'Failed', errors } }
  }

  async #begin(manifest: StubManifest): Promise<Answer> {
    if (this.#orders.manifest() === 0) return refused('NoOrders', 'There are no orders to manifest.')
    this.#made.set(manifest.number, manifest)
    if (manifest.looksLeft > 0) return { status: 202, body: { manifestNumber: manifest.number } }
    return { status: 201, body: await completed(manifest.number) }
  }
}

const progressOf = (fault: Fault | undefined): Omit<StubManifest, 'number'> =>
  fault?.kind === 'in_progress'
    ? { looksLeft: fault.looks, failure: fault.failure }
    : { looksLeft: 0, failure: undefined }

const refused = async (code: string, description: string): Promise<Answer> => ({
  status: 400,
  body: { errors: [{ code, description }] },
})

async function completed(number: number): Promise<{ manifestNumber: number; documentPdf: string }> {
  const doc = newPdf('Manifest of the stub', new Date(0), { width_mm: 210, height_mm: 297 })
  doc.font('bold', 16).text(`STUB, manifest ${number}`, 20, 20)
  return { manifestNumber: number, documentPdf: Buffer.from(await finish(doc)).toString('base64') }
}

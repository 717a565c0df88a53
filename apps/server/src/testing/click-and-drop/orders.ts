import { checkDigitOf } from '@postroom/domain/post/s10'
import type { CreateOrderRequest, OrderInfo } from './description.ts'

/** Codes of services whose items have no number. */
const UNTRACKED = new Set(['BPL1', 'BPL2', 'OLS', 'OLA'])

/** An order of an account at the stub. */
export interface StubOrder {
  info: OrderInfo
  request: CreateOrderRequest
}

/** The orders of one account, in memory. */
export class Orders {
  readonly #orders = new Map<number, StubOrder>()
  /** Orders that were deleted, with their references. */
  readonly deleted: StubOrder[] = []
  #latest: StubOrder[] = []
  #nextId = 1001
  static #nextSerial = 10_000_000

  all(): StubOrder[] {
    return [...this.#orders.values()]
  }

  create(request: CreateOrderRequest): StubOrder {
    const isTracked = !UNTRACKED.has(request.postageDetails?.serviceCode ?? '')
    const packages = (request.packages ?? []).map((_, index) => ({
      packageNumber: index + 1,
      ...(isTracked && { trackingNumber: Orders.#number() }),
    }))
    const [first] = packages
    const info: OrderInfo = {
      orderIdentifier: this.#nextId++,
      ...(request.orderReference !== undefined && { orderReference: request.orderReference }),
      createdOn: new Date().toISOString(),
      ...(first && 'trackingNumber' in first && { trackingNumber: first.trackingNumber }),
      packages,
    }
    const order = { info, request }
    this.#orders.set(info.orderIdentifier, order)
    return order
  }

  withId = (id: number): StubOrder | undefined => this.#orders.get(id)
  withReference = (reference: string): StubOrder[] => this.all().filter(({ info }) => info.orderReference === reference)

  remove(id: number): void {
    this.deleted.push(this.#orders.get(id)!)
    this.#orders.delete(id)
  }

  /** The end of the day: orders are sent, and can no longer be deleted. @returns how many were on no manifest */
  manifest(): number {
    const fresh = this.all().filter(({ info }) => info.manifestedOn === undefined)
    this.#latest = fresh
    for (const { info } of fresh) info.manifestedOn = new Date().toISOString()
    return fresh.length
  }

  /** The newest manifest failed: its orders are on none again. */
  takeBack(): void {
    for (const { info } of this.#latest) delete info.manifestedOn
  }

  static #number(): string {
    const serial = String(Orders.#nextSerial++)
    return `RN${serial}${checkDigitOf(serial)}GB`
  }
}

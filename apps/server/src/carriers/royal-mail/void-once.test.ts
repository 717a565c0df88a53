import type { Shipment } from '@postroom/contract/shipment'
import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clickAndDropScene } from '../../testing/click-and-drop/click-and-drop-scene.ts'
import type { PurchaseScene } from '../../testing/purchase-scene.ts'
import { shippingV3Scene } from '../../testing/shipping-v3/shipping-v3-scene.ts'
import type { CarrierPort } from '../carrier-port.ts'
import { carrierOf } from '../carriers.ts'

interface Seller extends PurchaseScene {
  drain(): Promise<void>
  /** The carrier voids nothing any more. */
  refuse(): void
  /** How often it was asked to. */
  asked(): number
}

async function clickAndDrop(): Promise<Seller> {
  const scene = await clickAndDropScene(50_00)
  const { stub, account } = scene
  return {
    ...scene,
    refuse: () => account.orders.manifest(),
    asked: () => stub.calls.filter((call) => call === 'remove').length,
  }
}

async function shippingV3(): Promise<Seller> {
  const scene = await shippingV3Scene(50_00)
  const { stub, account } = scene
  return { ...scene, refuse: () => (account.shipments[0]!.state = 'manifested'), asked: () => stub.count('cancel') }
}

describe.each([
  ['Click & Drop', clickAndDrop],
  ['Royal Mail Shipping', shippingV3],
])('a purchase at %s', (_name, open) => {
  let scene: Seller
  let port: CarrierPort
  let ref: string
  beforeEach(async () => {
    scene = await open()
    ref = (await scene.buyer.buy('to-be-voided')).json<Shipment>().id
    await scene.drain()
    port = carrierOf(scene.context, DEFAULT_CARRIER.code)
  })
  afterEach(() => scene.close())

  it('is voided once, however often that is asked', async () => {
    for (const n of [1, 1, 2]) expect(await port.void(ref, n)).toEqual({ kind: 'voided' })
    expect(scene.asked()).toBe(1)
  })

  it('has one answer to each attempt to void it', async () => {
    scene.refuse()
    const first = await port.void(ref, 1)
    expect(first).toMatchObject({ kind: 'refused' })
    expect(await port.void(ref, 1)).toEqual(first)
    expect(scene.asked()).toBe(1)
    expect(await port.void(ref, 2)).toEqual(first)
    expect(scene.asked()).toBe(2)
  })

  it('that is not known is not voided', async () => {
    const reason = expect.stringMatching(/^Royal Mail has no such (?:order|shipment)\.$/) as string
    expect(await port.void(randomUUID(), 1)).toEqual({ kind: 'refused', reason })
    expect(scene.asked()).toBe(0)
  })
})

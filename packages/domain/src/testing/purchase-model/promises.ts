import type { Key, World } from './world.ts'

/** A promise about money, with the check whether a world breaks it. */
type Promised = readonly [name: string, isBroken: (world: World) => boolean]

const sum = (keys: readonly Key[], of: (key: Key) => number): number => keys.reduce((total, key) => total + of(key), 0)
const heldIn = ({ keys }: World): number => sum(keys, (key) => key.hold - key.capture - key.release)
const anyKey =
  (isBroken: (key: Key) => boolean) =>
  ({ keys }: World): boolean =>
    keys.some(isBroken)
const liveOf = ({ references }: Key): number => references.filter(({ state }) => state === 'live').length

/** The promises that hold at every instant. */
export const ALWAYS: readonly Promised[] = [
  ['no balance is negative', (world) => world.spendable < 0 || heldIn(world) < 0],
  ['one hold for each key', anyKey(({ hold }) => hold > 1)],
  ['a hold is settled once', anyKey(({ hold, capture, release }) => capture + release > hold)],
  ['no refund without a capture', anyKey(({ capture, refund }) => refund > capture)],
  ['one live shipment for each key', anyKey((key) => liveOf(key) > 1)],
  [
    'a live shipment has its money',
    anyKey((key) => liveOf(key) > 0 && (key.hold !== 1 || key.release > 0 || key.refund > 0)),
  ],
]

/** The promises that hold once nothing is in flight and no request will follow. */
export const AT_THE_END: readonly Promised[] = [
  [
    'no key is stuck',
    anyKey(({ state }) => state === 'reserved' || state === 'AUTHORISED' || state === 'VOID_REQUESTED'),
  ],
  ['no money is held', (world) => heldIn(world) !== 0],
  ['no debit without a live shipment', anyKey((key) => key.capture - key.refund > liveOf(key))],
]

/** Nothing is in flight: no process, no message, no work for the worker, no attempt left. */
export const isTheEnd = ({ actors, late, keys }: World): boolean =>
  actors.length === 0 &&
  late.length === 0 &&
  keys.every(({ attempts, state }) => attempts === 0 && state !== 'AUTHORISED' && state !== 'VOID_REQUESTED')

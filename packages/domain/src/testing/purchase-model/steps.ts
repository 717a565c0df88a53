import { transitionOf, type PurchaseTransition } from '../../purchase/purchase-states.ts'
import { carrierMay } from './carrier-side.ts'
import type { Mutant } from './mutants.ts'
import { requestName, type Actor, type Answer, type CarrierRequest, type World } from './world.ts'

const HANDLERS_AT_ONCE = 3

const EVENTS = {
  accepted: 'carrier_accepted',
  rejected: 'carrier_rejected',
  tombstoned: 'carrier_tombstoned',
  voided: 'void_granted',
  refused: 'void_refused',
} as const satisfies Record<Answer, PurchaseTransition['event']>

/** The kinds of steps, each with what takes it. */
export const STEP_KINDS = [
  'client buys',
  'client voids',
  'worker takes over',
  'process continues',
  'process asks the carrier',
  'carrier answers',
  'process settles',
  'process times out',
  'late request arrives',
  'power cut',
] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** One possible step of a client, a process, the network or the carrier, or a power cut. */
export interface Step {
  kind: StepKind
  /** The index of the purchase. */
  key?: number | undefined
  answer?: Answer | undefined
  /** Changes the world that it was made for, or a copy of it. */
  take(to: World): void
}

/** All steps that are possible in a world. */
export function stepsOf(world: World, mutant: Mutant | undefined): Step[] {
  const steps: Step[] = []
  const add = (kind: StepKind, key: number, take: Step['take'], answer?: Answer): void =>
    void steps.push({ kind, key, take, answer })
  const mayStart = world.actors.filter(({ role }) => role === 'handler').length < HANDLERS_AT_ONCE
  const workerIsFree = world.actors.every(({ role }) => role === 'handler')
  world.keys.forEach(({ state, attempts }, key) => {
    if (mayStart && attempts > 0) add('client buys', key, (to) => startPurchase(to, key, mutant))
    if (mayStart && world.voids > 0 && state === 'BOUGHT') add('client voids', key, (to) => startVoid(to, key, mutant))
    if (workerIsFree && (state === 'AUTHORISED' || state === 'VOID_REQUESTED'))
      add('worker takes over', key, (to) => takeOver(to, key))
  })
  world.actors.forEach((actor, index) => {
    const { at, key } = actor
    if (at === 'split') add('process continues', key, (to) => secondTransaction(to, index, mutant))
    if (at === 'started') add('process asks the carrier', key, (to) => (to.actors[index]!.at = 'sent'))
    if (at === 'sent')
      for (const [reference, answer] of carrierMay(referenceOf(world, actor), actor, mutant)) {
        const take = (to: World) => {
          to.keys[key]!.references[actor.reference] = reference
          Object.assign(to.actors[index]!, { at: 'answered', answer })
        }
        add('carrier answers', key, take, answer)
      }
    if (at === 'answered')
      add('process settles', key, (to) => settle(to, leave(to, index), actor.answer!, mutant), actor.answer)
    if (at === 'sent' || at === 'answered') add('process times out', key, (to) => timeOut(to, index, mutant))
  })
  world.late.forEach((request, index) => {
    for (const [reference, answer] of carrierMay(referenceOf(world, request), request, mutant)) {
      const take = (to: World) => {
        to.late.splice(index, 1)
        to.keys[request.key]!.references[request.reference] = reference
      }
      add('late request arrives', request.key, take, answer)
    }
  })
  if (world.crashes > 0 && world.actors.length > 0) steps.push({ kind: 'power cut', take: crash })
  return steps
}

const referenceOf = ({ keys }: World, { key, reference }: CarrierRequest) => keys[key]!.references[reference]!

/** T1: stores key, purchase and hold in one transaction, or nothing. An existing key is only read. */
function startPurchase(to: World, key: number, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  row.attempts -= 1
  const actor = { role: 'handler', call: 'purchase', key, reference: 0, n: 0, isOwner: true } as const
  if (row.state !== 'none') {
    if (mutant !== 'M4' || row.state !== 'AUTHORISED') return
    row.references.push({ state: 'unknown', answers: [] })
    to.actors.push({ ...actor, at: 'started', reference: row.references.length - 1 })
    return
  }
  if (to.spendable < 1) return
  const split = mutant === 'M5a' || mutant === 'M5b' || mutant === 'M6'
  if (mutant === 'M5b') row.state = 'reserved'
  else if (mutant !== 'M6') hold(to, key)
  if (!split) row.state = 'AUTHORISED'
  to.actors.push({ ...actor, at: split ? 'split' : 'started' })
}

/** The second transaction of a faulty design. */
function secondTransaction(to: World, index: number, mutant: Mutant | undefined): void {
  const actor = to.actors[index]!
  const row = to.keys[actor.key]!
  if (row.state === 'AUTHORISED') return void leave(to, index)
  if (mutant !== 'M5a') hold(to, actor.key)
  row.state = 'AUTHORISED'
  actor.at = 'started'
}

function hold(to: World, key: number): void {
  to.spendable -= 1
  to.keys[key]!.hold += 1
}

/** V1: the next void number. */
function startVoid(to: World, key: number, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  to.voids -= 1
  row.voidNo += 1
  row.state = transitionOf('BOUGHT', 'void_requested')!.to
  if (mutant === 'M8') move(to, key, 'refund')
  to.actors.push({ role: 'handler', call: 'void', at: 'started', key, reference: 0, n: row.voidNo, isOwner: true })
}

/** The worker's claim, which fences off the previous owner of the purchase. */
function takeOver(to: World, key: number): void {
  const { state, voidNo } = to.keys[key]!
  for (const actor of to.actors) if (actor.key === key) actor.isOwner = false
  const call = state === 'AUTHORISED' ? 'resolve' : 'void'
  to.actors.push({
    role: 'worker',
    call,
    at: 'sent',
    key,
    reference: 0,
    n: call === 'void' ? voidNo : 0,
    isOwner: true,
  })
}

/** T3 and V3: apply an answer only while the purchase waits for that answer. */
function settle(to: World, { call, key, n, isOwner }: Actor, answer: Answer, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  const from = call === 'void' ? 'VOID_REQUESTED' : 'AUTHORISED'
  const waits = row.state === from && (call === 'void' ? mutant === 'M10' || row.voidNo === n : isOwner)
  if (!waits && !(mutant === 'M3' && call !== 'void')) return
  const { to: state, money } = transitionOf(from, EVENTS[answer])!
  row.state = state
  if (money !== 'none' && !(mutant === 'M8' && money === 'refund')) move(to, key, money)
}

function move(to: World, key: number, kind: 'capture' | 'release' | 'refund'): void {
  to.keys[key]![kind] += 1
  if (kind !== 'capture') to.spendable += 1
}

/** The answer is late or lost: the outcome is unknown and nothing is done. */
function timeOut(to: World, index: number, mutant: Mutant | undefined): void {
  const actor = leave(to, index)
  if (actor.at === 'sent') arriveLate(to, actor)
  if (mutant === 'M1' && actor.call === 'purchase') settle(to, actor, 'rejected', mutant)
}

/** Every process dies with its answers. Database, carrier and requests in flight remain. */
function crash(to: World): void {
  to.crashes -= 1
  for (const actor of to.actors.splice(0)) if (actor.at === 'sent') arriveLate(to, actor)
}

/** Equal requests in flight are one, which may arrive more than once. */
function arriveLate(to: World, { call, key, reference, n }: CarrierRequest): void {
  const request = { call, key, reference, n }
  if (!to.late.some((other) => requestName(other) === requestName(request))) to.late.push(request)
}

const leave = (to: World, index: number): Actor => to.actors.splice(index, 1)[0]!

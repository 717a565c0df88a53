import { transitionOf, type PurchaseTransition } from '../../purchase/purchase-states.ts'
import { carrierMay } from './carrier-side.ts'
import type { Mutant } from './mutants.ts'
import { copyOf, questionName, type Actor, type Answer, type Question, type World } from './world.ts'

const HANDLERS_AT_ONCE = 3

const EVENTS = {
  accepted: 'carrier_accepted',
  rejected: 'carrier_rejected',
  tombstoned: 'carrier_never_saw_it',
  voided: 'void_granted',
  refused: 'void_refused',
} as const satisfies Record<Answer, PurchaseTransition['event']>

/** All worlds after one step of a client, a process, the network or the carrier, or after a power cut. */
export function nextWorlds(world: World, mutant: Mutant | undefined): World[] {
  const next: World[] = []
  const step = (change: (to: World) => void): void => {
    const to = copyOf(world)
    change(to)
    next.push(to)
  }
  const mayStart = world.actors.filter(({ who }) => who === 'handler').length < HANDLERS_AT_ONCE
  const workerIsFree = world.actors.every(({ who }) => who === 'handler')
  world.keys.forEach(({ state, attempts }, key) => {
    if (mayStart && attempts > 0) step((to) => askToBuy(to, key, mutant))
    if (mayStart && world.voids > 0 && state === 'BOUGHT') step((to) => askToVoid(to, key, mutant))
    if (workerIsFree && (state === 'AUTHORISED' || state === 'VOID_REQUESTED')) step((to) => takeOver(to, key))
  })
  world.actors.forEach((actor, index) => {
    if (actor.at === 'split') step((to) => secondHalf(to, index, mutant))
    if (actor.at === 'begun') step((to) => (to.actors[index]!.at = 'asked'))
    if (actor.at === 'asked')
      for (const [reference, answer] of carrierMay(referenceOf(world, actor), actor, mutant))
        step((to) => {
          to.keys[actor.key]!.references[actor.reference] = reference
          Object.assign(to.actors[index]!, { at: 'answered', answer })
        })
    if (actor.at === 'answered') step((to) => settle(to, leave(to, index), actor.answer!, mutant))
    if (actor.at === 'asked' || actor.at === 'answered') step((to) => giveUp(to, index, mutant))
  })
  world.late.forEach((question, index) => {
    for (const [reference] of carrierMay(referenceOf(world, question), question, mutant))
      step((to) => {
        to.late.splice(index, 1)
        to.keys[question.key]!.references[question.reference] = reference
      })
  })
  if (world.crashes > 0 && world.actors.length > 0) step(crash)
  return next
}

const referenceOf = ({ keys }: World, { key, reference }: Question) => keys[key]!.references[reference]!

/** T1: stores key, purchase and hold in one transaction, or nothing. An existing key is only read. */
function askToBuy(to: World, key: number, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  row.attempts -= 1
  const actor = { who: 'handler', ask: 'purchase', key, reference: 0, n: 0, fresh: true } as const
  if (row.state !== 'none') {
    if (mutant !== 'M4' || row.state !== 'AUTHORISED') return
    row.references.push({ state: 'unknown', answers: [] })
    to.actors.push({ ...actor, at: 'begun', reference: row.references.length - 1 })
    return
  }
  if (to.free < 1) return
  const split = mutant === 'M5a' || mutant === 'M5b' || mutant === 'M6'
  if (mutant === 'M5b') row.state = 'reserved'
  else if (mutant !== 'M6') hold(to, key)
  if (!split) row.state = 'AUTHORISED'
  to.actors.push({ ...actor, at: split ? 'split' : 'begun' })
}

/** The second transaction of a faulty design. */
function secondHalf(to: World, index: number, mutant: Mutant | undefined): void {
  const actor = to.actors[index]!
  const row = to.keys[actor.key]!
  if (row.state === 'AUTHORISED') return void leave(to, index)
  if (mutant !== 'M5a') hold(to, actor.key)
  row.state = 'AUTHORISED'
  actor.at = 'begun'
}

function hold(to: World, key: number): void {
  to.free -= 1
  to.keys[key]!.hold += 1
}

/** V1: the next void number. */
function askToVoid(to: World, key: number, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  to.voids -= 1
  row.voidNo += 1
  row.state = transitionOf('BOUGHT', 'void_asked')!.to
  if (mutant === 'M8') move(to, key, 'refund')
  to.actors.push({ who: 'handler', ask: 'void', at: 'begun', key, reference: 0, n: row.voidNo, fresh: true })
}

/** The worker's claim, which fences off the previous owner of the purchase. */
function takeOver(to: World, key: number): void {
  const { state, voidNo } = to.keys[key]!
  for (const actor of to.actors) if (actor.key === key) actor.fresh = false
  const ask = state === 'AUTHORISED' ? 'resolve' : 'void'
  to.actors.push({ who: 'worker', ask, at: 'asked', key, reference: 0, n: ask === 'void' ? voidNo : 0, fresh: true })
}

/** T3 and V3: apply an answer only while the purchase waits for that answer. */
function settle(to: World, { ask, key, n, fresh }: Actor, answer: Answer, mutant: Mutant | undefined): void {
  const row = to.keys[key]!
  const from = ask === 'void' ? 'VOID_REQUESTED' : 'AUTHORISED'
  const waits = row.state === from && (ask === 'void' ? mutant === 'M10' || row.voidNo === n : fresh)
  if (!waits && !(mutant === 'M3' && ask !== 'void')) return
  const { to: state, money } = transitionOf(from, EVENTS[answer])!
  row.state = state
  if (money !== 'none' && !(mutant === 'M8' && money === 'refund')) move(to, key, money)
}

function move(to: World, key: number, kind: 'capture' | 'release' | 'refund'): void {
  to.keys[key]![kind] += 1
  if (kind !== 'capture') to.free += 1
}

/** The answer is late or lost: the outcome is unknown and nothing is done. */
function giveUp(to: World, index: number, mutant: Mutant | undefined): void {
  const actor = leave(to, index)
  if (actor.at === 'asked') arriveLate(to, actor)
  if (mutant === 'M1' && actor.ask === 'purchase') settle(to, actor, 'rejected', mutant)
}

/** Every process dies with its answers. Database, carrier and requests in flight remain. */
function crash(to: World): void {
  to.crashes -= 1
  for (const actor of to.actors.splice(0)) if (actor.at === 'asked') arriveLate(to, actor)
}

/** Equal requests in flight are one, which may arrive more than once. */
function arriveLate(to: World, { ask, key, reference, n }: Question): void {
  const question = { ask, key, reference, n }
  if (!to.late.some((other) => questionName(other) === questionName(question))) to.late.push(question)
}

const leave = (to: World, index: number): Actor => to.actors.splice(index, 1)[0]!

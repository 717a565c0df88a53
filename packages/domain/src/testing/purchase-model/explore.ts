import type { Mutant } from './mutants.ts'
import { ALWAYS, AT_THE_END, isTheEnd } from './promises.ts'
import { stepsOf } from './steps.ts'
import { copyOf, firstWorld, nameOf, type Scope, type World } from './world.ts'

/** The result of a search. `broken` is the first broken promise; undefined after all worlds were checked without one. */
interface Findings {
  worlds: number
  ends: number
  broken?: string
}

/**
 * Checks the promises in all worlds that any order of events within `scope` leads to, breadth first.
 */
export function explore(scope: Scope, mutant?: Mutant): Findings {
  const first = firstWorld(scope)
  const seen = new Set([nameOf(first)])
  let ends = 0
  let reached = [first]
  while (reached.length > 0) {
    const further: World[] = []
    for (const world of reached) {
      const end = isTheEnd(world)
      if (end) ends += 1
      const broken = [...ALWAYS, ...(end ? AT_THE_END : [])].find(([, isBroken]) => isBroken(world))
      if (broken) return { worlds: seen.size, ends, broken: broken[0] }
      for (const step of stepsOf(world, mutant)) {
        const next = copyOf(world)
        step.take(next)
        const name = nameOf(next)
        if (seen.has(name)) continue
        seen.add(name)
        further.push(next)
      }
    }
    reached = further
  }
  return { worlds: seen.size, ends }
}

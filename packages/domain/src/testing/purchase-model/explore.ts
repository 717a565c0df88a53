import type { Mutant } from './mutants.ts'
import { nextWorlds } from './next-worlds.ts'
import { ALWAYS, AT_THE_END, isTheEnd } from './promises.ts'
import { firstWorld, nameOf, type Scope, type World } from './world.ts'

/** What a search found. `broken` is the first promise that did not hold; none: it went through every world there is. */
interface Findings {
  worlds: number
  ends: number
  broken?: string
}

/**
 * Goes through all worlds that any order of events within `scope` leads to, nearest first, and asks each for the promises.
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
      for (const next of nextWorlds(world, mutant)) {
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

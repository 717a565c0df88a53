import { createHash } from 'node:crypto'
import { faultsIn, type PlacedFault } from './faults.ts'

export interface SeededFault extends PlacedFault {
  file: string
  line: number
  /** The whole text of the module with the fault in it. */
  mutant: string
  /** The changed text before and after, shortened. */
  change: string
}

/**
 * The faults of an area in a random order that depends only on the seed. Every module comes once before any comes
 * again, and each kind of fault in a module is equally likely.
 */
export function* chooseFaults(
  seed: string,
  files: readonly string[],
  read: (file: string) => string,
): Generator<SeededFault, undefined> {
  const random = randomOf(seed)
  const modules = files.map((file) => ({ file, source: read(file), left: faultsIn(file, read(file)) }))
  for (let round = modules; round.length > 0; round = round.filter(({ left }) => left.length > 0))
    for (const { file, source, left } of shuffled(round, random)) {
      const operators = [...new Set(left.map(({ operator }) => operator))]
      const operator = operators[Math.floor(random() * operators.length)]
      const ofKind = left.filter((fault) => fault.operator === operator)
      const fault = ofKind[Math.floor(random() * ofKind.length)]
      if (!fault) continue
      left.splice(left.indexOf(fault), 1)
      const { start, end, replacement } = fault
      const mutant = source.slice(0, start) + replacement + source.slice(end)
      const change = `${inShort(source.slice(start, end))} → ${inShort(replacement)}`
      yield { ...fault, file, line: source.slice(0, start).split('\n').length, mutant, change }
    }
  return undefined
}

const inShort = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60) || 'nothing'

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Numbers from 0 to below 1, determined by the seed. */
function randomOf(seed: string): () => number {
  let drawn = 0
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
}

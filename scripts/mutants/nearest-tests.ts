import fs from 'node:fs'
import path from 'node:path'
import { childrenOf, parse, type Node } from './syntax.ts'

/** For each module, the modules that import it, start it as a process, or load it as a worker. */
export type Importers = Map<string, Set<string>>

const TEST = /\.test\.tsx?$/
/** This test compares a generated file with the stored one: a fault would be stored as the new state. */
const COMPARISON = 'apps/server/src/http/open-api/write-openapi.test.ts'

/** @param files all modules of the checkout, relative to `root` */
export function findImporters(root: string, files: readonly string[]): Importers {
  const importers: Importers = new Map(files.map((file) => [file, new Set<string>()]))
  for (const file of files)
    for (const name of namesIn(parse(file, fs.readFileSync(path.join(root, file), 'utf8'))))
      for (const place of placesOf(name, file)) importers.get(place)?.add(file)
  return importers
}

/** Every string that may name a module; type imports do not exist at run time. */
function namesIn(node: Node): string[] {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return []
  if (typeof node['value'] === 'string') return [node['value']]
  return childrenOf(node).flatMap(namesIn)
}

function placesOf(name: string, file: string): string[] {
  const [scope, workspace, ...rest] = name.split('/')
  // the package '@postroom/client' is its module client.ts
  if (scope === '@postroom') return [`packages/${workspace}/src/${rest.join('/') || workspace}.ts`]
  return [path.join(path.dirname(file), name), path.normalize(name)]
}

/** Modules so few steps of import away use the faulty one directly. */
const USER_STEPS = 2

/**
 * The tests that can notice a fault in `file`, nearest first: its own; then those of its workspace that stand near it or near
 * a module that uses it, or are named like it, because most tests of server and web app import the whole of it; then those of
 * other workspaces by steps of import.
 */
export function nearestTests(file: string, importers: Importers): string[] {
  const imports = new Map([[file, 0]])
  for (const [reached, steps] of imports)
    for (const importer of TEST.test(reached) ? [] : (importers.get(reached) ?? []))
      if (!imports.has(importer)) imports.set(importer, steps + 1)
  const users = [...imports].filter(
    ([user, steps]) => steps <= USER_STEPS && !TEST.test(user) && workspaceOf(user) === workspaceOf(file),
  )
  const distanceTo = (test: string): number => {
    if (test.replace(TEST, '') === file.replace(/\.tsx?$/, '')) return -Infinity
    if (workspaceOf(test) !== workspaceOf(file)) return Infinity
    return Math.min(...users.map(([user, steps]) => steps + foldersBetween(user, test) - 2 * wordsShared(user, test)))
  }
  return [...imports]
    .filter(([reached]) => TEST.test(reached) && reached !== COMPARISON)
    .map(([test, steps]) => ({ test, steps, distance: distanceTo(test) }))
    .toSorted((a, b) => (a.distance === b.distance ? a.steps - b.steps : a.distance - b.distance))
    .map(({ test }) => test)
}

const foldersBetween = (a: string, b: string): number =>
  path.relative(path.dirname(a), path.dirname(b)).split('/').filter(Boolean).length
const workspaceOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** How many words of a module's name are in that of a test: `label-drawing.ts` and `label-drawing.test.ts` share two. */
function wordsShared(module: string, test: string): number {
  const words = new Set(wordsOf(test))
  return wordsOf(module).filter((word) => words.has(word)).length
}

const wordsOf = (file: string): string[] => path.basename(file).split('.', 1)[0]!.split('-')

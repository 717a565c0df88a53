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
  if (scope === '@postroom') return [`packages/${workspace}/src/${rest.join('/')}.ts`]
  return [path.join(path.dirname(file), name), path.normalize(name)]
}

/**
 * The tests that can notice a fault in `file`, nearest first: its own; then those of its workspace by steps from folder
 * to folder, because most server tests import the whole server; then those of others by steps of import.
 */
export function nearestTests(file: string, importers: Importers): string[] {
  const imports = new Map([[file, 0]])
  for (const [reached, steps] of imports)
    for (const importer of TEST.test(reached) ? [] : (importers.get(reached) ?? []))
      if (!imports.has(importer)) imports.set(importer, steps + 1)
  const folders = (test: string): number => {
    if (test.replace(TEST, '') === file.replace(/\.tsx?$/, '')) return -1
    if (workspaceOf(test) !== workspaceOf(file)) return Infinity
    return path.relative(path.dirname(file), path.dirname(test)).split('/').filter(Boolean).length
  }
  return [...imports]
    .filter(([reached]) => TEST.test(reached) && reached !== COMPARISON)
    .map(([test, steps]) => ({ test, steps, hops: folders(test) }))
    .toSorted((a, b) => (a.hops === b.hops ? a.steps - b.steps : a.hops - b.hops))
    .map(({ test }) => test)
}

const workspaceOf = (file: string): string => file.split('/').slice(0, 2).join('/')

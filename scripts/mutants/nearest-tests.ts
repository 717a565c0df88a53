import fs from 'node:fs'
import path from 'node:path'
import { childrenOf, parse, type Node } from './syntax.ts'

/** For each module, those that import it, start it as a process, or load it as a worker. */
export type Importers = Map<string, Set<string>>

const TEST = /\.test\.tsx?$/
/** It compares what is generated with what was generated last: a fault would be written down as the new state. */
const COMPARISON = 'apps/server/src/http/open-api/open-api.test.ts'

/** @param files all modules of the checkout, relative to `root` */
export function findImporters(root: string, files: readonly string[]): Importers {
  const importers: Importers = new Map(files.map((file) => [file, new Set<string>()]))
  for (const file of files)
    for (const name of namesIn(parse(file, fs.readFileSync(path.join(root, file), 'utf8'))))
      for (const place of placesOf(name, file)) importers.get(place)?.add(file)
  return importers
}

/** Every text that may name a module; types are not imported when it runs. */
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
 * The tests that can notice a fault in `file`, nearest first: its own, then by steps from folder to folder, because most tests
 * of the server import all of it, and then by steps of import.
 */
export function nearestTests(file: string, importers: Importers): string[] {
  const imports = new Map([[file, 0]])
  for (const [reached, steps] of imports)
    for (const importer of importers.get(reached) ?? []) if (!imports.has(importer)) imports.set(importer, steps + 1)
  const isOwn = (test: string): boolean => test.replace(TEST, '') === file.replace(/\.tsx?$/, '')
  const folders = (test: string): number =>
    isOwn(test) ? -1 : path.relative(path.dirname(file), path.dirname(test)).split('/').filter(Boolean).length
  return [...imports.keys()]
    .filter((reached) => TEST.test(reached) && reached !== COMPARISON)
    .toSorted((a, b) => folders(a) - folders(b) || (imports.get(a) ?? 0) - (imports.get(b) ?? 0))
}

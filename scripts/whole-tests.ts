import fs from 'node:fs'
import path from 'node:path'

/** It decides how many cases a test runs in `npm test`, and how many in the sweep. */
const SAMPLING = 'sweep'
const FOLDERS = '{apps,docs,packages,scripts}'

/**
 * The test files that `npm test` runs whole, so that the sweep need not run them again: none that imports the sampling,
 * directly or through a module of a folder `testing`. Paths from the project's root.
 *
 * @param onlyInSweep patterns of the files that `npm test` does not run
 */
export function wholeTests(root: string, onlyInSweep: readonly string[]): string[] {
  const read = (pattern: string) =>
    fs
      .globSync(`${FOLDERS}/**/${pattern}`, { cwd: root, exclude: ['**/node_modules', ...onlyInSweep] })
      .map((file) => ({ file, imports: importsOf(fs.readFileSync(path.join(root, file), 'utf8')) }))
  const sampling = new Set([SAMPLING])
  const isSampled = ({ imports }: { imports: string[] }) => imports.some((name) => sampling.has(name))
  const modules = read('testing/**/*.ts')
  for (let known = 0; known < sampling.size;) {
    known = sampling.size
    for (const { file } of modules.filter(isSampled)) sampling.add(path.basename(file, '.ts'))
  }
  return read('*.test.{ts,tsx}')
    .filter((test) => !isSampled(test))
    .map(({ file }) => file)
}

/** The names of the imported modules, without their folders. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/ from '[^']*\/([^'/]+?)(?:\.ts)?'/g)].map(([, name]) => name!)

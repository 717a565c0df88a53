import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { FOLDER_VARIABLE, type Reached } from './reached.ts'
import { SLOWEST } from './test-runner.ts'

/** Which test files call which function of a module. */
export interface Reach {
  /** Every test file that was measured. */
  tests: ReadonlySet<string>
  /**
   * The test files that call a function, or any function of the module where it has no name. Undefined: none was seen to
   * call it, as when only other processes do.
   */
  of(module: string, name: string): ReadonlySet<string> | undefined
}

/** Runs every test file of a checkout once, and stores what each calls in `file`. Code in other processes is not seen. */
export async function measureReach(root: string, file: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-reach-'))
  process.env[FOLDER_VARIABLE] = folder
  const vitest = await createVitest('test', { root, watch: false, reporters: [{}] })
  for (const { config } of vitest.projects) config.setupFiles.push(path.join(import.meta.dirname, 'record-reach.ts'))
  const all = await vitest.globTestSpecifications()
  await vitest.runTestSpecifications(all.filter(({ project }) => project.name !== SLOWEST))
  await vitest.close()
  const measured = fs.readdirSync(folder).map((name) => readReached(path.join(folder, name), root))
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(measured))
  fs.rmSync(folder, { recursive: true })
}

/** Paths relative to the checkout. */
function readReached(file: string, root: string): Reached {
  const { test, modules } = JSON.parse(fs.readFileSync(file, 'utf8')) as Reached
  const own = Object.entries(modules).map(([module, names]) => [path.relative(root, module), names] as const)
  return { test: path.relative(root, test), modules: Object.fromEntries(own) }
}

/** Reads what `measureReach` has stored; nothing when it was never run. */
export function storedReach(file: string): Reach | undefined {
  return fs.existsSync(file) ? reachOf(JSON.parse(fs.readFileSync(file, 'utf8')) as Reached[]) : undefined
}

export function reachOf(measured: readonly Reached[]): Reach {
  const callers = new Map<string, Map<string, Set<string>>>()
  for (const { test, modules } of measured)
    for (const [module, names] of Object.entries(modules)) {
      const byName = callers.get(module) ?? new Map<string, Set<string>>()
      callers.set(module, byName)
      for (const name of names) byName.set(name, (byName.get(name) ?? new Set()).add(test))
    }
  return {
    tests: new Set(measured.map(({ test }) => test)),
    of(module, name) {
      const byName = callers.get(module)
      return name === '' ? byName && new Set([...byName.values()].flatMap((tests) => [...tests])) : byName?.get(name)
    },
  }
}

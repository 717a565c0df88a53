import path from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

export interface Failure {
  /** The test file, relative to the checkout. */
  file: string
  /** The first of its tests that failed. */
  test: string
}

/** A short test of each Vitest project with a database. */
const WITH_DATABASE = ['apps/server/src/db/other-account.test.ts', 'apps/server/src/keep-device-manager.test.ts']

/** The Vitest project whose files take minutes each. */
export const SLOWEST = 'after'

/** Runs test files of a checkout in one worker; what they share (database, compiled modules) is kept. */
export interface TestRunner {
  /** False for a file that only the sweep runs, and for the slowest files. */
  has(file: string): boolean
  /** @returns the first failure, or nothing when all passed */
  run(files: readonly string[]): Promise<Failure | undefined>
  /** Call it when the text of a module has changed. */
  changed(file: string): void
  close(): Promise<void>
}

export async function startTestRunner(folder: string): Promise<TestRunner> {
  const options = { root: folder, watch: false, reporters: [{}], bail: 1, maxWorkers: 1 }
  // the packages of the copy are links that lead out of it
  const vitest = await createVitest('test', options, { server: { fs: { strict: false } } })
  const watchdog = import.meta.resolve('./watchdog.ts')
  for (const project of vitest.projects) project.config.execArgv.push('--import', watchdog)
  const all = await vitest.globTestSpecifications()
  const quick = all.filter(({ project }) => project.name !== SLOWEST)
  const specifications = new Map(quick.map((each) => [path.relative(folder, each.moduleId), each]))
  const find = (files: readonly string[]) => files.flatMap((file) => specifications.get(file) ?? [])
  // set-up runs once, in this process: a fault in what it uses would end this process, or stay in every database
  await vitest.runTestSpecifications(find(WITH_DATABASE))
  return {
    has: (file) => specifications.has(file),
    async run(files) {
      const chosen = find(files)
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
      const run = new Set(chosen.map(({ moduleId }) => moduleId))
      const [failed] = testModules.filter((module) => run.has(module.moduleId) && !wasSkipped(module) && !module.ok())
      if (failed) return { file: path.relative(folder, failed.moduleId), test: failureIn(failed) }
      return unhandledErrors.length > 0 ? { file: files[0]!, test: 'its process ended' } : undefined
    },
    changed: (file) => vitest.invalidateFile(path.join(folder, file)),
    close: () => vitest.close(),
  }
}

/** The first failure ends the run of the files after it. */
const wasSkipped = (module: TestModule): boolean => ['queued', 'pending', 'skipped'].includes(module.state())

function failureIn(module: TestModule): string {
  const [failed] = module.children.allTests('failed')
  return failed?.fullName ?? 'does not load'
}

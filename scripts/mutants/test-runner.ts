import path from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

/** Runs test files of a checkout one at a time; what they share (database, compiled modules) is kept. */
export interface TestRunner {
  /** @returns the first test that failed, or nothing when all passed */
  run(test: string): Promise<string | undefined>
  /** Call it when the text of a module has changed. */
  changed(file: string): void
  close(): Promise<void>
}

export async function startTestRunner(folder: string): Promise<TestRunner> {
  const vitest = await createVitest('test', {
    root: folder,
    watch: false,
    reporters: [{}],
    bail: 1,
    maxWorkers: 1,
  })
  const watchdog = import.meta.resolve('./watchdog.ts')
  for (const project of vitest.projects) project.config.execArgv.push('--import', watchdog)
  const all = await vitest.globTestSpecifications()
  const specifications = new Map(all.map((each) => [path.relative(folder, each.moduleId), each]))
  return {
    async run(test) {
      const specification = specifications.get(test)
      if (!specification) return undefined
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
      const own = testModules.filter(({ moduleId }) => moduleId === specification.moduleId)
      return own.flatMap(failuresOf)[0] ?? (unhandledErrors.length > 0 ? 'its process ended' : undefined)
    },
    changed: (file) => vitest.invalidateFile(path.join(folder, file)),
    close: () => vitest.close(),
  }
}

function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')].map((test) => test.fullName)
  return module.ok() ? [] : [...failed, 'does not load']
}

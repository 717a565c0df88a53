import fs from 'node:fs'
import path from 'node:path'
import { copyCheckout, type Checkout } from './checkout.ts'
import type { SeededFault } from './choose-faults.ts'
import { findImporters, nearestTests, type Importers } from './nearest-tests.ts'
import { startTestRunner, type TestRunner } from './test-runner.ts'

export type Outcome = { is: 'noticed'; by: string } | { is: 'missed'; tests: number } | { is: 'invalid' }

/** A checkout with the tests in which faults are tried. */
export interface Bench {
  checkout: Checkout
  importers: Importers
  runner: TestRunner
  /** Whether a test that noticed a fault passes without it. */
  sound: Map<string, boolean>
  /** The most test files to run for one fault. */
  testsMax: number
  /** Aborted: no further test file is started. */
  stopping: AbortSignal
  close(): Promise<void>
}

export async function openBench(testsMax: number, stopping: AbortSignal): Promise<Bench> {
  const checkout = copyCheckout()
  const runner = await startTestRunner(checkout.folder)
  return {
    checkout,
    importers: findImporters(checkout.folder, checkout.modules),
    runner,
    sound: new Map(),
    testsMax,
    stopping,
    close: async () => {
      await runner.close()
      checkout.remove()
    },
  }
}

/** Puts a fault into the checkout, runs the tests that may notice it until one does, and removes it again. */
export async function tryFault(fault: SeededFault, bench: Bench): Promise<Outcome> {
  const { checkout, importers, runner, sound, testsMax, stopping } = bench
  const at = path.join(checkout.folder, fault.file)
  const source = fs.readFileSync(at, 'utf8')
  const write = (text: string): void => {
    fs.writeFileSync(at, text)
    runner.changed(fault.file)
  }
  const isSound = async (test: string): Promise<boolean> => {
    write(source)
    const passes = !(await runner.run(test))
    write(fault.mutant)
    sound.set(test, passes)
    return passes
  }
  try {
    write(fault.mutant)
    if (!(await checkout.compiles(fault.file))) return { is: 'invalid' }
    const tests = nearestTests(fault.file, importers).slice(0, testsMax)
    for (const test of tests) {
      if (stopping.aborted) break
      // twice, because a busy machine sometimes fails a test
      const failure = (await runner.run(test)) && (await runner.run(test))
      if (failure && (sound.get(test) ?? (await isSound(test)))) return { is: 'noticed', by: `${test} > ${failure}` }
    }
    return { is: 'missed', tests: tests.length }
  } finally {
    write(source)
  }
}

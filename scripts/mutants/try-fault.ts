import fs from 'node:fs'
import path from 'node:path'
import { copyCheckout, type Checkout } from './checkout.ts'
import type { SeededFault } from './choose-faults.ts'
import { findImporters, nearestTests, type Importers } from './nearest-tests.ts'
import type { Reach } from './reach.ts'
import { startTestRunner, type Failure, type TestRunner } from './test-runner.ts'

/** Test files of one run. */
const GROUP = 5
/** How many tests are tried that were not seen to call the faulty function. */
const OTHERS = 3

export type Outcome = { is: 'noticed'; by: string } | { is: 'missed'; tests: number } | { is: 'invalid' }

/** A checkout with the tests in which faults are tried. */
export interface Bench {
  checkout: Checkout
  importers: Importers
  /** Which tests call the faulty function, if that was measured. */
  reach: Reach | undefined
  runner: TestRunner
  /** Whether a test that noticed a fault passes without it. */
  sound: Map<string, boolean>
  /** The most test files to run for one fault. */
  testsMax: number
  /** Aborted: no further test file is started. */
  stopping: AbortSignal
  close(): Promise<void>
}

export async function openBench(testsMax: number, reach: Reach | undefined, stopping: AbortSignal): Promise<Bench> {
  const checkout = copyCheckout()
  const runner = await startTestRunner(checkout.folder)
  return {
    checkout,
    importers: findImporters(checkout.folder, checkout.modules),
    reach,
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
  const { checkout, runner, sound, stopping } = bench
  const at = path.join(checkout.folder, fault.file)
  const source = fs.readFileSync(at, 'utf8')
  const write = (text: string): void => {
    fs.writeFileSync(at, text)
    runner.changed(fault.file)
  }
  const isSound = async (test: string): Promise<boolean> => {
    write(source)
    const passes = !(await runner.run([test]))
    write(fault.mutant)
    sound.set(test, passes)
    return passes
  }
  /** Twice, because a busy machine sometimes fails a test. A file that fails without the fault too notices nothing. */
  const confirmed = async ({ file }: Failure): Promise<boolean> =>
    (await runner.run([file])) !== undefined && (sound.get(file) ?? (await isSound(file)))
  try {
    write(fault.mutant)
    if (!(await checkout.compiles(fault.file))) return { is: 'invalid' }
    const tests = testsFor(fault, bench)
    for (const group of inGroups(tests)) {
      for (let left = group; left.length > 0 && !stopping.aborted;) {
        const failure = await runner.run(left)
        if (!failure) break
        if (await confirmed(failure)) return { is: 'noticed', by: `${failure.file} > ${failure.test}` }
        // the first failure ends the run, in an order that is not that of the list
        left = left.filter((file) => file !== failure.file)
      }
    }
    return { is: 'missed', tests: tests.length }
  } finally {
    write(source)
  }
}

/** The tests that call the faulty function, nearest first, and a few others: those that start processes are not seen to call it. */
function testsFor({ file, within }: SeededFault, { importers, reach, runner, testsMax }: Bench): string[] {
  const nearest = nearestTests(file, importers).filter((test) => runner.has(test))
  const calling = reach?.of(file, within)
  if (!reach || !calling) return nearest.slice(0, testsMax)
  const { true: called = [], false: others = [] } = Object.groupBy(nearest, (test) =>
    String(calling.has(test) || !reach.tests.has(test)),
  )
  return [...called.slice(0, testsMax), ...others.slice(0, OTHERS)]
}

/** Its own test file alone, because it notices most faults; the others a few at a time, because each run takes a second to start. */
function inGroups(tests: readonly string[]): string[][] {
  const groups = [tests.slice(0, 1)]
  for (let at = 1; at < tests.length; at += GROUP) groups.push(tests.slice(at, at + GROUP))
  return groups
}

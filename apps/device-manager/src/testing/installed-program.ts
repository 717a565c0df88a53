import { runProgram } from '../program.ts'

/**
 * The device manager as an executable that its user may replace: a script that runs node installed-program.ts VERSION
 * EXECUTABLE. Its updates wait seconds instead of minutes.
 */
const [version = '', program = '', ...args] = process.argv.slice(2)
await runProgram({
  version,
  releaseKey: process.env['RELEASE_KEY_OF_TEST'],
  installed: { kind: 'own', program, platform: 'test-x64' },
  args,
  updateTimings: { lookEveryMs: 100, downloadAgainMs: 300, trialMs: 15_000 },
})

import fs from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { FOLDER_VARIABLE, type Reached } from './reached.ts'

// a setup file of every test file; the files of a worker share their modules, and so the session that counts their calls
const shared = globalThis as { postroomCalls?: Session }
shared.postroomCalls ??= startCounting()
const calls = shared.postroomCalls

function startCounting(): Session {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

afterAll(() => {
  const test = expect.getState().testPath!
  // the counts begin anew with each take
  calls.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const reached: Reached = { test, modules: {} }
    for (const { url, functions } of result) {
      const called = functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName)
      if (url.startsWith('file:') && !url.includes('/node_modules/') && called.length > 0)
        reached.modules[new URL(url).pathname] = [...new Set(called)]
    }
    const name = `${test.replaceAll(path.sep, '+')}.json`
    fs.writeFileSync(path.join(process.env[FOLDER_VARIABLE]!, name), JSON.stringify(reached))
  })
})

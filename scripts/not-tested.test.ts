import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = path.join(import.meta.dirname, 'not-tested.ts')
const WITHOUT_WINE = { PATH: '/nowhere' }
const run = (...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8', env: WITHOUT_WINE })

test('without Wine the summary reports Windows as not tested, and continuous integration fails', () => {
  const words = 'NOT TESTED: printing on Windows (Wine is not installed)\n'
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining(words) as unknown })
  expect(run('--none')).toMatchObject({ status: 1, stdout: expect.stringContaining(words) as unknown })
})

test('npm test ends with the summary, and continuous integration allows no gaps', () => {
  const root = path.dirname(import.meta.dirname)
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['test']).toMatch(/ && node scripts\/not-tested\.ts$/)
  expect(fs.readFileSync(path.join(root, '.ci/run'), 'utf8')).toMatch(/^node scripts\/not-tested\.ts --none$/m)
})

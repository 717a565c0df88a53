import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { thisInstallation } from './installation.ts'
import { updatesAllowed } from './updates-allowed.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-policy-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const [none, policy] = [path.join(folder, 'none'), path.join(folder, 'no-updates')]
fs.writeFileSync(policy, '')

test.each([
  ['on', none, true],
  ['off', none, false],
  ['on', policy, false],
  ['off', policy, false],
] as const)('with the setting %s and the policy file %s, updates are allowed: %s', (setting, file, allowed) => {
  expect(updatesAllowed(setting, 'linux', file)).toBe(allowed)
})

test('a program run by Node from its sources replaces nothing', () => {
  expect(thisInstallation().kind).toBe('sources')
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { thisInstallation } from './installation.ts'
import { updatePolicy } from './updates-allowed.ts'

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
  expect(updatePolicy(setting, 'linux', file)()).toBe(allowed)
})

/** The program that shows the registry; it writes down what it is asked for. */
function registryWith(answer: string): () => string[] {
  const asked = path.join(folder, 'asked')
  fs.rmSync(asked, { force: true })
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${asked}'\nprintf '${answer}'\n`
  fs.writeFileSync(path.join(folder, 'reg'), script, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  return () => (fs.existsSync(asked) ? fs.readFileSync(asked, 'utf8').trim().split('\n') : [])
}

test.each([
  ['on', '    Updates    REG_DWORD    0x0', false],
  ['on', '    Updates    REG_DWORD    0x1', true],
  ['on', '    Updates    REG_SZ    0x0', true],
  ['on', '', true],
] as const)(
  'with the setting %s and %j in the registry of Windows, updates are allowed: %s',
  (setting, value, allowed) => {
    const asked = registryWith(value)
    const isAllowed = updatePolicy(setting, 'win32', policy)
    expect([isAllowed(), isAllowed()]).toEqual([allowed, allowed])
    expect(asked()).toEqual([String.raw`query HKLM\Software\Policies\Postroom\DeviceManager /v Updates`])
  },
)

test('does not ask the registry when the setting forbids updates, and allows them where there is none', () => {
  const asked = registryWith('    Updates    REG_DWORD    0x1')
  expect(updatePolicy('off', 'win32', none)()).toBe(false)
  expect(asked()).toEqual([])
  vi.stubEnv('PATH', '/nowhere')
  expect(updatePolicy('on', 'win32', none)()).toBe(true)
})

test('a program run by Node from its sources replaces nothing', () => {
  expect(thisInstallation().kind).toBe('sources')
})

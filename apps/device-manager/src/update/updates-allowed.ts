import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Only an administrator can create it; its content does not matter. */
const POLICY_FILE = '/etc/postroom-device-manager/no-updates'
/** The value `Updates` of type DWORD, 0: no updates. */
const POLICY_KEY = 'HKLM\\Software\\Policies\\Postroom\\DeviceManager'

/**
 * Whether the program may replace itself: unless its environment or an administrator forbids it. A newer version is announced
 * all the same. The policy file is another one in tests.
 */
export function updatesAllowed(setting: 'on' | 'off', platform = process.platform, policyFile = POLICY_FILE): boolean {
  if (setting === 'off') return false
  return platform === 'win32' ? !isOffInRegistry() : !fs.existsSync(policyFile)
}

let known: boolean | undefined

/** Asked once, because it starts a program: a changed policy counts from the next start. */
function isOffInRegistry(): boolean {
  const query = ['query', POLICY_KEY, '/v', 'Updates']
  known ??= /\bUpdates\s+REG_DWORD\s+0x0\b/.test(
    spawnSync('reg', query, { encoding: 'utf8', windowsHide: true }).stdout ?? '',
  )
  return known
}

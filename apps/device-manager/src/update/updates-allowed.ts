import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Only an administrator can create it; its content does not matter. */
const POLICY_FILE = '/etc/postroom-device-manager/no-updates'
/** The value `Updates` of type DWORD, 0: no updates. */
const POLICY_KEY = 'HKLM\\Software\\Policies\\Postroom\\DeviceManager'

/**
 * Whether the program may replace itself: unless its environment or an administrator forbids it. A newer version is announced
 * all the same. The registry is asked once, because that starts a program: a changed value counts from the next start. The policy
 * file is another one in tests.
 */
export function updatePolicy(
  setting: 'on' | 'off',
  platform = process.platform,
  policyFile = POLICY_FILE,
): () => boolean {
  let isOff: boolean | undefined
  return () => {
    if (setting === 'off') return false
    if (platform !== 'win32') return !fs.existsSync(policyFile)
    isOff ??= isOffInRegistry()
    return !isOff
  }
}

function isOffInRegistry(): boolean {
  const query = ['query', POLICY_KEY, '/v', 'Updates']
  const { stdout } = spawnSync('reg', query, { encoding: 'utf8', windowsHide: true })
  return /\bUpdates\s+REG_DWORD\s+0x0\b/.test(stdout)
}

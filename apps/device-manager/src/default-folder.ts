import os from 'node:os'
import path from 'node:path'

/** The folder of this user's device manager, unless the settings name another. The uninstaller of Windows deletes this one. */
export function defaultFolder(platform = process.platform, environment = process.env): string {
  if (platform !== 'win32') return path.join(os.homedir(), '.postroom-device')
  const local = environment['LOCALAPPDATA'] ?? path.join(os.homedir(), 'AppData/Local')
  return path.join(local, 'postroom-device-manager')
}

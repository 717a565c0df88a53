import type { Desktop, TrayActions } from './desktop.ts'
import type { Language } from '../status-page/status-texts.ts'
import { linuxDesktop } from './linux/linux-desktop.ts'
import { windowsDesktop } from './windows/windows-desktop.ts'

export interface DesktopSetup {
  language: Language
  actions: TrayActions
  environment: NodeJS.ProcessEnv
}

/** The desktop of this session; undefined without one, such as for a service or over SSH. Never throws. */
export async function openDesktop(setup: DesktopSetup, platform = process.platform): Promise<Desktop | undefined> {
  try {
    if (platform === 'linux') return await linuxDesktop(setup)
    return platform === 'win32' ? windowsDesktop(setup) : undefined
  } catch {
    return undefined // printing needs no desktop
  }
}

import type { Desktop, DesktopSetup } from './desktop.ts'

/** The desktop of this session; undefined without one, such as for a service or over SSH. Never throws. */
export async function openDesktop(
  { language, actions, environment }: DesktopSetup & { environment: NodeJS.ProcessEnv },
  platform = process.platform,
): Promise<Desktop | undefined> {
  const setup = { language, actions }
  try {
    // loaded only where it is used: a service should not carry it
    if (platform === 'win32') return (await import('./windows/windows-desktop.ts')).windowsDesktop(setup)
    const busAddress = environment['DBUS_SESSION_BUS_ADDRESS']
    if (platform !== 'linux' || !busAddress) return undefined
    return await (await import('./linux/linux-desktop.ts')).linuxDesktop(setup, busAddress)
  } catch {
    return undefined // printing needs no desktop
  }
}

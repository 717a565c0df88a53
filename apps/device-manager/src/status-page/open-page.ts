import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { writeFileDurably } from '../durable-file.ts'
import { oneTimeLink, readPageKey, type PageKey } from './page-key.ts'

const NAME = 'postroom-device-manager'
const ANSWER_WITHIN_MS = 2_000

/** How each system opens a file in the user's browser. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens the status page of this user's running device manager in the browser. A private file holds the link, because every
 * user of the machine can read the arguments of a program.
 * @returns the link, for a browser that does not open by itself
 * @throws Error when no device manager of this user is running
 */
export async function openPage(folder: string): Promise<string> {
  const found = await runningPage([folder, ...foldersOfTheUnit()])
  if (!found) throw new Error(`No device manager of this user is running (looked in ${folder}).`)
  const link = oneTimeLink(found.page)
  const file = path.join(found.folder, 'open.html')
  const refresh = `<meta http-equiv="refresh" content="0; url=${link}">`
  writeFileDurably(file, `<!doctype html><title>Postroom</title>${refresh}`)
  openInBrowser(file)
  return link
}

/** Where the systemd unit keeps its state; before systemd 254 it was beside the settings. */
function foldersOfTheUnit(): string[] {
  const { XDG_STATE_HOME, XDG_CONFIG_HOME } = process.env
  const home = os.homedir()
  return [XDG_STATE_HOME ?? path.join(home, '.local/state'), XDG_CONFIG_HOME ?? path.join(home, '.config')].map(
    (parent) => path.join(parent, NAME),
  )
}

async function runningPage(folders: readonly string[]): Promise<{ folder: string; page: PageKey } | undefined> {
  for (const folder of folders) {
    const page = readPageKey(folder)
    if (page && (await answers(page))) return { folder, page }
  }
  return undefined
}

const answers = ({ port }: PageKey): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/stamp.svg`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether this session shows windows. */
export const canOpenBrowser = ({ DISPLAY, WAYLAND_DISPLAY } = process.env): boolean =>
  process.platform !== 'linux' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY)

function openInBrowser(file: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? []
  if (program === undefined) return
  // there is no browser without a desktop: the link is printed too
  spawn(program, [...args, file], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

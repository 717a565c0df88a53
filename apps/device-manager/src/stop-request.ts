import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFolder } from './folder-lock.ts'

const POLL_MS = 250
/** A device manager that stops finishes its page first, which takes ten seconds at most. */
const STOPPED_WITHIN_MS = 15_000

// Windows has no signal that asks a program to stop. The folder is private, so no other user can ask.
const requestIn = (folder: string): string => path.join(folder, 'stop')

/**
 * Stops the device manager that runs in this folder, and waits until it has. @returns false when none was running.
 * @throws Error when it does not stop in time
 */
export async function stopRunning(folder: string, withinMs = STOPPED_WITHIN_MS): Promise<boolean> {
  if (!isRunning(folder)) return false
  fs.writeFileSync(requestIn(folder), '')
  try {
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(POLL_MS))
      if (!isRunning(folder)) return true
    throw new Error(`The device manager in ${folder} does not stop.`)
  } finally {
    fs.rmSync(requestIn(folder), { force: true })
  }
}

/** Calls `stop` when somebody asks for it, again and again until the program ends. */
export function onStopRequest(folder: string, stop: () => void): void {
  fs.rmSync(requestIn(folder), { force: true }) // for a program before this one
  setInterval(() => {
    if (fs.existsSync(requestIn(folder))) stop()
  }, POLL_MS).unref()
}

function isRunning(folder: string): boolean {
  if (!fs.existsSync(folder)) return false
  try {
    lockFolder(folder)()
    return false
  } catch {
    return true
  }
}

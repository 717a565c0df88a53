import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Puts a new program in the place of the running one. A power cut leaves either of them whole; on Windows, which cannot
 * replace a running program in one step, it can leave only `.old`. @throws Error of the system: then the old one stays
 */
export function replaceProgram(program: string, by: string, platform = process.platform): void {
  const next = `${program}.new`
  fs.copyFileSync(by, next)
  fs.chmodSync(next, 0o755)
  sync(next, 'r+')
  if (platform === 'win32') {
    fs.rmSync(`${program}.old`, { force: true })
    fs.renameSync(program, `${program}.old`)
  }
  fs.renameSync(next, program)
  if (platform !== 'win32') sync(path.dirname(program), 'r')
}

function sync(file: string, flags: string): void {
  const descriptor = fs.openSync(file, flags)
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Runs a program in the place of this one, with the same process id where the system can; does not return. */
export function restartAs(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): never {
  if (process.platform !== 'win32' && process.execve) process.execve(program, [program, ...args], environment)
  spawn(program, args, { detached: true, stdio: 'ignore', env: environment })
  process.exit()
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Tells a program that it is on trial: it ends with `TRIAL_PASSED` once it is connected. */
export const TRIAL_VARIABLE = 'POSTROOM_UPDATE_TRIAL'
/** No error of Node ends with it. */
export const TRIAL_PASSED = 86

/**
 * Runs a new version in the place of this one, which has released its folder and its port. @param withinMs how long it may
 * take to connect
 */
export async function tryProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  withinMs: number,
): Promise<'passed' | 'died' | 'silent'> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...environment, [TRIAL_VARIABLE]: '1' } })
  const ended = once(child, 'exit').then(
    ([code]) => (code === TRIAL_PASSED ? 'passed' : 'died'),
    () => 'died' as const, // it is no program
  )
  const late = new AbortController()
  const result = await Promise.race([ended, sleep(withinMs, 'silent' as const, late)])
  late.abort()
  if (result !== 'silent') return result
  child.kill('SIGKILL')
  await ended
  return 'silent'
}

import fs from 'node:fs'
import path from 'node:path'
import type { Config } from './settings.ts'
import { newSecret } from './secret-token.ts'

/**
 * The secret under which the server encrypts what a copy of its database must not reveal: the one in the settings,
 * which all its processes share, or one generated at the first start, in a file that only its user may read.
 */
export function secretKeyOf({
  POSTROOM_SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'POSTROOM_SECRET_KEY' | 'DATA_DIR'>): string {
  if (POSTROOM_SECRET_KEY !== undefined) return POSTROOM_SECRET_KEY
  return keyIn(path.resolve(DATA_DIR, 'secret.key'))
}

/**
 * The key in `file`, generated at the first read; only the server's user may read it. @throws Error when the file is
 * empty
 */
export function keyIn(file: string): string {
  if (!fs.existsSync(file)) makeKey(file)
  const key = fs.readFileSync(file, 'utf8').trim()
  if (key === '') throw new Error(`${file} is empty: restore the key, or remove the file to begin with a new one.`)
  return key
}

/** Linked into place when complete: if two processes generate one at once, both use the first. */
function makeKey(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${newSecret()}`
  fs.writeFileSync(unfinished, `${newSecret()}\n`, { mode: 0o600, flush: true })
  try {
    fs.linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(unfinished)
  }
}

import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks the folder for this process: two device managers on one journal would print everything twice. SQLite takes the lock
 * from the operating system, so it ends with the process, even after a crash.
 *
 * @throws Error if another process has locked the folder
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(`Another device manager is running in ${folder}`, { cause: error })
  }
  return () => lock.close()
}

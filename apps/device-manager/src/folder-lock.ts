import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds the folder for this process alone: two device managers on one journal would print everything twice. The lock is
 * the operating system's, through a file of SQLite, so it ends with the process however that ends.
 *
 * @throws Error when another process has the folder
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(`Another device manager works in ${folder}`, { cause: error })
  }
  return () => lock.close()
}

import { readConfig } from '../config.ts'
import { storageOf } from '../configured.ts'
import { fetchAllMoved } from '../features/documents/fetch-all-moved.ts'
import { openBucket } from '../object-storage/open-bucket.ts'
import { onDatabase } from './on-database.ts'
import type { Outcome } from './outcome.ts'

/** Fetches all documents from the bucket back into the database, so that STORAGE_URL can be unset. */
export const fetchDocuments = (): Promise<Outcome> =>
  onDatabase(async (db) => {
    const config = readConfig(process.env)
    if (config.STORAGE_URL === undefined)
      throw new Error('STORAGE_URL names the bucket that documents are fetched from.')
    const bucket = await openBucket(config.STORAGE_URL, storageOf(config))
    const { fetched, damaged, left } = await fetchAllMoved(db, bucket)
    const lines = [
      ...damaged,
      `Fetched ${fetched} documents from ${bucket.place}.`,
      left === 0 ? 'STORAGE_URL can be unset.' : `${left} objects are left there: STORAGE_URL must stay.`,
    ]
    return { text: `${lines.join('\n')}\n`, exitCode: left === 0 ? 0 : 1 }
  })

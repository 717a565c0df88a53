import type { Db } from '../../db/database.ts'
import type { Bucket } from '../../object-storage/bucket.ts'
import { forgetObjects } from './move-documents.ts'
import { countObjects, listMoved, putBack, type MovedDocument } from './moved-document.store.ts'
import { DocumentDamaged, readMoved } from './read-moved.ts'

const AT_ONCE = 20

interface Fetched {
  fetched: number
  /** What is wrong with those that could not be fetched. */
  damaged: string[]
  /** Objects in all places that still belong to a document, or are still to be deleted. */
  left: number
}

/** Puts the bytes of all moved documents back into the database, and deletes their objects. */
export async function fetchAllMoved(db: Db, bucket: Bucket): Promise<Fetched> {
  let fetched = 0
  const damaged: string[] = []
  for (let after = ''; ;) {
    const batch = await listMoved(db, bucket.place, after, AT_ONCE)
    for (const document of batch) {
      const fault = await fetchBack(db, bucket, document)
      if (fault === undefined) fetched++
      else damaged.push(fault)
    }
    after = batch.at(-1)?.name ?? after
    if (batch.length < AT_ONCE) break
  }
  await forgetObjects({ db }, bucket)
  return { fetched, damaged, left: await countObjects(db) }
}

/** @returns what is wrong with the object, which then stays */
async function fetchBack(db: Db, bucket: Bucket, document: MovedDocument): Promise<string | undefined> {
  try {
    await putBack(db, document, await readMoved(bucket, document))
    return undefined
  } catch (error) {
    if (error instanceof DocumentDamaged) return error.message
    throw error
  }
}

import type { Context } from '../../context.ts'
import type { Log } from '../../log.ts'
import type { Bucket } from '../../object-storage/bucket.ts'
import { repeatEvery } from '../../operation/repeat-every.ts'
import { claimToMove, forgetOne, noteMoved } from './moved-document.store.ts'
import { readMoved } from './read-moved.ts'

const EVERY_MS = 60_000
const DAY_MS = 24 * 3600_000
const AT_ONCE = 10

type Moving = Pick<Context, 'db' | 'now'>

/** Moves old documents, and deletes objects whose document is gone, while the server runs. @returns stops it */
export const startMovingDocuments = (
  context: Moving,
  bucket: Bucket,
  { afterDays, log }: { afterDays: number; log: Log },
): (() => Promise<void>) =>
  repeatEvery(
    EVERY_MS,
    async (stopping) => {
      await forgetObjects(context, bucket, stopping)
      const moved = await moveDocuments(context, bucket, afterDays, stopping)
      if (moved > 0) log.info({ moved, place: bucket.place }, 'moved documents')
    },
    { log, failure: 'could not move documents' },
  ).stop

/**
 * Moves the documents that are older than `afterDays`, each once its object was read again and compared. Several processes
 * share the work. @returns how many were moved @throws the first failure, when the others of its batch have ended
 */
export async function moveDocuments(
  { db, now }: Moving,
  bucket: Bucket,
  afterDays: number,
  stopping?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - afterDays * DAY_MS)
  for (let moved = 0; ;) {
    const claimed = stopping?.aborted ? [] : await claimToMove(db, bucket.place, { before, most: AT_ONCE })
    const ends = await Promise.allSettled(
      claimed.map(async ({ pdf, ...document }) => {
        await bucket.put(document.name, pdf)
        await readMoved(bucket, document)
        await noteMoved(db, bucket.place, document)
      }),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    moved += claimed.length
    if (claimed.length < AT_ONCE) return moved
  }
}

/** Deletes the objects of documents that were deleted or have come back. */
export async function forgetObjects({ db }: Pick<Moving, 'db'>, bucket: Bucket, stopping?: AbortSignal): Promise<void> {
  const remove = (name: string) => bucket.remove(name)
  for (let isMore = true; isMore;) isMore = !stopping?.aborted && (await forgetOne(db, bucket.place, remove))
}

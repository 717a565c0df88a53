import type { Bucket, StorageSettings } from './bucket.ts'

/** A bucket, and the names in it: letters that no storage and no address has to escape. */
export const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]{1,100}(?:\/[\w.-]{1,100}){0,9}))?$/

/**
 * Opens `place` without a call. The SDK is loaded only here.
 *
 * @throws Error with a sentence, when `place` is not of the form `s3://bucket/prefix`
 */
export async function openBucket(place: string, settings: StorageSettings): Promise<Bucket> {
  const [, bucket, prefix] = PLACE.exec(place) ?? []
  if (bucket === undefined) throw new Error(`${place} is no place in a storage: write s3://bucket/name.`)
  const { s3Bucket } = await import('./s3-bucket.ts')
  return s3Bucket({ place, bucket, folder: prefix === undefined ? '' : `${prefix}/` }, settings)
}

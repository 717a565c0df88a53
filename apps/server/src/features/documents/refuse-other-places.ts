import type { Db } from '../../db/database.ts'
import { outerPlaces } from './moved-document.store.ts'

/** @throws Error with a sentence, when documents have moved to another place than `url`: nobody could fetch them */
export async function refuseOtherPlaces(db: Db, url: string | undefined): Promise<void> {
  const other = (await outerPlaces(db)).find((place) => place !== url)
  if (other === undefined) return
  throw new Error(
    `There are documents in ${other}. Set STORAGE_URL to it, or fetch them first: STORAGE_URL=${other} npm run postroom -- documents fetch`,
  )
}

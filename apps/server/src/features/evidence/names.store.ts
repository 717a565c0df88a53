import type { Db } from '../../db/database.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'

/** The organisation of a purchase, and the user who bought it unless they were erased. */
export async function namesFor(
  db: Db,
  { organisation_id, created_by }: Pick<Purchase, 'organisation_id' | 'created_by'>,
): Promise<{ office: string; buyer: string | undefined }> {
  const { office, fullname } = await db
    .selectFrom('organisation')
    .innerJoin('app_user', 'app_user.organisation_id', 'organisation.id')
    .where('organisation.id', '=', organisation_id)
    .where('app_user.id', '=', created_by)
    .select(['organisation.name as office', 'fullname'])
    .executeTakeFirstOrThrow()
  return { office, buyer: fullname || undefined }
}

import type { PostalAddress } from '@postroom/contract/address'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { asPlatform } from '../../db/tenant.ts'

/** An addressee of earlier shipments. */
export interface PastAddressee {
  /** The same for every shipment to them, and for their address in the book. */
  addressee: string
  address: PostalAddress
  sent: number
  last_sent_at: Date
}

/** The newest shipments are looked through first; most searches end there. */
const NEWEST = 2000
/** Enough addressees to end the search. */
const ENOUGH = 8
/** How many addressees are returned; those in the address book are taken out later. */
const MOST = 40
const MOST_COUNTED = 1000

/** Shipments count while they are bought. */
const isSent = (organisationId: string) =>
  sql`organisation_id = ${organisationId} and not is_test and state in ('BOUGHT', 'VOID_REQUESTED')`

/**
 * The addressees of shipments whose words begin with those of `q`, the latest first. Runs as the platform: under row
 * security the word index is not used.
 */
export const findPastAddressees = (db: Db, organisationId: string, q: string): Promise<PastAddressee[]> =>
  asPlatform(async () => {
    const { rows } = await pastQuery(organisationId, amongNewest(organisationId, q)).execute(db)
    if (q === '' || rows.length >= ENOUGH) return rows
    return (await pastQuery(organisationId, byWords(organisationId, q)).execute(db)).rows
  })

/** Unlike the operator, the function does not lead the planner to the word index. */
export const amongNewest = (organisationId: string, q: string) => sql`
  select id, addressee, created_at from (
    select id, addressee, created_at, words from purchase
    where ${isSent(organisationId)} and people_erased_at is null order by created_at desc limit ${NEWEST}
  ) as newest
  where ${q === '' ? sql`true` : sql`ts_match_vq(words, words_wanted(${q}))`}`

/** Fetched by the word index, which is quick for words that few shipments have. */
export const byWords = (organisationId: string, q: string) => sql`
  select id, addressee, created_at from purchase
  where ${isSent(organisationId)} and people_erased_at is null and words @@ words_wanted(${q})
  order by created_at desc limit ${NEWEST}`

export const pastQuery = (organisationId: string, shipments: RawBuilder<unknown>) => sql<PastAddressee>`
  with found as materialized (${shipments}),
  latest as materialized (
    select addressee, max(created_at) as last_sent_at, (array_agg(id order by created_at desc))[1] as id
    from found group by addressee order by last_sent_at desc limit ${MOST}
  )
  select latest.addressee, draft -> 'to' as address, last_sent_at, (
    select count(*) from (
      select 1 from purchase where ${isSent(organisationId)} and addressee = latest.addressee limit ${MOST_COUNTED}
    ) as counted
  ) as sent
  from latest join purchase using (id)
  order by last_sent_at desc, sent desc`

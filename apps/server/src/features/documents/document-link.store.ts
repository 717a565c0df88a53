import type { PrintedType } from '@postroom/contract/document'
import { downloadRulerPage } from '@postroom/contract/ruler-page'
import type { LabelGridDpi } from '@postroom/domain/media/label-drawing'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Requester } from '../../access/actor.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { hashOf, newSecret } from '../../secret-token.ts'

const LINK_MS = 5 * 60_000
/** A printer's download may fail and be repeated; a leaked link soon expires. */
const LINK_USES = 5

/**
 * Makes a link to each document, bound to this session and valid for five minutes. @returns the token of each document;
 * none when the session has ended meanwhile, or the call is made with an API key, which downloads by itself
 * @param dpi the drawing that they open, for labels only; the usual one by default
 */
export async function createLinks(
  db: Db,
  documentIds: readonly string[],
  { id, session_id }: Requester,
  now: Date,
  dpi: LabelGridDpi = 300,
): Promise<Map<string, string>> {
  if (documentIds.length === 0 || session_id === undefined) return new Map()
  const tokens = new Map(documentIds.map((document) => [document, newSecret()]))
  const { user_id, expires_at } = rightOf({ id, session_id }, now)
  const hashes = [...tokens.values()].map(hashOf)
  const made = await sql`
    insert into document_link (token_hash, document_id, drawn_for_dpi, user_id, session_id, expires_at)
    select link.hash, link.document, ${columnOf(dpi)}::int, ${user_id}, session.id, ${expires_at}::timestamptz
    from session, unnest(${hashes}::bytea[], ${documentIds}::uuid[]) as link (hash, document)
    where session.id = ${session_id} for key share of session`.execute(db)
  return Number(made.numAffectedRows) > 0 ? tokens : new Map()
}

/** Makes such a link to the ruler page of a media size, drawn for printers of a resolution. */
export async function createRulerLink(
  db: Db,
  { width_mm, height_mm, dpi }: Sides & { dpi: LabelGridDpi },
  user: SignedInUser,
  now: Date,
): Promise<string> {
  const token = newSecret()
  const opens = { document_id: null, ruler_mm: [width_mm, height_mm], drawn_for_dpi: columnOf(dpi) }
  await db
    .insertInto('document_link')
    .values({ token_hash: hashOf(token), ...opens, ...rightOf(user, now) })
    .execute()
  return token
}

/** The usual drawing, for 300, is no special one. */
const columnOf = (dpi: LabelGridDpi): 203 | null => (dpi === 300 ? null : dpi)

const rightOf = ({ id, session_id }: Pick<SignedInUser, 'id' | 'session_id'>, now: Date) => ({
  user_id: id,
  session_id,
  expires_at: new Date(now.getTime() + LINK_MS),
})

interface Sides {
  width_mm: number
  height_mm: number
}

/**
 * What a token opens, a document of a purchase or the ruler page of a media size, for printers of which resolution, and
 * whether it is still valid.
 */
export type DocumentLink = {
  token_hash: Uint8Array
  user_id: string
  type: PrintedType
  dpi: LabelGridDpi
  expired: boolean
} & ({ purchase_id: string; ruler: undefined } | { purchase_id: undefined; ruler: Sides })

export async function findLink(db: Db, token: string, now: Date): Promise<DocumentLink | undefined> {
  const [link] = await findLinks(db, [token], now)
  return link
}

/** @returns in the order of the tokens; undefined for a token that is no link */
export async function findLinks(
  db: Db,
  tokens: readonly string[],
  now: Date,
): Promise<readonly (DocumentLink | undefined)[]> {
  const hashes = tokens.map(hashOf)
  const rows = await db
    .selectFrom('document_link as link')
    .leftJoin('document', 'document.id', 'link.document_id')
    .select([
      'link.token_hash',
      'link.user_id',
      'link.expires_at',
      'link.uses',
      'link.ruler_mm',
      'link.drawn_for_dpi',
      'document.purchase_id',
      'document.type',
    ])
    .where('link.token_hash', 'in', hashes)
    .execute()
  const links = rows.map((row) => linkOf(row, now))
  return hashes.map((hash) => links.find(({ token_hash }) => hash.equals(token_hash)))
}

interface LinkRow extends Pick<DocumentLink, 'token_hash' | 'user_id'> {
  expires_at: Date
  uses: number
  ruler_mm: readonly number[] | null
  drawn_for_dpi: 203 | null
  purchase_id: string | null
  type: PrintedType | null
}

function linkOf(row: LinkRow, now: Date): DocumentLink {
  const { expires_at, uses, ruler_mm, drawn_for_dpi, purchase_id, type, ...link } = row
  const dpi: LabelGridDpi = drawn_for_dpi ?? 300
  const facts = { ...link, dpi, expired: expires_at <= now || uses >= LINK_USES }
  if (purchase_id !== null && type !== null) return { ...facts, type, purchase_id, ruler: undefined }
  const [width_mm = 0, height_mm = 0] = ruler_mm ?? []
  return { ...facts, type: 'ruler', purchase_id: undefined, ruler: { width_mm, height_mm } }
}

/** The only path, below the API base, that a link opens. */
export const pathOf = ({ purchase_id, type }: Pick<DocumentLink, 'purchase_id' | 'type'>): string =>
  purchase_id === undefined ? downloadRulerPage.path : `/stamp/v1/shipment/${purchase_id}/docs/${type}.pdf`

/** Counts one use. @returns false when a concurrent request took the last one */
export async function spendLink(db: Db, link: DocumentLink): Promise<boolean> {
  const spent = await db
    .updateTable('document_link')
    .set((row) => ({ uses: row('uses', '+', 1) }))
    .where('token_hash', '=', link.token_hash)
    .where('uses', '<', LINK_USES)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

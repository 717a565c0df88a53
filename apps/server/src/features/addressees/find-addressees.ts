import { ADDRESSEES_SHOWN, type Addressee } from '@postroom/contract/addressee'
import { addressTextSchema } from '@postroom/contract/address'
import type { ListedAddress } from '@postroom/contract/address-book'
import { listAddresses } from '@postroom/contract/address-book'
import { isFoundBy } from '@postroom/domain/catalogue/addressee-words'
import { refusalFor } from '../../access/authorise.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import type { Context } from '../../context.ts'
import { findAddresseesInBook } from '../address-book/address-search.store.ts'
import { findPastAddressees, type PastAddressee } from './past-addressee.store.ts'

interface Found {
  book: Addressee[]
  past: Addressee[]
}

/** Whom to send to. Somebody in the book is listed there only. @see spec §2 'addressbook', §6 */
export async function findAddressees({ db, settings }: Context, user: SignedInUser, q: string): Promise<Found> {
  // a shipment is also found by its number and references, which say nothing about its addressee
  const past = (await findPastAddressees(db, user.organisation_id, q)).filter(({ address }) => isFoundBy(address, q))
  const hasBook = refusalFor(listAddresses, user, settings.projectVariant) === undefined
  if (!hasBook) return { book: [], past: shown(past.map(fromShipment)) }
  const keys = past.map(({ addressee }) => addressee)
  const book = await findAddresseesInBook(db, user, { q, keys, most: ADDRESSEES_SHOWN })
  const inBook = new Set(book.map(({ addressee }) => addressee))
  return {
    book: shown(book.map(fromBook)),
    past: shown(past.filter(({ addressee }) => !inBook.has(addressee)).map(fromShipment)),
  }
}

const shown = (rows: Addressee[]) => rows.slice(0, ADDRESSEES_SHOWN)

const fromShipment = ({ address, sent, last_sent_at }: PastAddressee): Addressee => ({
  id: null,
  code: '',
  address,
  correction_status: 'unverified',
  sent,
  last_sent_at: last_sent_at.toISOString(),
})

const TEXT = addressTextSchema.strip()
const fromBook = (row: ListedAddress): Addressee => ({
  id: row.id,
  code: row.code,
  address: TEXT.parse(row),
  correction_status: row.correction_status,
  sent: row.sent,
  last_sent_at: row.last_sent_at,
})

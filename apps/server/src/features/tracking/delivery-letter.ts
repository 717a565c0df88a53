import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { newestProblemOf } from '@postroom/domain/post/delivery-event'
import type { Db } from '../../db/database.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { DeliveryNotice } from '../../notices/notice.ts'
import { DELIVERY_WORDS, type DeliveryStep } from './delivery-words.ts'

interface Letter {
  people: { id: string | null; email: string }[]
  mail: Omit<Mail, 'to'>
}

/**
 * The mail about a shipment on its way, and its reader. @returns nothing when they have no e-mail address, the buyer is
 * disabled, the addressee was erased, the shipment is being taken back or its problem is over
 */
export async function deliveryLetter(
  db: Db,
  { purchase_id, about, recipient }: DeliveryNotice,
): Promise<Letter | undefined> {
  const shipment = await db
    .selectFrom('purchase')
    .innerJoin('organisation', 'organisation.id', 'purchase.organisation_id')
    .leftJoin('app_user as buyer', (join) =>
      join.onRef('buyer.id', '=', 'created_by').on('buyer.disabled_at', 'is', null).on('erased_at', 'is', null),
    )
    .where('purchase.id', '=', purchase_id)
    .where('state', '=', 'BOUGHT')
    .select([
      'draft',
      'carrier_no',
      'further_nos',
      'organisation.name as office',
      'buyer.id as buyer_id',
      'buyer.email as buyer_email',
    ])
    .executeTakeFirst()
  if (!shipment) return undefined
  const { draft, further_nos, office, buyer_id, buyer_email } = shipment
  const number = shipment.carrier_no!
  const email = recipient === 'addressee' ? draft.to.email : buyer_email
  if (!email) return undefined
  const step = about === 'problem' ? await currentProblem(db, purchase_id, [number, ...further_nos]) : about
  if (!step) return undefined
  const facts = { number, office: oneLine(office), to: oneLine(companyOrPerson(draft.to)) }
  return {
    people: [{ id: recipient === 'addressee' ? null : buyer_id, email }],
    mail: mailAbout(step, recipient, facts),
  }
}

async function currentProblem(db: Db, purchase_id: string, items: readonly string[]) {
  const scans = await db
    .selectFrom('tracking_event')
    .select(['item_number', 'code', 'at'])
    .where('purchase_id', '=', purchase_id)
    .execute()
  return newestProblemOf(items, scans)
}

/** Names are typed by people. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

interface Facts {
  number: string
  /** The organisation that sends. */
  office: string
  to: string
}

/** The server does not know which language the reader speaks, so the mail has both. */
function mailAbout(
  step: DeliveryStep,
  recipient: DeliveryNotice['recipient'],
  { number, office, to }: Facts,
): Omit<Mail, 'to'> {
  const { en, fr } = DELIVERY_WORDS[step]
  if (recipient === 'addressee')
    return {
      subject: `${office}: your item ${en[0]} / votre envoi ${fr[0]}`,
      text: inBoth(
        [
          en[1](`your item from ${office}`),
          `Item number: ${number}`,
          'You can follow it at royalmail.com with this number.',
        ],
        [
          fr[1](`votre envoi de ${office}`),
          `Numéro de l’envoi\u202f: ${number}`,
          'Vous pouvez le suivre sur royalmail.com avec ce numéro.',
        ],
      ),
    }
  return {
    subject: `${number} ${en[0]} / ${number} ${fr[0]}`,
    text: inBoth(
      [en[1](`your item to ${to}`), `Item number: ${number}`, 'The history in Postroom shows what was scanned.'],
      [
        fr[1](`votre envoi à ${to}`),
        `Numéro de l’envoi\u202f: ${number}`,
        'L’historique dans Postroom montre les étapes.',
      ],
    ),
  }
}
const inBoth = (en: string[], fr: string[]): string => `${en.join('\n')}\n\n---\n\n${fr.join('\n')}\n`

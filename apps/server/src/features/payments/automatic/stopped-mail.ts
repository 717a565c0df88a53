import type { Settings } from '../../../context.ts'
import { formatPounds, formatPoundsInFrench } from '../../../format-pounds.ts'
import type { Mail } from '../../../mail/mailer.ts'
import type { TopUpStopped } from '../../../notices/notice.ts'

const ENGLISH = {
  card_declined: 'The bank declined the card.',
  card_expired: 'The card has expired.',
  insufficient_funds: 'There is not enough money for it.',
  differs: 'Stripe reports another payment than was asked for.',
  not_confirmed: 'A payment was not confirmed in time.',
  authentication_required: 'The bank wants the owner of the card to confirm it.',
} as const satisfies Record<TopUpStopped['reason'], string>

const FRENCH = {
  card_declined: 'La banque a refusé la carte.',
  card_expired: 'La carte a expiré.',
  insufficient_funds: 'La provision est insuffisante.',
  differs: 'Stripe fait état d’un autre paiement que celui demandé.',
  not_confirmed: 'Un paiement n’a pas été confirmé à temps.',
  authentication_required: 'La banque demande une confirmation du titulaire de la carte.',
} as const satisfies Record<TopUpStopped['reason'], string>

/** The server does not know which language the managers read, so the mail has both. */
export function stoppedMail(
  { publicUrl }: Settings,
  { account_id, name, amount, reason }: TopUpStopped,
): Omit<Mail, 'to'> {
  const query = new URLSearchParams({ view: 'account', account: account_id })
  const page = `${publicUrl}/app/administration?${query.toString()}`
  return {
    subject: `Automatic top-up stopped / Recharge automatique arrêtée\u202f: ${name}`,
    text: `The automatic top-up of ${name} with ${formatPounds(amount)} was not made. ${ENGLISH[reason]}

The card is not charged again until you act here:
${page}

---

La recharge automatique de ${name}, d’un montant de ${formatPoundsInFrench(amount)}, n’a pas eu lieu. ${FRENCH[reason]}

La carte ne sera plus débitée tant que vous n’interviendrez pas ici\u202f:
${page}
`,
  }
}

import { formatDay, formatDayInFrench } from '../../format-day.ts'
import { formatPounds, formatPoundsInFrench } from '../../format-pounds.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { PaymentDisputed } from '../../notices/notice.ts'

const ENGLISH = {
  inquiry: 'The bank of the card asks about it. Nothing is taken back yet.',
  open: 'The money is taken back until the bank has decided.',
  won: 'The dispute was won: what was taken back is returned.',
  lost: 'The dispute was lost: what was taken back is not returned.',
  closed: 'The bank has closed its inquiry. Nothing was taken back.',
} as const satisfies Record<PaymentDisputed['state'], string>

const FRENCH = {
  inquiry: 'La banque de la carte demande des explications. Rien n’est encore repris.',
  open: 'La somme est reprise jusqu’à la décision de la banque.',
  won: 'La contestation est gagnée\u202f: la somme reprise est rendue.',
  lost: 'La contestation est perdue\u202f: la somme reprise n’est pas rendue.',
  closed: 'La banque a clos sa demande. Rien n’a été repris.',
} as const satisfies Record<PaymentDisputed['state'], string>

/** The server does not know which language its readers read, so the mail has both. */
export function disputeMail(notice: PaymentDisputed): Omit<Mail, 'to'> {
  const { name, organisation, reference, amount, state, evidence_due } = notice
  const account = organisation === undefined ? name : `${name}, ${organisation}`
  const isUndecided = state === 'inquiry' || state === 'open'
  const due = isUndecided && evidence_due !== undefined ? new Date(evidence_due) : undefined
  const english = due ? `\n\nEvidence is due at Stripe by ${formatDay(due, 'Europe/London')}.` : ''
  const french = due
    ? `\n\nLes justificatifs sont attendus chez Stripe au plus tard le ${formatDayInFrench(due, 'Europe/London')}.`
    : ''
  return {
    subject: `Payment disputed / Paiement contesté\u202f: ${reference}`,
    text: `Payment ${reference} of ${account}: ${formatPounds(amount)} is disputed. ${ENGLISH[state]}${english}

---

Paiement ${reference} de ${account}\u202f: ${formatPoundsInFrench(amount)} font l’objet d’une contestation. ${FRENCH[state]}${french}
`,
  }
}

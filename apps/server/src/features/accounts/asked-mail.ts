import type { Mail } from '../../mail/mailer.ts'
import type { TopUpAsked } from '../../notices/notice.ts'
import { formatPounds, formatPoundsInFrench } from '../../format-pounds.ts'

/** The server does not know which language the managers read, so the mail has both. */
export const askedMail = ({ asked_by, name, missing }: TopUpAsked): Omit<Mail, 'to'> => ({
  subject: `Top-up requested / Demande d’approvisionnement\u202f: ${name}`,
  text: `${asked_by} cannot buy postage from ${name}: ${formatPounds(missing)} is missing.

Please top up the account.

---

${asked_by} ne peut pas acheter d’affranchissement sur ${name}\u202f: il manque ${formatPoundsInFrench(missing)}.

Veuillez approvisionner le compte.
`,
})

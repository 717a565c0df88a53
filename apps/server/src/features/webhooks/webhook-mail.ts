import type { Settings } from '../../context.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { WebhookStopped } from '../../notices/notice.ts'

/** The server does not know which language the managers read, so the mail has both. */
export function webhookMail({ publicUrl }: Settings, { host }: WebhookStopped): Omit<Mail, 'to'> {
  const page = `${publicUrl}/app/administration?view=webhooks`
  return {
    subject: `Webhook switched off / Webhook désactivé\u202f: ${host}`,
    text: `The webhook at ${host} has accepted no event for three days, so Postroom sends it nothing more.

Its events wait for 30 days. Once it works again, turn it on here and they are sent:
${page}

---

Le webhook de ${host} n’a accepté aucun événement depuis trois jours\u202f: Postroom ne lui envoie plus rien.

Ses événements sont conservés 30 jours. Dès qu’il fonctionne de nouveau, réactivez-le ici et ils lui seront envoyés\u202f:
${page}
`,
  }
}

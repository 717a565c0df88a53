import { formatDay, formatDayInFrench } from '../../../format-day.ts'
import type { Mail } from '../../../mail/mailer.ts'
import type { ApiKeyEnding, ApiKeyStopped } from '../../../notices/notice.ts'

/** The server does not know which language the managers read, so the mail has both. */
export const endingKeyMail = ({ name, last_day }: ApiKeyEnding): Omit<Mail, 'to'> => ({
  subject: `API key ends / Fin de la clé d’API\u202f: ${name}`,
  text: `The API key ${name} is valid until ${formatDay(new Date(last_day))}. From the next day on, programs that use it are refused.

Give it a new secret and a new last day in Postroom, under Administration, API keys.

---

La clé d’API ${name} est valable jusqu’au ${formatDayInFrench(new Date(last_day))}. Dès le lendemain, les programmes qui l’utilisent seront refusés.

Donnez-lui un nouveau secret et un nouveau dernier jour dans Postroom, sous Administration, Clés d’API.
`,
})

export const stoppedKeyMail = ({ name }: ApiKeyStopped): Omit<Mail, 'to'> => ({
  subject: `API key stopped / Clé d’API arrêtée\u202f: ${name}`,
  text: `The manager who made the API key ${name} is disabled. Programs that use it are refused.

Make another key in Postroom, under Administration, API keys.

---

Le gestionnaire qui a créé la clé d’API ${name} est désactivé. Les programmes qui l’utilisent sont refusés.

Créez une autre clé dans Postroom, sous Administration, Clés d’API.
`,
})

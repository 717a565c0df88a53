import type { Settings } from '../../context.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { User } from '../identity/user.store.ts'

/** The link to set a first password. The token follows `#`: browsers send it to no server, and no log keeps it. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/reset#token=${token}`

/** The server does not know which language the user reads, so the mail has both. */
export function invitationMail(settings: Settings, { username, email }: User, token: string): Mail {
  const link = invitationLink(settings.publicUrl, token)
  return {
    to: email,
    subject: `${settings.companyName}: You are invited / Votre invitation`,
    text: `Your username is ${username}. Set your password with this link. It works once and expires in three days:

${link}

---

Votre nom d’utilisateur est ${username}. Choisissez votre mot de passe avec ce lien. Il ne sert qu’une fois et expire dans trois jours\u202f:

${link}
`,
  }
}

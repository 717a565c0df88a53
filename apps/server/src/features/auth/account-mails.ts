import type { Settings } from '../../context.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { AccountNotice } from '../../notices/notice.ts'
import type { User } from '../identity/user.store.ts'

type Recipient = Pick<User, 'username' | 'email'>

interface Text {
  subject: string
  lines: (username: string) => string
}

/** The server does not know which language the user reads, so every mail has both. */
type InBoth = Record<'en' | 'fr', Text>

const reset = (link: string): InBoth => ({
  en: {
    subject: 'Set a new password',
    lines: (username) =>
      `Somebody requested a new password for ${username}. This link works once and expires in ten minutes:\n\n${link}\n\n` +
      'If it was not you, do nothing: your password does not change.',
  },
  fr: {
    subject: 'Choisir un nouveau mot de passe',
    lines: (username) =>
      `Un nouveau mot de passe a été demandé pour ${username}. Ce lien ne sert qu’une fois et expire dans dix minutes\u202f:\n\n${link}\n\n` +
      'Si vous n’en êtes pas à l’origine, ne faites rien\u202f: votre mot de passe ne change pas.',
  },
})

const NOT_YOU = {
  en: '\n\nIf it was not you, request a new password at once and inform a manager of your organisation.',
  fr: '\n\nSi vous n’en êtes pas à l’origine, demandez tout de suite un nouveau mot de passe et prévenez la personne qui gère votre organisation.',
}

const CHANGES = {
  password_changed: {
    en: {
      subject: 'Your password was changed',
      lines: (username) => `The password of ${username} was changed. Other devices were signed out.`,
    },
    fr: {
      subject: 'Votre mot de passe a été changé',
      lines: (username) => `Le mot de passe de ${username} a été changé. Les autres appareils ont été déconnectés.`,
    },
  },
  email_changed: {
    en: {
      subject: 'Your e-mail address was changed',
      lines: (username) => `The e-mail address of ${username} was changed.`,
    },
    fr: {
      subject: 'Votre adresse e-mail a été changée',
      lines: (username) => `L’adresse e-mail de ${username} a été changée.`,
    },
  },
  codes_guessed: {
    en: {
      subject: 'Wrong sign-in codes',
      lines: (username) =>
        `Somebody who knows the password of ${username} entered several wrong codes. After twenty, only a recovery code works until the password is changed.`,
    },
    fr: {
      subject: 'Codes erronés à la connexion',
      lines: (username) =>
        `Une personne qui connaît le mot de passe de ${username} a saisi plusieurs codes erronés. Au bout de vingt, seul un code de secours est accepté tant que le mot de passe n’est pas changé.`,
    },
  },
  two_factor_on: {
    en: {
      subject: 'Two-factor sign-in is on',
      lines: (username) => `${username} now signs in with a password and a code from an authenticator app.`,
    },
    fr: {
      subject: 'Connexion à deux facteurs activée',
      lines: (username) =>
        `${username} se connecte désormais avec un mot de passe et un code de l’application d’authentification.`,
    },
  },
  two_factor_off: {
    en: {
      subject: 'Two-factor sign-in is off',
      lines: (username) => `${username} now signs in with the password alone.`,
    },
    fr: {
      subject: 'Connexion à deux facteurs désactivée',
      lines: (username) => `${username} se connecte désormais avec le seul mot de passe.`,
    },
  },
  passkey_added: {
    en: {
      subject: 'A passkey was added',
      lines: (username) =>
        `${username} can now sign in with a new passkey. Other devices were signed out. Your profile lists your passkeys and can remove them.`,
    },
    fr: {
      subject: 'Une clé d’accès a été ajoutée',
      lines: (username) =>
        `${username} peut désormais se connecter avec une nouvelle clé d’accès. Les autres appareils ont été déconnectés. Votre profil indique vos clés d’accès et permet de les supprimer.`,
    },
  },
  passkey_removed: {
    en: {
      subject: 'A passkey was removed',
      lines: (username) =>
        `A passkey of ${username} was removed and no longer signs in. Other devices were signed out.`,
    },
    fr: {
      subject: 'Une clé d’accès a été supprimée',
      lines: (username) =>
        `Une clé d’accès de ${username} a été supprimée et ne permet plus de se connecter. Les autres appareils ont été déconnectés.`,
    },
  },
} as const satisfies Record<AccountNotice['event'], InBoth>

/** The link to set a new password. The token follows `#`: browsers send it to no server, and no log keeps it. */
export const resetMail = (settings: Settings, user: Recipient, token: string): Mail => ({
  to: user.email,
  ...inBoth(settings, user, reset(`${settings.publicUrl}/reset#token=${token}`)),
})

/** Notifies a user of a change of their account, so that they notice when somebody else made it. */
export function accountMail(settings: Settings, notice: AccountNotice): Omit<Mail, 'to'> {
  const { en, fr } = CHANGES[notice.event]
  return inBoth(settings, notice, {
    en: { ...en, lines: (username) => en.lines(username) + NOT_YOU.en },
    fr: { ...fr, lines: (username) => fr.lines(username) + NOT_YOU.fr },
  })
}

const inBoth = (
  { companyName }: Settings,
  { username }: Pick<Recipient, 'username'>,
  { en, fr }: InBoth,
): Omit<Mail, 'to'> => ({
  subject: `${companyName}: ${en.subject} / ${fr.subject}`,
  text: `${en.lines(username)}\n\n---\n\n${fr.lines(username)}\n`,
})

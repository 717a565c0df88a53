import { Keyboard, LifeBuoy, LogOut, UserRound } from 'lucide-react'
import { Button } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { href } from '../pages.ts'
import { signOut } from '../session/end-session.ts'
import { useUser } from '../session/use-session.ts'
import { Menu } from '../ui/menu.tsx'
import css from './user-menu.module.css'

/** The signed-in user, their account, the help, the keys, and sign-out. */
export function UserMenu({ onHelp, onShortcuts }: { onHelp: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { fullname, email, plan } = useUser()
  return (
    <Menu
      label={t('shell.user_menu')}
      trigger={
        <Button
          className={css.person ?? ''}
          aria-label={`${initialsOf(fullname)}, ${t('shell.user_menu')}: ${fullname}`}
        >
          {initialsOf(fullname)}
        </Button>
      }
      header={
        <div className={css.header}>
          <strong>{fullname}</strong>
          <span>{email}</span>
          <span>{t(`shell.plan_${plan}`)}</span>
        </div>
      }
      acts={[
        { id: 'profile', label: t('page.profile'), icon: UserRound, onAction: () => void navigate(href('profile')) },
        { id: 'help', label: t('help.title'), icon: LifeBuoy, onAction: onHelp },
        { id: 'shortcuts', label: t('shortcuts.title'), icon: Keyboard, onAction: onShortcuts },
        { id: 'sign_out', label: t('shell.sign_out'), icon: LogOut, onAction: () => void signOut() },
      ]}
    />
  )
}

/** First letters of the first and the last name. */
function initialsOf(fullname: string): string {
  const names = fullname.trim().split(/\s+/)
  return [names[0], names.length > 1 ? names.at(-1) : '']
    .map((name) => name?.charAt(0) ?? '')
    .join('')
    .toUpperCase()
}

import type { Passkey } from '@postroom/contract/passkey'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeAgo } from '../../formats/time-ago.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import css from './rows.module.css'

/** A passkey: where it is, when it was made and used, and what can be done. */
export function PasskeyRow({ passkey, now }: { passkey: Passkey; now: Date }) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const { name, synced, created_at, last_used_at } = passkey
  const made = new Date(created_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  const used =
    last_used_at === undefined
      ? t('profile.passkey_unused')
      : t('profile.passkey_used', { ago: timeAgo(new Date(last_used_at), now, i18n.language) })
  return (
    <li className={css.row}>
      <Icon of={KeyRound} />
      <div className={css.text}>
        <p className={css.name}>{name}</p>
        <p className={css.quiet}>
          {t(synced ? 'profile.passkey_synced' : 'profile.passkey_here')} · {t('profile.passkey_made', { day: made })} ·{' '}
          {used}
        </p>
      </div>
      <div className={css.acts}>
        <IconButton icon={Pencil} label={t('profile.rename_of', { name })} onPress={() => setOpen('rename')} />
        <IconButton icon={Trash2} label={t('profile.remove_of', { name })} onPress={() => setOpen('remove')} />
      </div>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemovePasskeyDialog passkey={passkey} onClose={close} />}
    </li>
  )
}

import { X } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button.tsx'
import css from './drawer.module.css'

export interface DrawerProps {
  title: string
  /** Below the title, lighter. */
  note?: ReactNode
  /** Beside the button that closes it. */
  action?: ReactNode
  /** Stays in view at the bottom: Save, Cancel. */
  foot?: ReactNode
  /** Called by Escape and the close button. The caller gives the focus back to the row. */
  onClose: () => void
  children: ReactNode
}

/** Details of one row beside the list. Not modal: the list stays in use. On a narrow window it takes the whole page. */
export function Drawer({ title, note, action, foot, onClose, children }: DrawerProps) {
  const { t } = useTranslation()
  const heading = useId()
  const pressed = (event: KeyboardEvent) => {
    // an open list or menu inside has used the key already
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the fields inside
    <aside className={css.drawer} aria-labelledby={heading} onKeyDown={pressed}>
      <header className={css.header}>
        <div className={css.titles}>
          <h2 id={heading}>{title}</h2>
          {note !== undefined && <p className={css.note}>{note}</p>}
        </div>
        {action}
        <IconButton icon={X} label={t('common.close')} onPress={onClose} />
      </header>
      <div className={css.body}>{children}</div>
      {foot !== undefined && <footer className={css.foot}>{foot}</footer>}
    </aside>
  )
}

/** A list with a drawer beside it. Escape in the list closes the drawer too. */
export function WithDrawer({
  drawer,
  onClose,
  children,
}: {
  /** Nothing while it is closed. */
  drawer: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <div className={drawer ? css.open : undefined}>
      <div
        className={css.list}
        role="presentation"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || !drawer || isTyping(event.target)) return
          // the table would drop its chosen rows
          event.stopPropagation()
          onClose()
        }}
      >
        {children}
      </div>
      {drawer}
    </div>
  )
}

/** In a search field Escape clears the text. */
const isTyping = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

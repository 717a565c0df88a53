import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'

export interface DialogProps {
  title: string
  isOpen: boolean
  /** Called by Escape, the backdrop and the close button. @see spec §4, §9 */
  onClose: () => void
  /** Buttons; the one that confirms comes first. */
  actions?: ReactNode
  /** `alertdialog` for a decision that cannot wait. */
  role?: 'dialog' | 'alertdialog'
  /** As wide as the window allows, for pictures of pages. */
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog. Focus stays inside and returns to where it was. */
export function Dialog({ title, isOpen, onClose, actions, role = 'dialog', isWide = false, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <ModalFrame isOpen={isOpen} onClose={onClose} look={isWide ? 'wide' : 'centre'}>
      <AriaDialog role={role} className={css.dialog ?? ''}>
        <header className={css.header}>
          <Heading slot="title" className={css.title ?? ''}>
            {title}
          </Heading>
          <IconButton icon={X} label={t('common.close')} onPress={onClose} />
        </header>
        <div className={css.body}>{children}</div>
        {actions !== undefined && <footer className={css.actions}>{actions}</footer>}
      </AriaDialog>
    </ModalFrame>
  )
}

interface ModalFrameProps extends Pick<DialogProps, 'isOpen' | 'onClose' | 'children'> {
  look: 'centre' | 'wide' | 'top'
}

/** The backdrop and the sheet of everything modal. Escape and the backdrop close it. @see spec §4, §9 */
export function ModalFrame({ isOpen, onClose, look, children }: ModalFrameProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classNames(css.backdrop, css[look])}
    >
      <Modal className={css.modal ?? ''}>{children}</Modal>
    </ModalOverlay>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './administration.module.css'

interface ShownSecretProps {
  secret: string
  /** What it is for. */
  children?: ReactNode
  onDone: () => void
}

/** A new secret, which is shown once. */
export function ShownSecret({ secret, children, onDone }: ShownSecretProps) {
  const { t } = useTranslation()
  const shown = useRef<HTMLElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <div className={css.form}>
      {children}
      <Notice tone="warn">{t('administration.secret.once')}</Notice>
      <code ref={shown} tabIndex={-1} aria-label={t('administration.secret.label')} className={css.secret}>
        {secret}
      </code>
      <div className={css.acts}>
        <Button variant="primary" onPress={onDone}>
          {t('administration.secret.stored')}
        </Button>
        <CopyButton text={secret} label={t('administration.secret.copy')} />
      </div>
    </div>
  )
}

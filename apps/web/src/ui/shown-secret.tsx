import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Notice } from './notice.tsx'
import css from './shown-secret.module.css'

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
    <div className={css.stack}>
      {children}
      <Notice tone="warn">{t('common.secret.once')}</Notice>
      <code ref={shown} tabIndex={-1} aria-label={t('common.secret.label')} className={css.secret}>
        {secret}
      </code>
      <div className={css.acts}>
        <Button variant="primary" onPress={onDone}>
          {t('common.secret.stored')}
        </Button>
        <CopyButton text={secret} label={t('common.secret.copy')} />
      </div>
    </div>
  )
}

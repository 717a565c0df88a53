import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import css from './profile.module.css'
import codes from './recovery-codes.module.css'

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes: given, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.focus(), [])
  const text = `${given.join('\n')}\n`
  return (
    <div className={css.form}>
      <Notice tone="good" title={t('profile.is_on')}>
        <p>{t('profile.keep_codes')}</p>
      </Notice>
      <ol ref={list} tabIndex={-1} aria-label={t('profile.codes')} className={codes.codes}>
        {given.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.acts}>
        <Button variant="primary" onPress={onDone}>
          {t('profile.codes_kept')}
        </Button>
        <CopyButton text={text} label={t('profile.copy_codes')} />
        <Button variant="link" icon={Download} onPress={() => saveFile(text, 'postroom-recovery-codes.txt')}>
          {t('profile.save_codes')}
        </Button>
      </div>
    </div>
  )
}

import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isCodeRefused, usePairHub } from './device-mutations.ts'
import css from './device-preferences-page.module.css'

/** Pairs the device manager that shows a code. */
export function PairCard() {
  const { t } = useTranslation()
  const pair = usePairHub()
  const [code, setCode] = useState('')
  const [alias, setAlias] = useState('')
  const [isTried, setTried] = useState(false)
  const missing = (text: string) => (isTried && text.trim() === '' ? t('fieldError.required') : undefined)
  const refused = isCodeRefused(pair.error) ? t(`backendError.${pair.error.code}`) : undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (code.trim() === '' || alias.trim() === '') {
      document.getElementById(code.trim() === '' ? 'code' : 'alias')?.focus()
      return
    }
    pair.mutate(
      { code, alias },
      {
        onSuccess: () => {
          setCode('')
          setAlias('')
          setTried(false)
        },
        onError: () => document.getElementById('code')?.focus(),
      },
    )
  }

  return (
    <Card title={t('device.pair')}>
      <form className={css.stack} noValidate onSubmit={submit}>
        <p className={css.quiet}>{t('device.pair_text')}</p>
        <TextField
          name="code"
          label={t('device.code')}
          hint={t('device.code_hint')}
          value={code}
          onChange={(text) => {
            setCode(text)
            pair.reset()
          }}
          error={missing(code) ?? refused}
          autoComplete="off"
          maxLength={20}
        />
        <TextField
          name="alias"
          label={t('device.alias')}
          description={t('device.alias_hint')}
          value={alias}
          onChange={setAlias}
          error={missing(alias)}
          autoComplete="off"
          maxLength={60}
        />
        {pair.isSuccess && (
          <Notice tone="good" isLive>
            {t('device.pairing_done', { alias: pair.data.alias })}
          </Notice>
        )}
        <div className={css.acts}>
          <Button type="submit" isPending={pair.isPending}>
            {t('device.pair_button')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/text-field.tsx'
import css from './count-field.module.css'

/** How many labels; a typed number takes the next free places. */
export function CountField(props: { count: number; most: number; onCount: (count: number) => void }) {
  const { count, most, onCount } = props
  const { t } = useTranslation()
  /** The text while it is typed; the number of chosen labels replaces it afterwards. */
  const [typed, setTyped] = useState<string>()
  const wanted = typed === undefined ? count : Number(typed)
  const isTooMany = typed !== undefined && wanted > most
  function type(text: string): void {
    setTyped(text)
    if (/^\d{1,3}$/.test(text) && Number(text) <= most) onCount(Number(text))
  }
  return (
    <div className={css.count}>
      <TextField
        name="labels"
        label={t('letters.labels')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={typed ?? String(count)}
        onChange={type}
        onBlur={() => setTyped(undefined)}
        description={t('letters.labels_hint')}
        {...(isTooMany && { error: t('letters.too_many', { count: most }) })}
      />
    </div>
  )
}

import { ScanBarcode } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Input, TextField } from 'react-aria-components'
import { Icon } from '../../ui/icon.tsx'
import css from './zones.module.css'

interface ScanFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** The last scan and what became of it. */
  message: string
}

/** Where scans and typed codes arrive. It has the focus unless the operator changes a field of the row. */
export function ScanField({ ref, value, onChange, onKeyDown, message }: ScanFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={css.scan}>
      <Icon of={ScanBarcode} size="large" />
      <TextField
        aria-label={t('mailroom.scan')}
        name="scan"
        value={value}
        onChange={onChange}
        className={css.grow ?? ''}
      >
        <Input
          ref={ref}
          className={css.input ?? ''}
          placeholder={t('mailroom.scan_hint')}
          autoComplete="off"
          spellCheck="false"
          enterKeyHint="go"
          // Enter held down would buy row after row
          onKeyDown={(event) => (event.repeat && event.key === 'Enter' ? event.preventDefault() : onKeyDown(event))}
        />
      </TextField>
      <output className={css.message}>{message}</output>
    </div>
  )
}

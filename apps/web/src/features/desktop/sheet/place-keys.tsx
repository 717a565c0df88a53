import { useTranslation } from 'react-i18next'
import { Keys } from '../../../shortcuts/keys.tsx'
import { useLists } from '../../../shortcuts/listed-shortcuts.ts'
import css from './place-keys.module.css'

const NAMES = ['sheet_move', 'sheet_choose', 'sheet_extend', 'sheet_use'] as const

/** The keys of the sheet; its description for screen readers. */
export function PlaceKeys() {
  const { t } = useTranslation()
  useLists(NAMES)
  return (
    <p id="sheet-keys" className={css.keys}>
      {NAMES.map((name) => (
        <span key={name}>
          <Keys of={name} /> {t(`shortcuts.act.${name}`)}
        </span>
      ))}
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import css from './place-keys.module.css'

const ROWS = [
  { keys: ['↑', '↓', '←', '→'], act: 'move' },
  { keys: ['space'], act: 'choose' },
  { keys: ['shift', '↓'], act: 'extend' },
  { keys: ['U'], act: 'use' },
] as const

/** The keys of the sheet; its description for screen readers. */
export function PlaceKeys() {
  const { t } = useTranslation()
  return (
    <p id="sheet-keys" className={css.keys}>
      {ROWS.map(({ keys, act }) => (
        <span key={act}>
          {keys.map((key) => (
            <kbd key={key}>{key.length > 1 ? t(`letters.key.${key}`) : key}</kbd>
          ))}{' '}
          {t(`letters.key_act.${act}`)}
        </span>
      ))}
    </p>
  )
}

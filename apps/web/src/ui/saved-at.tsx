import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import css from './saved-at.module.css'

/** When a section of a page was last saved here: 'Saved at 14:30'. It is there from the start, so that screen readers announce it. */
export function SavedAt({ at }: { at: Date | undefined }) {
  const { t, i18n } = useTranslation()
  return (
    <output className={css.saved}>
      {at && (
        <>
          <Icon of={Check} size="small" />
          {t('common.saved_at', { time: at.toLocaleTimeString(i18n.language, { timeStyle: 'short' }) })}
        </>
      )}
    </output>
  )
}

import type { MailingPreferences } from '@postroom/contract/organisation-settings'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import css from './preferences.module.css'
import type { SectionProps, useSaveSection } from './preferences-queries.ts'

/** The button of a section; for a user with a section of their own, also the way back to everybody's. */
export function SectionActs(
  props: Pick<SectionProps, 'scope' | 'own'> & {
    name: keyof MailingPreferences
    saving: ReturnType<typeof useSaveSection>
    button: string
    isChanged: boolean
    onSave: () => void
  },
) {
  const { scope, own, name, saving, button, isChanged, onSave } = props
  const { t } = useTranslation()
  return (
    <div className={css.acts}>
      <Button variant={isChanged ? 'primary' : 'secondary'} isPending={saving.save.isPending} onPress={onSave}>
        {button}
      </Button>
      {scope === 'me' && own[name] !== undefined && (
        <Button variant="quiet" isPending={saving.drop.isPending} onPress={() => saving.drop.mutate(name)}>
          {t('preferences.use_default')}
        </Button>
      )}
    </div>
  )
}

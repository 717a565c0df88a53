import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './profile.module.css'

/** The user should make new codes before the last one is used. */
const FEW_CODES = 3

/** Whether two-factor sign-in is on, and what can be changed. */
export function TwoFactorState(props: {
  state: { active: boolean; recovery_codes_left: number }
  onPrepare: () => void
  onRemove: () => void
}) {
  const { state, onPrepare, onRemove } = props
  const { t } = useTranslation()
  const left = t('profile.codes_left', { count: state.recovery_codes_left })
  if (!state.active)
    return (
      <div className={css.form}>
        <p className={css.quiet}>{t('profile.two_factor_text')}</p>
        <div className={css.acts}>
          <Button onPress={onPrepare}>{t('profile.set_up')}</Button>
        </div>
      </div>
    )
  return (
    <div className={css.form}>
      <p className={css.quiet}>{t('profile.two_factor_on_text')}</p>
      {state.recovery_codes_left <= FEW_CODES ? (
        <Notice tone="warn">{left}</Notice>
      ) : (
        <p className={css.quiet}>{left}</p>
      )}
      <div className={css.acts}>
        <Button onPress={onPrepare}>{t('profile.set_up_again')}</Button>
        <Button variant="quiet" onPress={onRemove}>
          {t('profile.turn_off')}
        </Button>
      </div>
    </div>
  )
}

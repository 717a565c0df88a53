import { newPasswordSchema } from '@postroom/contract/password'
import { PASSWORD_STRENGTHS, passwordStrength } from '@postroom/domain/people/password-strength'
import { useTranslation } from 'react-i18next'
import { classNames } from '../ui/class-names.ts'
import css from './new-password-field.module.css'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'label' | 'description' | 'autoComplete' | 'maxLength'> & {
  /** Names and addresses of the owner, which an attacker tries first; empty while nobody is signed in. */
  owner?: readonly string[]
}

/** A field for a new password, with how hard it is to guess. */
export function NewPasswordField({ owner = [], ...rest }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const isLongEnough = newPasswordSchema.safeParse(rest.value).success
  return (
    <PasswordField
      {...rest}
      label={t('login.new_password')}
      autoComplete="new-password"
      maxLength={256}
      description={isLongEnough ? <Strength password={rest.value} owner={owner} /> : t('login.new_password_hint')}
      isRequired
    />
  )
}

/** One to four bars, and the same in words. */
function Strength({ password, owner }: { password: string; owner: readonly string[] }) {
  const { t } = useTranslation()
  const strength = passwordStrength(password, owner)
  const level = PASSWORD_STRENGTHS.indexOf(strength)
  return (
    <span className={classNames(css.strength, css[strength])}>
      <span className={css.bars} aria-hidden="true">
        {PASSWORD_STRENGTHS.map((each, at) => (
          <i key={each} className={classNames(at <= level && css.on)} />
        ))}
      </span>
      <output>{t(`password.${strength}`)}</output> {t('password.length', { count: Array.from(password).length })}
    </span>
  )
}

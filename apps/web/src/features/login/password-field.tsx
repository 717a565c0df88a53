import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

/** A password field that can show what is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'name'>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const isCapsLocked = useCapsLock()
  return (
    <TextField
      {...props}
      name="password"
      description={isCapsLocked ? t('login.caps_lock') : props.description}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? 'login.hide_password' : 'login.show_password')}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  )
}

/** Whether Caps Lock was on at the last key. */
function useCapsLock(): boolean {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = (event: KeyboardEvent) => {
      // filling in a saved password is reported as a key without modifiers
      if (event instanceof KeyboardEvent) setOn(event.getModifierState('CapsLock'))
    }
    addEventListener('keyup', read)
    return () => removeEventListener('keyup', read)
  }, [])
  return isOn
}

import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix'>

/** A password field that can show what is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const isCapsLocked = useCapsLock(props.name)
  return (
    <TextField
      {...props}
      description={isCapsLocked ? t('login.caps_lock') : props.description}
      type={isShown ? 'text' : 'password'}
      suffix={
        <>
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={t(isShown ? 'login.hide_password' : 'login.show_password')}
            onPress={() => setShown(!isShown)}
          />
          {/* screen readers announce no description that comes later */}
          <output className="visually-hidden">{isCapsLocked && t('login.caps_lock')}</output>
        </>
      }
    />
  )
}

/** Whether Caps Lock was on at the last key in the input of this name. */
function useCapsLock(name: string): boolean {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = (event: KeyboardEvent) => {
      // filling in a saved password is reported as a key without modifiers
      if (!(event instanceof KeyboardEvent)) return
      setOn((event.target as HTMLInputElement).name === name && event.getModifierState('CapsLock'))
    }
    addEventListener('keyup', read)
    return () => removeEventListener('keyup', read)
  }, [name])
  return isOn
}

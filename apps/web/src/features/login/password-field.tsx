import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

/** A password field that can show what is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'name'>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      name="password"
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

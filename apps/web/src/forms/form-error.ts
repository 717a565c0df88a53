import type { FieldError } from '@postroom/contract/errors'
import type { TFunction } from 'i18next'
import type { FieldError as FormError } from 'react-hook-form'

/**
 * An invalid field as react-hook-form stores it: the code of `FIELD_CODES` as its message, and a character that cannot be
 * printed in its types.
 */
export const formErrorOf = ({ code, details }: Pick<FieldError, 'code' | 'details'>, type: 'contract' | 'server') => ({
  type,
  message: code,
  ...(details && { types: { character: details.character, position: String(details.position) } }),
})

/** What is wrong with a field, in the user's language. */
export const fieldErrorText = (t: TFunction, { message, types }: Pick<FormError, 'message' | 'types'>): string =>
  t(`fieldError.${message}`, { ...types })

import type { PostalAddress } from '@postroom/contract/address'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RETURN_LINES, type LettersForm } from './letters-form.ts'

/** Four of them fit the field of the contract. */
const LINE_CHARS = 48

/** The return address on the label: up to four lines of the user's own, or those of the sender. */
export function ReturnAddressFields(props: { control: Control<LettersForm>; from: PostalAddress | undefined }) {
  const { control, from } = props
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'return_address' })
  const lines = field.value.split('\n')
  const set = (at: number, text: string) =>
    field.onChange(
      Array.from({ length: RETURN_LINES }, (_, line) => (line === at ? text : (lines[line] ?? '')))
        .join('\n')
        .trimEnd(),
    )
  return (
    <>
      {Array.from({ length: RETURN_LINES }, (_, at) => (
        <TextField
          key={at}
          name={`return_address.${at}`}
          label={t('letters.line', { number: at + 1 })}
          autoComplete="off"
          maxLength={LINE_CHARS}
          value={lines[at] ?? ''}
          onChange={(text) => set(at, text)}
        />
      ))}
      <p>
        {from && (
          <Button variant="link" onPress={() => field.onChange(returnAddressOf(from))}>
            {t('letters.use_sender')}
          </Button>
        )}{' '}
        <Button variant="link" onPress={() => field.onChange('')}>
          {t('letters.no_return_address')}
        </Button>
      </p>
    </>
  )
}

/** The sender on at most four lines: who, street, and town with postcode. */
const returnAddressOf = (from: PostalAddress): string =>
  [
    personOrCompany(from),
    from.address1,
    [from.address2, from.address3].filter(Boolean).join(', '),
    `${from.city} ${from.postal_code}`,
  ]
    .filter(Boolean)
    .map((line) => line.slice(0, LINE_CHARS))
    .join('\n')

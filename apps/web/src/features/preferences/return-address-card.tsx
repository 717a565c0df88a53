import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SavedAt } from '../../ui/saved-at.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './preferences.module.css'
import { useSaveSection, type SectionProps } from './preferences-queries.ts'
import { SectionActs } from './section-acts.tsx'

const LINES = 4
/** Four of them fit the field of the contract. */
const LINE_CHARS = 48

/** Where items that cannot be delivered go back to: up to four lines on the label. */
export function ReturnAddressCard(props: SectionProps) {
  const { scope, mailing, own } = props
  const { t } = useTranslation()
  const saving = useSaveSection(props)
  const [address, setAddress] = useState(mailing.return_address ?? { lines: '', on_letters: true })
  const [isChanged, setChanged] = useState(false)
  const change = (next: typeof address) => {
    setAddress(next)
    setChanged(true)
  }
  const lines = address.lines.split('\n')
  const set = (at: number, text: string) =>
    change({
      ...address,
      lines: Array.from({ length: LINES }, (_, line) => (line === at ? text : (lines[line] ?? ''))).join('\n'),
    })
  const printed = lines.map((line) => line.trim()).filter(Boolean)
  return (
    <Card
      title={t('letters.return_address')}
      note={t('preferences.four_lines')}
      action={<SavedAt at={saving.savedAt} />}
    >
      <div className={css.form}>
        {Array.from({ length: LINES }, (_, at) => (
          <TextField
            key={at}
            name={`line_${at}`}
            label={t('letters.line', { number: at + 1 })}
            autoComplete="off"
            maxLength={LINE_CHARS}
            value={lines[at] ?? ''}
            onChange={(text) => set(at, text)}
          />
        ))}
        <Checkbox
          name="on_letters"
          label={t('preferences.on_letters')}
          isSelected={address.on_letters}
          onChange={(on_letters) => change({ ...address, on_letters })}
        />
        {printed.length > 0 && <p className={css.quiet}>{printed.join(', ')}</p>}
        <SectionActs
          scope={scope}
          own={own}
          name="return_address"
          saving={saving}
          button={t('preferences.save_address')}
          isChanged={isChanged}
          onSave={() =>
            saving.save.mutate(
              { return_address: { ...address, lines: printed.join('\n') } },
              { onSuccess: () => setChanged(false) },
            )
          }
        />
      </div>
    </Card>
  )
}

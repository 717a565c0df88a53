import { referenceProblems } from '@postroom/domain/people/reference-fields'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../../forms/form-error.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { TagField } from '../../ui/lists/tag-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Field } from './field-queries.ts'
import css from './references.module.css'

const KINDS = ['text', 'choices', 'pattern'] as const
type Kind = (typeof KINDS)[number]
const kindOf = ({ choices, pattern }: Field): Kind =>
  choices.length > 0 ? 'choices' : pattern === '' ? 'text' : 'pattern'

interface FieldEditorProps {
  field: Field
  /** The labels of the other fields. */
  others: readonly string[]
  isNew: boolean
  isPending: boolean
  /** With each change, for the preview; `tried` is the answer that was tried. */
  onDraft: (field: Field, tried: string) => void
  onSave: (field: Field) => void
  onDiscard: () => void
  onArchive: () => void
}

/** The rule of one reference field. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, others, isNew, isPending, onDraft, onSave, onDiscard, onArchive } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState(field)
  const [kind, setKind] = useState(kindOf(field))
  const [tried, setTried] = useState('')
  const [isAsked, setAsked] = useState(false)
  const change = (part: Partial<Field>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    onDraft(next, tried)
  }
  const choose = (next: Kind) => {
    setKind(next)
    change({ choices: [], pattern: '' })
  }
  const label = draft.label.trim()
  const isUsed = others.some((other) => other.toLowerCase() === label.toLowerCase())
  const labelError = label === '' ? t('references.label_missing') : isUsed ? t('references.label_used') : undefined
  const hasRule = kind === kindOf(draft)
  const save = () => {
    setAsked(true)
    if (labelError === undefined && hasRule) onSave({ ...draft, label })
  }
  const [problem] = referenceProblems([draft], [tried])
  const ruleError = isAsked && !hasRule ? t('references.rule_missing') : undefined
  return (
    <div className={css.form}>
      <TextField
        name="label"
        label={t('references.label')}
        value={draft.label}
        onChange={(typed) => change({ label: typed })}
        maxLength={40}
        autoComplete="off"
        error={isAsked ? labelError : undefined}
      />
      <Choice
        name="answer"
        label={t('references.answer')}
        look="segments"
        value={draft.required ? 'required' : 'optional'}
        onChange={(answer) => change({ required: answer === 'required' })}
        options={(['required', 'optional'] as const).map((value) => ({
          value,
          label: t(`references.answers.${value}`),
        }))}
      />
      <Choice
        name="kind"
        label={t('references.kind')}
        look="segments"
        value={kind}
        onChange={choose}
        options={KINDS.map((value) => ({ value, label: t(`references.kinds.${value}`) }))}
      />
      {kind === 'choices' && (
        <TagField
          name="choices"
          label={t('references.choices_label')}
          hint={t('references.choices_hint')}
          value={draft.choices}
          onChange={(choices) => change({ choices: choices.slice(0, 100) })}
          known={[]}
          maxLength={20}
          error={ruleError}
        />
      )}
      {kind === 'pattern' && (
        <TextField
          name="pattern"
          label={t('references.pattern')}
          hint={t('references.pattern_hint')}
          value={draft.pattern}
          onChange={(pattern) => change({ pattern })}
          maxLength={20}
          autoComplete="off"
          error={ruleError}
        />
      )}
      {kind !== 'text' && (
        <TextField
          name="try"
          label={t('references.try')}
          value={tried}
          onChange={(text) => {
            setTried(text)
            onDraft(draft, text)
          }}
          maxLength={20}
          autoComplete="off"
          error={tried !== '' && problem ? fieldErrorText(t, { message: problem.code }) : undefined}
          description={tried !== '' && !problem ? t('references.fits') : undefined}
        />
      )}
      <div className={css.acts}>
        <Button variant="primary" isPending={isPending} onPress={save}>
          {t('references.save')}
        </Button>
        <Button variant="quiet" onPress={onDiscard}>
          {t('references.discard')}
        </Button>
        {!isNew && (
          <Button variant="quiet" icon={Archive} isDisabled={isPending} onPress={onArchive}>
            {t('references.archive')}
          </Button>
        )}
      </div>
    </div>
  )
}

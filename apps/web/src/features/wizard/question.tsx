import type { CalendarDate } from '@postroom/domain/calendar'
import { useTranslation } from 'react-i18next'
import { ToCard } from '../../addresses/to-card.tsx'
import type { KeepAddressee } from '../../addresses/use-keep-addressee.ts'
import { CustomsCard } from '../../customs/customs-card.tsx'
import { FromFields } from '../../facts-line/from-fields.tsx'
import { PostingField } from '../../facts-line/posting-field.tsx'
import { FormatChoice } from '../../item-form/format-choice.tsx'
import { Measures } from '../../item-form/measures.tsx'
import type { useShippingForm } from '../../item-form/use-shipping-form.ts'
import type { Send } from '../../sending/use-send.ts'
import { Card } from '../../ui/card.tsx'
import { ReferenceQuestion } from './reference-question.tsx'
import { SpeedQuestion } from './speed-question.tsx'
import type { Step } from './steps.ts'
import css from './wizard-page.module.css'

export interface QuestionProps {
  step: Exclude<Step, 'check'>
  shipping: ReturnType<typeof useShippingForm>
  send: Send
  today: CalendarDate
  keep: KeepAddressee | undefined
  /** The user wants another answer than the one they gave. */
  isChange: boolean
  hasErrors: boolean
}

/** The fields of one question, with a sentence that helps to answer it. */
export function Question(props: QuestionProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={css.hint}>{t(`wizard.hint.${props.step}`)}</p>
      <Fields {...props} />
    </>
  )
}

function Fields({ step, shipping, send, today, keep, isChange, hasErrors }: QuestionProps) {
  const { form, facts } = shipping
  switch (step) {
    case 'to':
      return (
        <ToCard
          key={shipping.round}
          form={form}
          isChanging={isChange}
          hasErrors={hasErrors}
          onCountry={shipping.changeCountry}
          keep={keep}
          onKnown={() => document.getElementById('continue')?.focus()}
        />
      )
    case 'what':
      return (
        <FormatChoice
          control={form.control}
          facts={facts}
          lastUsed={shipping.lastUsed.packaging}
          onPackaging={shipping.choosePackaging}
          onFormats={shipping.settlePackaging}
        />
      )
    case 'weight':
      return (
        <Card>
          <Measures control={form.control} facts={facts} />
        </Card>
      )
    case 'contents':
      return <CustomsCard control={form.control} facts={facts} />
    case 'speed':
      return <SpeedQuestion shipping={shipping} send={send} today={today} />
    case 'from':
      return (
        <Card>
          <FromFields form={form} isChanging={hasErrors} onTouch={shipping.sender.touch} />
        </Card>
      )
    case 'posting':
      return (
        <Card>
          <PostingField control={form.control} today={today} sender={facts.sender} />
        </Card>
      )
    case 'reference':
      return <ReferenceQuestion control={form.control} />
  }
}

import { ukDateOf } from '@postroom/domain/calendar'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { BuyPostage } from '../../buying/use-buy-postage.ts'
import { useDraft, type DraftOffer } from '../../drafts/use-draft.ts'
import { PAGES } from '../../pages.ts'
import { emptyLetters, lettersFormSchema, type LettersForm } from './letters-form.ts'

/** Keeps what was typed since the last purchase as a draft. The places are kept with their sheet. */
export function useLettersDraft(
  form: UseFormReturn<LettersForm>,
  purchase: BuyPostage['purchase'],
): DraftOffer | undefined {
  const values = useWatch({ control: form.control }) as LettersForm
  const isSent = purchase.phase !== 'idle' && purchase.phase !== 'refused'
  const { isDirty } = form.formState
  const content = !isSent && isDirty && isWorthKeeping(values) ? { label: '', values } : undefined
  return useDraft(PAGES.letters.path, content, (stored) => {
    const read = lettersFormSchema.safeParse(stored)
    const today = ukDateOf(new Date())
    if (!read.success) return
    const shipping_date = read.data.shipping_date > today ? read.data.shipping_date : today
    form.reset({ ...emptyLetters(today, ''), ...read.data, shipping_date }, { keepDefaultValues: true })
  })
}

const isWorthKeeping = ({ weight, slogan, return_address }: LettersForm): boolean =>
  [weight, slogan, return_address].some((text) => text.trim() !== '')

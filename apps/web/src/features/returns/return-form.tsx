import type { ReturnReason } from '@postroom/domain/post/returns'
import type { FoundShipment } from '@postroom/contract/shipment-search'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { TextField } from '../../ui/text-field.tsx'
import { FindReturned } from './find-returned.tsx'
import { AlreadyRecorded, type Recorded } from './already-recorded.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import { nameItem, useRecordReturn, useSendAgain } from './return-queries.ts'
import css from './returns.module.css'

/** Records one item. After it is saved the field is ready for the next scan. */
export function ReturnForm() {
  const { t } = useTranslation()
  const { plan } = useUser()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [shipment, setShipment] = useState<FoundShipment>()
  const [reason, setReason] = useState<ReturnReason | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [marks, setMarks] = useState(true)
  const [notes, setNotes] = useState('')
  const [recorded, setRecorded] = useState<Recorded>()
  const record = useRecordReturn()
  const sendAgain = useSendAgain()

  const startAnew = () => {
    setRecorded(undefined)
    setTyped('')
    setShipment(undefined)
    setReason(null)
    setMissing(false)
    setNotes('')
    field.current?.focus()
  }
  const save = async (isSentAgain: boolean): Promise<void> => {
    if (!shipment || record.isPending || sendAgain.isPending) return
    if (reason === null) return setMissing(true)
    const saved = await record.mutateAsync({
      ...nameItem(shipment, typed),
      reason,
      action: isSentAgain ? 'send_again' : 'keep',
      notes: notes.trim(),
      mark_address_invalid: plan === 'full' && marks && IS_WRONG_ADDRESS[reason],
    })
    const entered = { reason, notes: notes.trim() }
    startAnew()
    if (saved.reason !== reason || saved.notes !== entered.notes) setRecorded({ saved, entered })
    else showToast({ tone: 'good', text: t('returns.saved', { count: saved.addresses_marked }) })
    if (isSentAgain) void navigate(await sendAgain.mutateAsync(saved))
  }
  // a failed call is announced by its mutation
  const submit = (isSentAgain: boolean) => void save(isSentAgain).catch(() => {})
  return (
    <Card>
      <form
        className={css.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(true)
        }}
      >
        <FindReturned
          ref={field}
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setShipment(undefined)
          }}
          shipment={shipment}
          onFound={setShipment}
        />
        {recorded && <AlreadyRecorded {...recorded} onClose={() => setRecorded(undefined)} />}
        {shipment && (
          <>
            <ReasonChoice value={reason} isMissing={isMissing && reason === null} onChange={setReason} />
            {plan === 'full' && reason !== null && IS_WRONG_ADDRESS[reason] && (
              <Checkbox name="mark" label={t('returns.mark')} isSelected={marks} onChange={setMarks} />
            )}
            <TextField
              name="return-notes"
              label={t('returns.notes')}
              value={notes}
              onChange={setNotes}
              maxLength={500}
            />
            <div className={css.acts}>
              <Button type="submit" variant="primary" isPending={record.isPending || sendAgain.isPending}>
                {t('returns.save_and_send')}
              </Button>
              <Button isDisabled={record.isPending || sendAgain.isPending} onPress={() => submit(false)}>
                {t('returns.save')}
              </Button>
              <p className={css.quiet}>{t('returns.needs_postage')}</p>
            </div>
          </>
        )}
      </form>
    </Card>
  )
}

/** Reasons for which the same address would fail again. */
const IS_WRONG_ADDRESS: Readonly<Record<ReturnReason, boolean>> = {
  addressee_gone_away: true,
  address_incomplete: true,
  address_unknown: true,
  refused: false,
  not_called_for: false,
  damaged: false,
  other: false,
}

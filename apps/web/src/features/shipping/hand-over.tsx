import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { costCentersQuery } from '../../facts-line/facts-queries.ts'
import { href } from '../../pages.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './hand-over.module.css'
import type { useHandOver } from './use-hand-over.ts'

type HandOver = ReturnType<typeof useHandOver>

/** Asks what the mailroom should know before the item is handed over. */
export function HandOverDialog({ handOver }: { handOver: HandOver }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('shipping.hand_over.title')} isOpen={handOver.isOpen} onClose={handOver.close}>
      {handOver.isOpen && <HandOverForm handOver={handOver} />}
    </Dialog>
  )
}

function HandOverForm({ handOver: { save, close } }: { handOver: HandOver }) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [costcenter, setCostcenter] = useState('')
  const { data: centers = [] } = useQuery(costCentersQuery())
  const choices = centers.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ note: note.trim(), costcenter })
      }}
    >
      <p>{t('shipping.hand_over.text')}</p>
      <TextField
        label={t('shipping.hand_over.note')}
        hint={t('shipping.address.optional')}
        name="note"
        value={note}
        onChange={setNote}
        maxLength={200}
        spellCheck
      />
      {choices.length > 0 && (
        <Select
          label={t('shipping.hand_over.costcenter')}
          name="costcenter"
          value={costcenter}
          onChange={setCostcenter}
          options={[{ value: '', label: t('shipping.hand_over.none') }, ...choices]}
        />
      )}
      <footer className={css.acts}>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {t('shipping.hand_over.act')}
        </Button>
        <Button onPress={close}>{t('common.cancel')}</Button>
      </footer>
    </form>
  )
}

/** The number to write on the item, once it is in the queue. */
export function HandedOver({ handOver: { queued, dismiss } }: { handOver: HandOver }) {
  const { t } = useTranslation()
  const name = queued && companyOrPerson(queued.shipment.to)
  return (
    <output className={css.done}>
      {queued && (
        <Notice
          tone="good"
          title={t('shipping.hand_over.done', { code: queued.code })}
          action={
            <>
              <LinkButton variant="link" href={href('mailroom')}>
                {t('shipping.hand_over.open')}
              </LinkButton>
              <Button variant="link" onPress={dismiss}>
                {t('common.dismiss')}
              </Button>
            </>
          }
        >
          {t('shipping.hand_over.write', { code: queued.code, name })}
        </Notice>
      )}
    </output>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChangeAddresses } from './address-queries.ts'
import css from './addressbook.module.css'

/** Adds a tag to the chosen addresses, or removes it from them. */
export function TagDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [tag, setTag] = useState('')
  const change = useChangeAddresses()
  const send = (isOn: boolean) => {
    const name = tag.trim()
    if (name === '' || change.isPending) return
    change.mutate({ ids: [...ids], ...(isOn ? { add_tag: name } : { remove_tag: name }) }, { onSuccess: onClose })
  }
  return (
    <Dialog title={t('addressbook.tag_title', { count: ids.length })} isOpen onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(true)
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of the dialog */}
        <TextField name="new-tag" label={t('addressbook.tag')} value={tag} onChange={setTag} maxLength={40} autoFocus />
        <div className={css.check}>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {t('addressbook.tag_add')}
          </Button>
          <Button onPress={() => send(false)}>{t('addressbook.tag_remove')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

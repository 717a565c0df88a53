import type { ListedAddress } from '@postroom/contract/address-book'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useLists } from '../../shortcuts/listed-shortcuts.ts'
import { Drawer } from '../../ui/lists/drawer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddressCheck } from './address-check.tsx'
import { dayOf } from './address-columns.tsx'
import { AddressForm } from './address-form.tsx'
import css from './addressbook.module.css'
import { useAddressForm, type Unsaved } from './use-address-form.ts'

export interface AddressDrawerProps {
  /** Undefined for a new address. */
  address: ListedAddress | undefined
  unsaved: Unsaved
  knownTags: readonly string[]
  onClose: () => void
  onSaved: () => void
  onDelete: () => void
  onMerge: () => void
}

const CLOSES = ['drawer_close'] as const

/** One address beside the list: its check, its fields, and what can be done with it. */
export function AddressDrawer(props: AddressDrawerProps) {
  const { address, unsaved, knownTags, onClose, onSaved, onDelete, onMerge } = props
  const { t, i18n } = useTranslation()
  const { form, isDirty, isSaving, submit, drop } = useAddressForm(address, unsaved)
  useLists(CLOSES)
  const save = submit(onSaved)
  const cancel = () => {
    drop()
    onClose()
  }
  return (
    <Drawer
      title={address ? companyOrPerson(address) : t('addressbook.new')}
      note={
        address &&
        textOfUse(
          address,
          t('addressbook.never_sent'),
          (count, day) => t('addressbook.use', { count, day }),
          i18n.language,
        )
      }
      action={
        address && (
          <LinkButton variant="quiet" icon={Send} href={href('shipping', { address: address.id })}>
            {t('page.shipping')}
          </LinkButton>
        )
      }
      onClose={onClose}
      foot={
        <>
          <Button variant="primary" type="submit" form="address" isPending={isSaving}>
            {t('addressbook.save')}
          </Button>
          <Button variant="quiet" onPress={cancel}>
            {t('common.cancel')}
          </Button>
          {isDirty && <Badge tone="warn">{t('addressbook.not_saved')}</Badge>}
          {address && (
            <span className={css.last}>
              <Button variant="quiet" icon={Trash2} onPress={onDelete}>
                {t('addressbook.delete')}
              </Button>
            </span>
          )}
        </>
      }
    >
      {address?.invalid_reason && (
        <Notice tone="error">
          {t('addressbook.came_back', { reason: t(`addressbook.reasons.${address.invalid_reason}`) })}
        </Notice>
      )}
      {address?.is_twice && (
        <Notice
          tone="warn"
          action={
            <Button variant="link" onPress={onMerge}>
              {t('addressbook.merge_action')}
            </Button>
          }
        >
          {t('addressbook.is_twice')}
        </Notice>
      )}
      <AddressCheck address={address} form={form} onUse={() => void save()} />
      <form id="address" noValidate onSubmit={(event) => void save(event)}>
        <AddressForm control={form.control} knownTags={knownTags} isNew={!address} />
      </form>
    </Drawer>
  )
}

function textOfUse(
  { sent, last_sent_at }: ListedAddress,
  never: string,
  used: (count: number, day: string) => string,
  language: string,
): string {
  return sent === 0 ? never : used(sent, dayOf(last_sent_at, language))
}

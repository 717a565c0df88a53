import type { Addressee } from '@postroom/contract/addressee'
import { isWholeAddress } from '@postroom/domain/pasting/pasted-address'
import { ClipboardPaste, Pencil, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import {
  Button,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { ComboGroup } from '../ui/combo-group.tsx'
import field from '../ui/field.module.css'
import { Icon } from '../ui/icon.tsx'
import list from '../ui/select.module.css'
import { useVisiblePage } from '../ui/use-visible-page.ts'
import { AddresseeRow } from './addressee-row.tsx'
import { useAddressees } from './addressee-queries.ts'
import css from './who-to-box.module.css'

const NEW = 'new'

/** Finds an addressee in the address book and among past ones, with the keyboard alone. */
export function WhoToBox(props: { onChoose: (addressee: Addressee) => void; onWrite: (typed: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keepVisible = useVisiblePage()
  const { book, past, isSettled, hasFailed } = useAddressees(typed, isOpen)
  const found = book.length + past.length
  const text = typed.trim()
  const isWhole = isWholeAddress(text)

  useEffect(() => {
    // on a touch screen the keyboard would cover the result of the last purchase
    if (matchMedia('(pointer: fine)').matches) document.getElementById('who')?.focus()
  }, [])

  const choose = (key: string) => {
    if (key === NEW) return props.onWrite(text)
    const [kind, index] = key.split(' ')
    const addressee = (kind === 'book' ? book : past)[Number(index)]
    if (addressee) props.onChoose(addressee)
  }
  const rows = (kind: 'book' | 'past', addressees: readonly Addressee[]) =>
    addressees.length > 0 && (
      <ListBoxSection>
        <Header className={css.header ?? ''}>{t(`shipping.who.${kind}`)}</Header>
        {addressees.map((addressee, index) => (
          <ListBoxItem
            // oxlint-disable-next-line react/no-array-index-key -- a past addressee has no id
            key={index}
            id={`${kind} ${index}`}
            textValue={nameOf(addressee)}
            className={classNames(list.item, css.row)}
          >
            <AddresseeRow addressee={addressee} typed={text} />
          </ListBoxItem>
        ))}
      </ListBoxSection>
    )
  return (
    <ComboBox
      id="who"
      value={null}
      onChange={(key) => key !== null && choose(String(key))}
      inputValue={typed}
      onInputChange={setTyped}
      onOpenChange={(open) => {
        keepVisible(open)
        setOpen(open)
      }}
      // the library filters nothing then; its filter loses the sections, and the field stops at the next letter
      items={[...book, ...past]}
      allowsCustomValue
      allowsEmptyCollection
      className={field.field ?? ''}
    >
      <Label className={css.title ?? ''}>{t('shipping.who.title')}</Label>
      <ComboGroup
        text={typed}
        first={book.length > 0 ? 'book 0' : past.length > 0 ? 'past 0' : isSettled || isWhole ? NEW : undefined}
        isFetching={!isSettled && !isWhole && found === 0}
        onChoose={choose}
        isLeftByTab
        className={css.box}
      >
        <Button className={css.open ?? ''} aria-label={t('shipping.who.recent')}>
          <Icon of={Search} size="small" />
        </Button>
        <Input
          className={classNames(field.input)}
          placeholder={t('shipping.who.find')}
          autoComplete="off"
          spellCheck="false"
        />
        {isOpen && text !== '' && isSettled && !hasFailed && (
          <span className={css.count}>{t('shipping.who.found', { count: found })}</span>
        )}
      </ComboGroup>
      <Popover className={classNames(list.popover, css.popover)} offset={6}>
        <section aria-label={t('shipping.who.title')}>
          <ListBox className={classNames(list.list, css.list)}>
            {rows('book', book)}
            {rows('past', past)}
            <ListBoxItem
              id={NEW}
              textValue={t('shipping.who.new')}
              className={classNames(list.item, css.new, found > 0 && css.below)}
            >
              <Icon of={Pencil} size="small" />
              <span>
                {text === '' ? (
                  t('shipping.who.new')
                ) : (
                  <Trans
                    i18nKey={isWhole ? 'shipping.who.split_for' : 'shipping.who.new_for'}
                    values={{ typed: text }}
                    components={{ b: <strong /> }}
                  />
                )}
              </span>
            </ListBoxItem>
          </ListBox>
          <div className={css.foot}>
            {hasFailed ? (
              <span role="alert">{t('shipping.who.failed')}</span>
            ) : (
              <>
                <span className={css.keys} aria-hidden="true">
                  <kbd>↑</kbd> <kbd>↓</kbd> {t('shipping.who.move')} <kbd>↵</kbd> {t('shipping.who.use')}
                </span>
                <span className={css.hint}>
                  <Icon of={ClipboardPaste} size="small" />
                  {t('shipping.who.paste')}
                </span>
              </>
            )}
          </div>
        </section>
      </Popover>
    </ComboBox>
  )
}

const nameOf = ({ address }: Addressee): string =>
  [address.name, address.company_name, address.city, address.postal_code].filter((part) => part !== '').join(', ')

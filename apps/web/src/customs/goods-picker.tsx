import type { KeptGoods } from '@postroom/contract/goods'
import { toPence } from '@postroom/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Collection,
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
import { Money } from '../ui/money.tsx'
import list from '../ui/select.module.css'
import { useVisiblePage } from '../ui/use-visible-page.ts'
import { goodsWith } from './goods-item.ts'
import { goodsQuery } from './goods-queries.ts'
import css from './goods-list.module.css'

/** The row that adds a customs item: the goods sent often by a word of theirs, or a new item. The focus stays here. */
export function GoodsPicker(props: {
  onKept: (goods: KeptGoods) => void
  /** `byWords`: its HS code is to be found by the typed words. */
  onNew: (description: string, byWords: boolean) => void
}) {
  const { onKept, onNew } = props
  const { t } = useTranslation()
  const { data: goods = [] } = useQuery(goodsQuery)
  const [typed, setTyped] = useState('')
  const keepVisible = useVisiblePage()
  const found = goodsWith(goods, typed)
  const text = typed.trim()

  function choose(key: string): void {
    setTyped('')
    const kept = goods.find(({ id }) => id === key)
    if (kept) onKept(kept)
    else onNew(text, key === 'hs')
  }

  return (
    <ComboBox
      id="customs.add"
      value={null}
      onChange={(key) => key !== null && choose(String(key))}
      inputValue={typed}
      onInputChange={setTyped}
      menuTrigger="focus"
      // the library filters nothing then; its filter loses the sections, and the field stops at the next letter
      items={found}
      allowsCustomValue
      allowsEmptyCollection
      onOpenChange={keepVisible}
      className={css.picker ?? ''}
    >
      <Label className="visually-hidden">{t('goods_picker.label')}</Label>
      <ComboGroup text={text || undefined} first={found[0]?.id ?? 'new'} onChoose={choose} className={css.box}>
        <Icon of={Plus} size="small" />
        <Input
          className={classNames(field.input)}
          placeholder={t(goods.length > 0 ? 'goods_picker.placeholder' : 'goods_picker.placeholder_none')}
          autoComplete="off"
          spellCheck="false"
          maxLength={100}
        />
        {goods.length > 0 && (
          <span className={field.suffix} aria-hidden="true">
            {t('goods_picker.count', { found: found.length, count: goods.length })}
          </span>
        )}
      </ComboGroup>
      <Popover className={list.popover ?? ''} offset={4}>
        <ListBox className={classNames(list.list, css.list)}>
          {found.length > 0 && (
            <ListBoxSection>
              <Header className={css.head}>{t('goods_picker.kept')}</Header>
              <Collection items={found}>{(one) => <KeptOption goods={one} />}</Collection>
            </ListBoxSection>
          )}
          <ListBoxItem id="new" textValue={t('goods_picker.new', { text })} className={list.item ?? ''}>
            <span className={css.act}>
              <Icon of={Pencil} size="small" />
              {text === '' ? t('goods_picker.new_empty') : t('goods_picker.new', { text })}
            </span>
          </ListBoxItem>
          {text !== '' && (
            <ListBoxItem id="hs" textValue={t('goods_picker.by_words', { text })} className={list.item ?? ''}>
              <span className={css.act}>
                <Icon of={Search} size="small" />
                {t('goods_picker.by_words', { text })}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function KeptOption({ goods }: { goods: KeptGoods }) {
  const { i18n } = useTranslation()
  const { id, description, weight, value, hs_code, origin_country } = goods
  return (
    <ListBoxItem id={id} textValue={description} className={classNames(list.item, css.kept)}>
      <b>{description}</b>
      <span>{`${weight.value} ${weight.units.toLowerCase()}`}</span>
      <Money pence={toPence(value)} />
      <span>{hs_code}</span>
      <span>{origin_country && new Intl.DisplayNames(i18n.language, { type: 'region' }).of(origin_country)}</span>
    </ListBoxItem>
  )
}

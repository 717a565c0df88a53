import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface Reorder<Item> {
  items: readonly Item[]
  nameOf: (item: Item) => string
  onReorder: (items: Item[]) => void
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

/** Reorders a short list by its handles: with the pointer, or with Space, arrow keys, Space. Each step is announced. */
export function useReorder<Item>({ items, nameOf, onReorder }: Reorder<Item>) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [order, setOrder] = useState<readonly Item[]>()
  const [lifted, setLifted] = useState<number>()
  const [said, setSaid] = useState('')
  const shown = order ?? items
  const say = (step: 'lifted' | 'moved' | 'dropped', item: Item, index: number) =>
    setSaid(t(`references.${step}`, { label: nameOf(item), position: index + 1, total: items.length }))
  const end = () => {
    setLifted(undefined)
    setOrder(undefined)
  }
  const lift = (index: number) => {
    setOrder(items)
    setLifted(index)
    say('lifted', shown[index]!, index)
  }
  const move = (to: number) => {
    if (lifted === undefined || to === lifted || to < 0 || to >= shown.length) return
    say('moved', shown[lifted]!, to)
    setOrder(moved(shown, lifted, to))
    setLifted(to)
  }
  const drop = () => {
    if (lifted === undefined) return
    say('dropped', shown[lifted]!, lifted)
    if (shown.some((item, index) => item !== items[index])) onReorder([...shown])
    end()
  }
  const putBack = () => {
    if (lifted === undefined) return
    setSaid(t('references.put_back', { label: nameOf(shown[lifted]!) }))
    end()
  }
  const rowAt = (y: number) =>
    [...(list.current?.children ?? [])].findIndex((row) => y < row.getBoundingClientRect().bottom)
  const handle = (index: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const act = {
        ' ': () => (lifted === undefined ? lift(index) : drop()),
        ArrowUp: () => move(index - 1),
        ArrowDown: () => move(index + 1),
        Escape: putBack,
      }[event.key]
      if (!act) return
      event.preventDefault()
      act()
    },
    onBlur: putBack,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      lift(index)
    },
    onPointerMove: (event: PointerEvent) => event.buttons > 0 && move(rowAt(event.clientY)),
    onPointerUp: drop,
    onPointerCancel: putBack,
  })
  return { list, shown, lifted, said, handle }
}

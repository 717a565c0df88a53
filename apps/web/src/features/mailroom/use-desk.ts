import { listPending } from '@postroom/contract/shipment-pending'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { findRows } from './rows/find-rows.ts'
import { isOpen, type QueueRow } from './rows/queue-row.ts'
import { useClaim } from './use-claim.ts'
import { useEntry } from './use-entry.ts'
import type { Filter } from './use-filter.ts'
import type { useOrders } from './use-orders.ts'

/** `undefined`: the first open row. `null`: the operator has left the rows. */
type Place = string | null | undefined

/** The rows that follow by themselves: one in trouble has to be chosen. */
const isNext = ({ state }: QueueRow) => state === 'waiting' || state === 'weighed'

/** The row that the operator works on, and the acts on it. */
export function useDesk(rows: readonly QueueRow[], filter: Filter, orders: ReturnType<typeof useOrders>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<Place>()
  const [hasBegun, setBegun] = useState(false)
  /** Chosen while nothing lay on the scale: what is put on it next is this item. */
  const [awaited, setAwaited] = useState<Place>()
  const [said, setMessage] = useState('')
  /** The row bought last: what becomes of it is said until something else is. */
  const [ordered, setOrdered] = useState<string>()
  const last = rows.find(({ code }) => code === ordered)
  const message = last?.work
    ? (last.why ?? t(`mailroom.taken.${last.state}`, { code: last.code, defaultValue: '' }))
    : said
  const { visible, text, setText } = filter

  const active =
    place === null ? undefined : (visible.find((row) => row.code === place && isOpen(row)) ?? visible.find(isNext))
  const entry = useEntry(active)
  const renew = useClaim(hasBegun ? active?.queued?.pending_id : undefined, orders.isOrdered)

  const isOnScale = entry.isFromScale && active !== undefined && active.code === awaited

  function choose(code: Place): void {
    entry.saveEntry(isOnScale)
    setAwaited(isOnScale || entry.scale.grams === undefined ? code : undefined)
    setBegun(true)
    setPlace(code)
  }

  /** The next open row in a direction, beginning anew at the end. */
  function neighbour(step: 1 | -1, fits: (row: QueueRow) => boolean): string | null {
    const at = visible.findIndex(({ code }) => code === active?.code)
    const inOrder = step === 1 ? visible : visible.toReversed()
    const from = at === -1 ? 0 : step === 1 ? at + 1 : visible.length - at
    const after = [...inOrder.slice(from), ...inOrder.slice(0, Math.max(0, from - 1))]
    return after.find(fits)?.code ?? null
  }

  /** Chooses the row that was scanned or typed. */
  async function find(): Promise<void> {
    setOrdered(undefined)
    const wanted = text.trim()
    const matches = findRows(rows, wanted)
    const [row] = matches
    if (matches.length > 1) return setMessage(t('mailroom.several', { count: matches.length, text: wanted }))
    if (!row) return findOnServer(wanted)
    if (!isOpen(row)) {
      setText('')
      return setMessage(t(`mailroom.taken.${row.state}`, { code: row.code, name: row.colleague, defaultValue: '' }))
    }
    filter.clear()
    choose(row.code)
    setMessage(t('mailroom.scanned', { code: row.code }))
  }

  /** It may have been prepared a moment ago. */
  async function findOnServer(wanted: string): Promise<void> {
    const found = await call(listPending, { query: { text: wanted, length: 1 } }).catch(() => undefined)
    const code = found?.total === 1 ? found.data[0]?.code : undefined
    filter.clear()
    setMessage(t(code === undefined ? 'mailroom.not_found' : 'mailroom.scanned', { code, text: wanted }))
    if (code === undefined) return
    await queryClient.refetchQueries({ queryKey: ['pending'] })
    choose(code)
  }

  /** Buys the active row at its price, and goes on. @returns the field that lacks something, if any */
  function buy(): 'weight' | undefined {
    const { queued } = active ?? {}
    if (!active || !queued) return undefined
    setBegun(true)
    if (entry.grams === undefined) {
      setOrdered(undefined)
      setMessage(t('mailroom.needs_weight', { code: active.code }))
      return 'weight'
    }
    void orders.buy(queued, { grams: entry.grams, service: entry.service })
    // what lies on the scale is this item, even where its weight was typed
    entry.scale.spend()
    setAwaited(undefined)
    entry.forget(active.code)
    setOrdered(active.code)
    setPlace(neighbour(1, isNext))
    return undefined
  }

  return {
    active,
    entry,
    message,
    renew,
    /** The text of the scan field. The row that the operator was on is left as soon as the rows narrow. */
    type: (typed: string) => {
      if (text === '') entry.saveEntry(isOnScale)
      setText(typed)
    },
    find,
    buy,
    choose,
    move: (step: 1 | -1) => choose(neighbour(step, isOpen)),
    leave: () => choose(null),
  }
}

import { ukDateOf } from '@postroom/domain/calendar'
import { personOrCompany } from '@postroom/domain/catalogue/addressed-name'
import { useWatch } from 'react-hook-form'
import type { BuyPostage } from '../buying/use-buy-postage.ts'
import { useDraft, type DraftOffer } from '../drafts/use-draft.ts'
import { emptyShippingForm, type ShippingForm } from '../item-form/shipping-form.ts'
import { PAGES, type PageName } from '../pages.ts'
import type { useShippingForm } from '../item-form/use-shipping-form.ts'

/** Keeps the typed shipment as a draft of a page until it is bought; the form is emptied then, and may hold the next one. */
export function useItemDraft(
  page: PageName,
  { form, sender }: ReturnType<typeof useShippingForm>,
  purchase: BuyPostage['purchase'],
): DraftOffer | undefined {
  const isSent = purchase.phase === 'bought' ? purchase.resumed : OPEN_PHASES.has(purchase.phase)
  const values = useWatch({ control: form.control }) as ShippingForm
  const content = !isSent && isWorthKeeping(values) ? { label: labelOf(values), values } : undefined
  return useDraft(PAGES[page].path, content, (stored) => {
    sender.touch()
    form.reset(restored(stored as Partial<ShippingForm>))
  })
}

/** The shipment in the form may be bought already. */
const OPEN_PHASES = new Set<BuyPostage['purchase']['phase']>(['buying', 'checking', 'confirming'])

const labelOf = ({ to }: ShippingForm): string =>
  [personOrCompany(to), to.city].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ').slice(0, 160)

/** Whether more was typed than is filled in by itself. */
function isWorthKeeping({ to, weight, length, width, height, reference, customs }: ShippingForm): boolean {
  const { country: _suggested, ...lines } = to
  const typed = [...Object.values(lines), weight, length, width, height, reference]
  const { contents_items: goods } = customs
  return typed.some((text) => text.trim() !== '') || goods.some(({ description }) => description.trim() !== '')
}

/** A stored form may be older than a day, or than the newest field of the form. */
function restored(stored: Partial<ShippingForm>): ShippingForm {
  const today = ukDateOf(new Date())
  const empty = emptyShippingForm(today)
  const shipping_date =
    stored.shipping_date !== undefined && stored.shipping_date > today ? stored.shipping_date : today
  return {
    ...empty,
    ...stored,
    to: { ...empty.to, ...stored.to },
    from: { ...empty.from, ...stored.from },
    customs: { ...empty.customs, ...stored.customs },
    shipping_date,
  }
}

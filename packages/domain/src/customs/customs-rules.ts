import { customsDestinationOf } from './customs-destinations.ts'
import { lineProblems, weightProblems } from './customs-item-rules.ts'
import type { CustomsProblem } from './customs-problem.ts'
import { referenceProblems } from './customs-references.ts'
import { CUSTOMS_LIMITS } from './customs-thresholds.ts'
import { fitsCn22 } from './customs-form-room.ts'
import { COMMERCIAL_CONTENTS, customsTotals, type Customs } from './customs.ts'
import { placeCodeOf } from '../catalogue/places.ts'
import { refuse, type Refused } from '../refusal.ts'
import type { ShipmentFacts } from '../rating/shipment-facts.ts'

/** The facts the customs rules depend on. */
export type CustomsFacts = Pick<
  ShipmentFacts,
  'packaging' | 'weight' | 'country' | 'postal_code' | 'sender' | 'day' | 'customs'
>

/**
 * Refuses a declaration before any money moves: a parcel across a customs border without items (spec §5), a letter declared as a
 * sale without items, goods above the value that needs a full export declaration, or fields that `customsProblems` reports.
 * Values are in pence.
 */
export function refuseCustoms(
  facts: CustomsFacts,
): Refused<'customs_items_missing' | 'customs_invalid' | 'export_declaration_needed'> | undefined {
  if (!isDeclared(facts)) return undefined
  const { customs } = facts
  if (!customs?.items.length) return mayBeEmpty(facts) ? undefined : refuse('customs_items_missing')

  const { value } = customsTotals(customs)
  const limit = CUSTOMS_LIMITS.export_declaration.up_to
  if (isGoods(customs) && value > limit) return refuse('export_declaration_needed', { value, limit })

  const [first, ...others] = customsProblems(facts)
  return first && refuse('customs_invalid', { field: first.field, reason: first.code, problems: 1 + others.length })
}

/**
 * Every invalid field of the declaration. None without a customs border and none without items. Documents have no value, origin or
 * HS code, so only their weight is checked.
 *
 * Decisions: an item worth 0 or a penny is refused as a token value (guidance of the World Customs Organization); £1.00 is
 * accepted as a price. An EORI number is checked when given but not required, because no source makes it a condition of
 * posting.
 */
export function customsProblems(facts: CustomsFacts): CustomsProblem[] {
  const { country, customs, day, weight } = facts
  if (!isDeclared(facts) || !customs?.items.length) return []
  const tooHeavy = weightProblems(customs.items, weight)
  if (!isGoods(customs)) return tooHeavy
  const { contents_type, contents_description } = customs
  return [
    ...(contents_type === 'O' && contents_description === ''
      ? [{ field: 'customs.contents_description', code: 'required' } as const]
      : []),
    ...lineProblems(customs, placeCodeOf(facts), day),
    ...tooHeavy,
    ...referenceProblems(customs, country),
  ]
}

/** Every reason for a form, with the form and an English sentence for API users. */
const FORM_REASONS = {
  domestic: { form: 'none', description: 'No customs form is used for this destination.' },
  northern_ireland_to_eu: {
    form: 'none',
    description: 'From Northern Ireland to the European Union, customs receive the data and the item needs no form.',
  },
  correspondence: { form: 'none', description: 'Letters and documents need no customs form.' },
  items_missing: { form: 'none', description: 'No items have been declared yet.' },
  within_cn22: {
    form: 'cn22',
    description: 'The goods are worth no more than £270 and the item weighs no more than 2 kg.',
  },
  above_cn22_value: { form: 'cn23', description: 'The goods are worth more than £270.' },
  above_cn22_weight: { form: 'cn23', description: 'The item weighs more than 2 kg.' },
  above_cn22_room: { form: 'cn23', description: 'The declaration is too long for a CN22.' },
} as const satisfies Record<string, { form: 'none' | 'cn22' | 'cn23'; description: string }>

/** The customs form of a shipment, with the reason as a code and as an English sentence. */
export interface CustomsForm {
  form: 'none' | 'cn22' | 'cn23'
  reason: keyof typeof FORM_REASONS
  description: string
  /** Goods that are sold on a CN 23 carry an invoice (Universal Postal Union, CN 23 field 14). */
  invoice: boolean
}

/** Whether customs items must be declared, by destination and place of posting. */
export const isDeclared = (facts: Pick<CustomsFacts, 'country' | 'postal_code' | 'sender'>): boolean =>
  customsDestinationOf(facts, facts.sender).declared

/**
 * Chooses the customs form by the destination (`customs-destinations.ts`), the value of the goods and the weight of the whole
 * item. Letters need one as soon as goods are declared. Some countries require a CN 23 at any value; no list of them is published, so
 * none is kept here.
 */
export function customsFormFor(facts: CustomsFacts): CustomsForm {
  const reason = formReason(facts)
  const chosen = { reason, ...FORM_REASONS[reason] }
  return { ...chosen, invoice: chosen.form === 'cn23' && facts.customs?.contents_type === 'S' }
}

function formReason(facts: CustomsFacts): CustomsForm['reason'] {
  const { customs, sender, weight } = facts
  const { form } = customsDestinationOf(facts, sender)
  if (form !== true) return form
  if (customs && !isGoods(customs)) return 'correspondence'
  if (!customs?.items.length) return mayBeEmpty(facts) ? 'correspondence' : 'items_missing'
  if (customsTotals(customs).value > CUSTOMS_LIMITS.cn22_value.up_to) return 'above_cn22_value'
  if (weight > CUSTOMS_LIMITS.cn22_weight.up_to) return 'above_cn22_weight'
  return fitsCn22(customs) ? 'within_cn22' : 'above_cn22_room'
}

/** Whether there are goods. A letter contains only documents unless its declaration says otherwise. */
const mayBeEmpty = (facts: CustomsFacts): boolean =>
  isLetter(facts) && !(facts.customs && COMMERCIAL_CONTENTS.includes(facts.customs.contents_type))

const isLetter = ({ packaging }: CustomsFacts): boolean => packaging === 'letter' || packaging === 'large_letter'

/** Whether the contents are goods; documents have no value. */
const isGoods = ({ contents_type }: Customs): boolean => contents_type !== 'D'

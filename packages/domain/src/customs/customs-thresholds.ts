import type { CalendarDate } from '../calendar.ts'
import type { CustomsItem } from './customs.ts'
import { toPence } from '../money.ts'
import type { PlaceCode } from '../catalogue/places.ts'

/** The source of a rule, its first day, and the confidence in it. */
export interface Origin {
  from: CalendarDate
  source: string
  confidence: 'high' | 'medium' | 'low'
}

/** Inclusive limits of the customs rules in pence, grams or items. */
export const CUSTOMS_LIMITS = {
  /** Up to this value a CN22 is enough. */
  cn22_value: {
    up_to: toPence(270_00),
    from: '2021-01-01',
    source: 'royalmail.com electronic customs data; postoffice.co.uk CN23 guide',
    confidence: 'high',
  },
  /** The limit of letter post, to which the CN22 belongs. */
  cn22_weight: {
    up_to: 2000,
    from: '2021-01-01',
    source: 'Universal Postal Union, CN 22 and letter post regulations',
    confidence: 'medium',
  },
  /** Above this value goods need a full export declaration. */
  export_declaration: {
    up_to: toPence(2000_00),
    from: '2021-01-01',
    source: 'gov.uk/send-goods-abroad',
    confidence: 'medium',
  },
  /**
   * EUR 150. Converted by the rule of thumb of HM Revenue and Customs (EUR 150 = £135), because the daily exchange rate is not
   * available here. Near the limit the answer may be wrong either way.
   */
  ioss_value: {
    up_to: toPence(135_00),
    from: '2021-07-01',
    source: 'Council Directive (EU) 2017/2455; gov.uk on the £135 limit',
    confidence: 'low',
  },
} as const satisfies Record<string, Origin & { up_to: number }>

/**
 * The VAT territory of the European Union for post: the 27 members, and Monaco as part of France.
 * Source: Directive 2006/112/EC, articles 5 to 7.
 */
export const EU_VAT_TERRITORY: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' ')

/** Where Union customs rules apply, including Åland and the French overseas departments. Source: Regulation (EU) 952/2013, article 4. */
export const EU_CUSTOMS_TERRITORY: readonly string[] = [...EU_VAT_TERRITORY, 'AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT']

/** A field that each customs item must have, in which cases and since when. */
interface RequiredField extends Origin {
  field: keyof CustomsItem & ('hs_code' | 'origin_country' | 'sku' | 'manufacturer_id')
  /** Sale of goods, commercial samples and returned goods only, or whatever is not a document. */
  contents: 'commercial' | 'goods'
  /** Destinations that require it; absent: all. */
  places?: readonly PlaceCode[]
}

/** What each customs item must have beyond the fields every declaration has. */
export const REQUIRED_FIELDS: readonly RequiredField[] = [
  {
    field: 'hs_code',
    contents: 'commercial',
    from: '2021-01-01',
    source: 'postoffice.co.uk CN23 guide; Universal Postal Union, CN 22 fields 4 and 5',
    confidence: 'high',
  },
  {
    field: 'origin_country',
    contents: 'commercial',
    from: '2021-01-01',
    source: 'postoffice.co.uk CN23 guide; Universal Postal Union, CN 22 fields 4 and 5',
    confidence: 'high',
  },
  {
    field: 'hs_code',
    contents: 'goods',
    places: EU_CUSTOMS_TERRITORY,
    from: '2023-03-01',
    source: 'European Union, import control system ICS2 release 2',
    confidence: 'medium',
  },
  {
    field: 'hs_code',
    contents: 'goods',
    places: ['BFPO'],
    from: '2023-03-01',
    source:
      'British Forces Post Office, announcement for 1 March 2023 (forum.royalnavy.mod.uk): six digits for each item',
    confidence: 'medium',
  },
  {
    field: 'origin_country',
    contents: 'goods',
    places: ['US'],
    from: '2025-08-29',
    source: 'royalmail.com/usabusinessupdates: duty depends on the origin of each line',
    confidence: 'high',
  },
  {
    field: 'sku',
    contents: 'commercial',
    places: EU_CUSTOMS_TERRITORY,
    from: '2026-11-01',
    source: 'Council Regulation (EU) 2026/382; Delegated Regulation (EU) 2026/1022: product identifiers',
    confidence: 'medium',
  },
  {
    field: 'manufacturer_id',
    contents: 'commercial',
    places: EU_CUSTOMS_TERRITORY,
    from: '2026-11-01',
    source: 'Council Regulation (EU) 2026/382; Delegated Regulation (EU) 2026/1022: product identifiers',
    confidence: 'medium',
  },
]

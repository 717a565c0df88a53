import { EU_CUSTOMS_TERRITORY, type Origin } from './customs-thresholds.ts'
import { placeCodeOf, type Place, type PlaceCode } from '../catalogue/places.ts'

/** The customs requirements of a destination. They are independent of the price of postage (spec §9, `isDomestic`). */
interface CustomsDestination extends Origin {
  /** Destinations it applies to; absent: all others. */
  to?: readonly PlaceCode[]
  /** Places of posting it applies to; absent: anywhere in the United Kingdom. */
  sender?: readonly PlaceCode[]
  /** Whether goods are declared: in every parcel, and in a letter with goods. */
  declared: boolean
  /** Whether a CN22 or CN23 goes on the item, and why not. */
  form: true | 'domestic' | 'northern_ireland_to_eu'
}

/** The first matching row applies. */
const CUSTOMS_DESTINATIONS: readonly CustomsDestination[] = [
  {
    to: ['BFPO'],
    declared: true,
    form: true,
    from: '2023-03-01',
    source:
      'British Forces Post Office, announcement for 1 March 2023 (forum.royalnavy.mod.uk): no destination is exempt',
    confidence: 'medium',
  },
  {
    to: ['JE'],
    declared: true,
    form: true,
    from: '2021-01-01',
    source:
      'jerseypost.com, customs requirements: imports without a complete declaration may be seized. Outside the VAT area of the United Kingdom. Not found in the words of Royal Mail',
    confidence: 'low',
  },
  {
    to: ['GG'],
    declared: true,
    form: true,
    from: '2021-01-01',
    source:
      'guernseypost.com, UK Border Force: a CN22 up to £270 and a CN23 above, said of outgoing mail. Outside the VAT area of the United Kingdom. Not found in the words of Royal Mail',
    confidence: 'low',
  },
  {
    to: ['IM'],
    declared: false,
    form: 'domestic',
    from: '1979-10-15',
    source: 'Customs and Excise Agreement 1979: one customs and VAT area with the United Kingdom',
    confidence: 'high',
  },
  {
    to: ['GB-NIR'],
    declared: false,
    form: 'domestic',
    from: '2025-05-01',
    source:
      'Windsor Framework, parcels: the carrier passes the data on and the item needs no form. The data that businesses must give about goods for a business in Northern Ireland are not covered here',
    confidence: 'low',
  },
  {
    to: ['GB', 'GB-SCT'],
    declared: false,
    form: 'domestic',
    from: '1993-01-01',
    source: 'One customs area',
    confidence: 'high',
  },
  {
    sender: ['GB-NIR'],
    to: EU_CUSTOMS_TERRITORY,
    declared: true,
    form: 'northern_ireland_to_eu',
    from: '2021-01-01',
    source:
      'royalmail.com, electronic customs data: Northern Ireland to the European Union is data only (spec §5 asks for items)',
    confidence: 'high',
  },
  {
    declared: true,
    form: true,
    from: '2021-01-01',
    source: 'royalmail.com, electronic customs data: goods abroad need data and a printed form',
    confidence: 'high',
  },
]

/** The customs requirements for an item from `sender` (absent: England) to `to`. */
export function customsDestinationOf(to: Place, sender: Place = { country: 'GB' }): CustomsDestination {
  const [target, origin] = [placeCodeOf(to), placeCodeOf(sender)]
  return CUSTOMS_DESTINATIONS.find(
    (row) => (!row.to || row.to.includes(target)) && (!row.sender || row.sender.includes(origin)),
  )!
}

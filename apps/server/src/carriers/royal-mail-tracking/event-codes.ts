import type { TrackingCode } from '@postroom/domain/post/tracking'

/** Our code of an event; `none`: it does not say where the item is, so it is no scan. */
type Meaning = TrackingCode | 'none'

/**
 * What Royal Mail's event codes mean. The published description of the interface (1.0.36) names one of them, EVNMI, and
 * has no list. Confidence high: named alike in at least two independent public sources, or in recorded answers.
 */
const HIGH: Partial<Record<Meaning, string>> = {
  none: 'EVAIE EVAIP RSRXS RORXS',
  accepted: 'EVPPA EVDAC EVDAV EVOAC',
  in_transit: 'EVNMI EVIMC EVORI EVODO EVOCO EVNRT EVNSR',
  out_for_delivery: 'EVGPD',
  attempted: 'EVKNA EVKNR',
  held_for_collection: 'EVNDA EVPLA EVKLS',
  delivered: 'EVKSP EVKOP EVKSF EVPLC',
}

/**
 * Confidence medium: one public client's list, with Royal Mail's name and status category of each code. An item that
 * waits at a collection point of the addressee's choice is `Delivered` there, and waits for collection here.
 */
const MEDIUM: Partial<Record<Meaning, string>> = {
  none: 'EVPPB EVNCL EVNDS EVNOI EVNOU',
  accepted: 'EVNPB EVOBC',
  left_country: 'EVHOE',
  held_at_customs: 'EVJAP EVJBA EVJCA EVJCC EVJCD EVJCO EVJEM EVJES EVJIN EVJML EVJPA EVJSR',
  attempted: 'EVKAA EVKSU EVNAA EVNBA EVNIL EVNIO EVNSA EVNUL EVNUO EVPOA EVPON EVPOU EVPXA EVPXN EVPXU',
  held_for_collection: 'EVKLC EVNAE EVNCF EVNKS EVNLC',
  delivered: 'EVKDN EVKNS EVNCE EVNCO EVNFS EVNLP EVNOC EVNPO EVNSC EVPLF',
  returned: [
    'EVBRA EVBRB EVBRT EVBSA EVCPA EVCRA EVCRB EVDRA EVDRB EVDRW EVDSA EVDSW EVHCA EVHCR EVHDI EVHID EVIPA EVKAI EVKGA',
    'EVKRF EVNAB EVNAC EVNAD EVNAI EVNGA EVNGL EVNHE EVNHR EVNLA EVNLG EVNLI EVNLR EVNRE EVNRF EVNRL EVNRO EVNRR EVNRS',
    'EVNSI EVNUK EVORR EVPLI EVPLN EVPLR EVPLU EVPLX EVPOG EVPOI EVPOR EVPUX EVPXG EVPXI EVPXR',
  ].join(' '),
}

/** What the other codes of a family mean: the same list, where the letters after EV name the stage of the journey. */
const FAMILIES: readonly (readonly [pattern: RegExp, Meaning])[] = [
  [/^EV[AZ]/, 'none'], // announced by the sender; made by Royal Mail's own systems
  [/^N/, 'none'], // messages to the addressee
  [/^EV[BD]/, 'accepted'], // the first building of Royal Mail
]

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  [MEDIUM, HIGH].flatMap((table) =>
    Object.entries(table).flatMap(([meaning, codes]) =>
      codes.split(' ').map((code): [string, Meaning] => [code, meaning as Meaning]),
    ),
  ),
)

/** Our code of a scan; nothing when the event is none. Unknown codes, and events without one, are `in_transit`. */
export function codeOf(eventCode = ''): TrackingCode | undefined {
  const family = FAMILIES.find(([pattern]) => pattern.test(eventCode))
  const meaning = MEANINGS.get(eventCode) ?? family?.[1] ?? 'in_transit'
  return meaning === 'none' ? undefined : meaning
}

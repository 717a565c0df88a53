import { unbroken } from '@postroom/domain/catalogue/address-lines'
import { isDomestic } from '@postroom/domain/catalogue/countries'
import { serviceOf, type ServiceCode } from '@postroom/domain/catalogue/services'
import { paragraph, setText } from '../pdf/fit-text.ts'
import { textWidth } from '../pdf/fonts.ts'
import type { LabelContent } from './label-content.ts'
import type { Box } from './label-parts.ts'
import type { Doc } from '../pdf/pdf.ts'

/** The speed or time of delivery, which sorters look for first. Empty when the sender sets the postage value. */
const SPEEDS: Record<ServiceCode, string> = {
  '1': '1ST',
  '2': '2ND',
  '1PP': '1ST',
  '2PP': '2ND',
  '1SF': '1ST',
  '2SF': '2ND',
  SD: 'SD 1PM',
  SD9AM: 'SD 9AM',
  SD1PM_SAT: 'SD 1PM SAT',
  SD9AM_SAT: 'SD 9AM SAT',
  TR24: '24',
  TR24S: '24',
  TR48: '48',
  TR48S: '48',
  IE: 'ECONOMY',
  IS: 'STANDARD',
  IT: 'TRACKED',
  ITS: 'TRACKED',
  ISI: 'SIGNED',
  ITH: 'TRACKED',
  frank_pay: '',
}

type Marked = Pick<LabelContent, 'service' | 'cover_gbp'>

/** The large mark of a service; empty when it has none. */
export const speedMark = ({ service }: Marked): string => SPEEDS[service]

/** The additions of a service: signature and compensation. */
export function serviceAdditions({ service, cover_gbp }: Marked): string[] {
  const isSigned = serviceOf(service).signature && SPEEDS[service] !== 'SIGNED'
  return [...(isSigned ? ['SIGNED'] : []), ...(cover_gbp > 0 ? [`COVER £${cover_gbp}`] : [])]
}

/** The airmail mark of items that leave the country by air. Only the economy service is by land and sea. */
export const airmailWords = ({ service, to }: Pick<LabelContent, 'service' | 'to'>): string =>
  isDomestic(to.country) || service === 'IE' ? '' : `${unbroken('PAR AVION')} / ${unbroken('BY AIRMAIL')}`

/** A service name in which 'Signed For' does not wrap. */
export const unbrokenService = (name: string): string => name.replaceAll(/signed for/gi, unbroken)

const LARGEST = 40
const BESIDE = 8

/** Draws the speed as large as fits and the additions to its right. @returns whether the service has a mark */
export function drawServiceMark(doc: Doc, label: Marked, box: Box): boolean {
  const speed = speedMark(label)
  if (speed === '') return false
  const additions = serviceAdditions(label)
  const room = box.width * (additions.length > 0 ? 0.66 : 1)
  const size = Math.min(LARGEST, box.height, room / textWidth(speed, 'bold', 1))
  // Noto Sans: a capital is 0.714 high and its baseline is 1.069 below the top of the line
  doc.font('bold', size).text(speed, box.x, box.y + box.height / 2 - size * 0.712)
  const x = box.x + textWidth(speed, 'bold', size) + BESIDE
  const place = { ...box, x, width: box.x + box.width - x, middle: true, block: 'service' }
  if (additions.length > 0)
    setText(
      doc,
      additions.map((words) => paragraph(unbroken(words), 'bold')),
      place,
      {
        largest: 13,
        smallest: 6,
      },
    )
  return true
}

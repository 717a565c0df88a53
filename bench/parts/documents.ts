import { renderReceipt } from '@postroom/documents/account/receipt'
import { renderCn23 } from '@postroom/documents/customs/cn23'
import { renderLabel } from '@postroom/documents/label/label'
import type { RenderedDocument } from '@postroom/documents/pdf/pdf'
import { aSale } from '../../packages/documents/src/testing/customs-form-builder.ts'
import { aLabel, anAddress } from '../../packages/documents/src/testing/label-builder.ts'
import { aReceipt } from '../../packages/documents/src/testing/receipt-builder.ts'
import type { Figure, Part } from '../figure.ts'
import { medianTimes } from '../measure.ts'

const MOST_KB = 12

let drawn = 0
/** A document of another shipment each time: what is remembered of the last one does not help. */
const next = () => {
  const number = `ZZ${String(drawn++).padStart(9, '0')}GB`
  return { numbers: [number], to: anAddress({ name: `Idris ${drawn}`, address1: `${drawn} Chalcot Road` }) }
}
const DOCUMENTS: readonly [name: string, most_ms: number, draw: () => Promise<RenderedDocument>][] = [
  ['a label', 3, () => renderLabel(aLabel(next()))],
  ['a receipt', 3, () => renderReceipt(aReceipt({ item_numbers: next().numbers, destination: next().to }))],
  ['a CN 23', 5, () => renderCn23(aSale(next()))],
]

/** Drawing documents, and their bytes. */
export const measureDocuments: Part = async () => {
  const times = await medianTimes(DOCUMENTS.map(([, , draw]) => draw))
  const figures: Figure[] = []
  for (const [index, [name, most_ms, draw]] of DOCUMENTS.entries()) {
    const { length } = (await draw()).pdf
    figures.push({ row: 5, name: `draw ${name}`, value: times[index]!, unit: 'ms', target: { atMost: most_ms } })
    figures.push({ row: 5, name: `bytes of ${name}`, value: length / 1e3, unit: 'kB', target: { atMost: MOST_KB } })
  }
  return figures
}

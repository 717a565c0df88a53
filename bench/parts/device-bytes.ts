import { renderLabel } from '@postroom/documents/label/label'
import { aLabel } from '../../packages/documents/src/testing/label-builder.ts'
import { renderDots } from '../../apps/device-manager/src/documents/read-pdf.ts'
import { QL_MODELS } from '../../apps/device-manager/src/printers/brother/models.ts'
import { prepareOrder } from '../../apps/device-manager/src/printers/brother/prepare-order.ts'
import { rollsFor } from '../../apps/device-manager/src/printers/brother/rolls.ts'
import type { Part } from '../figure.ts'
import { medianTimes } from '../measure.ts'

/** The way of a label from its PDF to the bytes for a Brother QL printer. */
export const measureDeviceBytes: Part = async () => {
  const { pdf } = await renderLabel(aLabel())
  const model = QL_MODELS.find(({ name }) => name === 'QL-1110NWB')!
  const roll = rollsFor(model).find(({ name }) => name === 'DK-11247')!
  const media = { kind: 'die_cut', width_mm: roll.width_mm, length_mm: roll.length_mm, twoColour: false } as const
  const condition = { isReady: true, model, roll, media, isOneWay: false } as const
  const order = {
    job_id: 'job-00001',
    kind: 'mailing',
    type: 'label',
    title: 'Label',
    pdf,
    copies: 1,
    labels: 1,
    media: undefined,
    width_mm: 101.6,
    height_mm: 152.4,
  } as const
  const drawn = await renderDots(pdf)
  const [dots, bytes, both] = await medianTimes([
    () => renderDots(pdf),
    () => prepareOrder(order, drawn, condition),
    async () => prepareOrder(order, await renderDots(pdf), condition),
  ])
  return [
    { row: 13, name: 'PDF to the bytes of a QL printer, warm', value: both!, unit: 'ms', target: { atMost: 12 } },
    { name: 'of these, PDF to dots', value: dots!, unit: 'ms' },
    { name: 'of these, dots to bytes', value: bytes!, unit: 'ms' },
  ]
}

import { DeviceRefusal } from '../../device-refusal.ts'
import type { RawDriver } from '../raw-driver.ts'
import { aboutLanguage } from './describe-label-printer.ts'
import { drawLabels } from './draw-labels.ts'
import type { LabelPrinterSetting } from './label-setting.ts'
import { NO_FACTS } from './language.ts'

/** The labels for a printer behind a queue that forwards them unchanged. */
export const queueDriver = (setting: LabelPrinterSetting): RawDriver => ({
  about: { ...aboutLanguage(setting), media_ready: [] },
  bytes: async (order) => {
    const drawn = await drawLabels(order, { setting, facts: NO_FACTS, status: undefined, expectedDpi: setting.dpi })
    if (!drawn.ok) throw new DeviceRefusal(drawn.fault)
    return Buffer.concat(drawn.labels.map(({ bytes }) => bytes))
  },
})

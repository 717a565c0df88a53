import type { PrinterConfigs } from '@postroom/contract/device-messages'
import { LABEL_STOCKS, stockNamed, type LabelStock } from '@postroom/domain/media/label-stock'
import { labelFor } from '../printing/label-for.ts'

/** The stocks of franking labels. Address labels need an addressee. */
export const LETTER_STOCKS: readonly LabelStock[] = LABEL_STOCKS.filter(({ design }) => design === 'franking')

const USUAL_STOCK = 'L7163'

/** The stock of this name, or the usual sheet. */
export const letterStock = (name: string): LabelStock =>
  LETTER_STOCKS.find((stock) => stock.name === name) ?? stockNamed(USUAL_STOCK)!

/** The roll that the letter printer is set to, or the usual sheet. */
export const defaultStock = (config: PrinterConfigs['mailing'] | undefined): LabelStock =>
  letterStock(labelFor(config).label_name)
